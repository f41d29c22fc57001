"""The states of questions that may take long, proofs among them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from mashumaro import field_options, pass_through

from noughts.app.questions import Question
from noughts.errors import NoughtsError
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.results.proof import SeatsDocument
from noughts.words import Said

_DOCUMENT: Final = field_options(serialize=pass_through)  # a worker's answer goes to the client as it is
Status = Literal["queued", "running", "done", "failed", "cancelled"]
OPEN = ("queued", "running")


class NoSuchJob(NoughtsError):
    """An id that no job of a kind has."""

    def __init__(self, job: str, request_id: str) -> None:
        super().__init__(Said(f"error.no-{job}", {"id": repr(request_id)}))
        self.job = job


@dataclass(frozen=True, kw_only=True)
class JobState:
    """The state of a long job. A job that waits for a worker is `queued`, with the number of those `ahead` of it.

    `result` is what is finished of the answer: all of it where the job is `done`.
    """

    status: Status
    ahead: int | None = None
    progress: JSON | None = None
    result: Any = None
    problem: JSON | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.status not in OPEN


@dataclass(frozen=True, kw_only=True)
class RequestState(JobState):
    """A client's request for a long job."""

    id: str


@dataclass(frozen=True, kw_only=True)
class ProofState(RequestState):
    """A request for a proof. `result` is the document that `noughts prove --json` prints."""

    result: SeatsDocument | None = field(default=None, metadata=_DOCUMENT)
    strategy: str
    game: str
    seat: Literal["first", "second", "both"]


STATES: Final[dict[str, type[RequestState]]] = {"proof": ProofState}  # of what has requests


@dataclass(frozen=True)
class JobQuestion:
    """A question that a client asks: `asked` is for the worker, `named` is the same for equal questions, and names a
    request. `answer` is there where it is known already.

    `request`: what was asked, in its usual form. `keep` is given the answer of a worker.
    """

    question: Question[Any]
    request: Any
    asked: JSON
    named: JSON
    answer: JSON | None = None
    keep: Callable[[JSON], None] = lambda answer: None

    @property
    def job(self) -> str:
        """The question's name."""
        return self.question.name

    def instead(self, error: NoughtsError) -> JSON | None:
        """Return the answer in place of an error, or None."""
        found = self.question.instead(self.request, error)
        return None if found is None else encode(found)

    def state(self, **more: Any) -> JobState:
        """Return a state of its job."""
        return STATES[self.job](**self.named, **more) if self.question.has_requests else JobState(**more)
