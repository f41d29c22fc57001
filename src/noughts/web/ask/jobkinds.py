"""Kinds of long jobs, and the states that all of them have."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from noughts.app.application import JSON
from noughts.errors import NoughtsError

Status = Literal["queued", "running", "done", "failed", "cancelled"]
OPEN = ("queued", "running")


class NoSuchJob(NoughtsError):
    """An id that no job has."""


@dataclass(frozen=True, kw_only=True)
class JobState:
    """The state of a long job. A job that waits for a worker is `queued`, with the number of those `ahead` of it.

    `result` is what is finished of the answer: all of it where the job is `done`.
    """

    status: Status
    ahead: int | None = None
    progress: JSON | None = None
    result: JSON | None = None
    problem: JSON | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing will change any more."""
        return self.status not in OPEN


@dataclass(frozen=True, kw_only=True)
class RequestState(JobState):
    """A client's request for a long job."""

    id: str


S = TypeVar("S", bound=JobState)


@dataclass(frozen=True)
class Enquiry:
    """What a client asks: `asked` is for the worker, `named` is the same for equal questions, and names a request.

    `answer` is there where it is known already.
    """

    asked: JSON
    named: JSON
    answer: JSON | None = None


@dataclass(frozen=True)
class Kind(Generic[S]):
    """A kind of long job: `seconds` are its limit, from its start.

    `question` checks what a client asks (raises NoughtsError). `instead` returns the answer in place of an error, or
    None; `keep` is given every answer.
    """

    job: str
    state: type[S]
    question: Callable[[JSON], Enquiry]
    seconds: float
    missing: type[NoSuchJob] = NoSuchJob
    instead: Callable[[Enquiry, NoughtsError], JSON | None] = lambda question, error: None
    keep: Callable[[Enquiry, JSON], None] = lambda question, answer: None
