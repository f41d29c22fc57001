"""The kinds of problems: the name and the status of each, and which error is of which kind.

Every error is answered with problem details for HTTP APIs (RFC 9457), on a server and in a browser.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from mashumaro.jsonschema.models import JSONSchema
from starlette.responses import JSONResponse

from noughts.core.sparse import Sparse
from noughts.errors import IllegalMoveError, NoughtsError, WorkersError
from noughts.processes.channel import JSON
from noughts.processes.workers import TimedOut
from noughts.web.ask.queue import Busy
from noughts.web.play.documents import NoSuchGame, StoreError
from noughts.web.play.live import NotNow, NoToken, NotYourTurn, WrongToken
from noughts.web.play.views import GameState
from noughts.words import Said, Words, stored

MEDIA_TYPE: Final = "application/problem+json"
KINDS: Final[dict[str, int]] = {
    "invalid-request": 422,
    "illegal-move": 422,
    "not-provable": 422,
    "no-token": 401,
    "wrong-token": 403,
    "cross-site": 403,
    "wrong-host": 421,
    "not-found": 404,
    "no-such-game": 404,
    "method-not-allowed": 405,
    "not-your-turn": 409,
    "conflict": 409,
    "too-large": 413,
    "headers-too-large": 431,
    "malformed": 400,
    "too-many-requests": 429,
    "store": 503,
    "busy": 503,
    "failed": 500,
    "dropped": 499,  # nginx's status code; the client does not receive it
    "timed-out": 504,
}
_KIND_OF: Final[dict[type[NoughtsError], str]] = {
    Busy: "busy",
    TimedOut: "timed-out",
    WorkersError: "failed",
    IllegalMoveError: "illegal-move",
    NoToken: "no-token",
    WrongToken: "wrong-token",
    NotYourTurn: "not-your-turn",
    NotNow: "conflict",
    NoSuchGame: "no-such-game",
    StoreError: "store",
}
_RETRY_AFTER = {"busy": Busy.retry_after, "store": 5, "too-many-requests": 1}


@dataclass(frozen=True)
class Fault:
    """One error in a request."""

    where: str
    message: str


@dataclass(frozen=True)
class ProblemSentence:
    """A sentence as data: programs read it, in whatever language its words are."""

    kind: str
    values: dict[str, Any]


@dataclass(frozen=True)
class ProblemDetails(Sparse):
    """An error: `type` names its kind, `detail` is a sentence to show to the user."""

    type: Annotated[str, JSONSchema(description="urn:noughts:problem: and the kind")]
    title: str
    status: int
    detail: str
    said: Annotated[ProblemSentence | None, JSONSchema(description="the kind of `detail`, and its values")] = None
    errors: Annotated[list[Fault] | None, JSONSchema(description="of an invalid request: all its errors")] = None
    state: Annotated[GameState | None, JSONSchema(description="of a conflict: the current state of the game")] = None


class Problem(Exception):
    """An error that the client receives as problem details; `more` adds members to the standard ones."""

    def __init__(self, kind: str, detail: Words, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.more = more


def details(kind: str, detail: Words, **more: Any) -> JSON:
    """Return the document of a problem, in the client's language."""
    sentence = {"said": json.loads(stored(detail))} if isinstance(detail, Said) else {}
    names = {"type": f"urn:noughts:problem:{kind}", "title": title(kind), "status": KINDS[kind]}
    return {**names, "detail": str(detail), **sentence, **more}


def title(kind: str) -> str:
    """Return the title of a kind, in the client's language."""
    return str(Said(f"problem.{kind}"))


def response(kind: str, detail: Words, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return the response of a problem."""
    extra = dict(headers or {})
    if kind in _RETRY_AFTER:
        extra.setdefault("Retry-After", str(_RETRY_AFTER[kind]))
    if kind == "no-token":
        extra.setdefault("WWW-Authenticate", "Bearer")
    if kind == "malformed":
        extra.setdefault("Connection", "close")  # where the next request begins is not known (RFC 9112, 6.1)
    return JSONResponse(details(kind, detail, **more), KINDS[kind], extra, MEDIA_TYPE)


def kind_of(error: NoughtsError) -> str:
    """Return the kind of problem of an error."""
    return next((_KIND_OF[kind] for kind in type(error).__mro__ if kind in _KIND_OF), "invalid-request")


def of_question(name: str, error: NoughtsError) -> JSON:
    """Return the document of an error that ended the job of a question."""
    kind = kind_of(error)
    return details("not-provable" if name == "proof" and kind == "invalid-request" else kind, error.said)
