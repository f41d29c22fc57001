"""The kinds of problems: the name, the status and the title of each, and which error is of which kind.

Every error is answered with problem details for HTTP APIs (RFC 9457), on a server and in a browser.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from mashumaro.jsonschema.models import JSONSchema
from starlette.responses import JSONResponse

from noughts.core.sparse import Sparse
from noughts.errors import IllegalMoveError, NoughtsError, StrategyError, WorkersError
from noughts.processes.channel import JSON
from noughts.processes.workers import TimedOut
from noughts.web.ask.jobkinds import NoSuchJob
from noughts.web.ask.queue import Busy
from noughts.web.play.cache import Conflict, NoToken, WrongToken
from noughts.web.play.live import NotNow, NotYourTurn
from noughts.web.play.stored import KeyReused, NoSuchGame, StoreError
from noughts.web.play.views import GameState

MEDIA_TYPE: Final = "application/problem+json"
KINDS: Final[dict[str, tuple[int, str]]] = {
    "invalid-request": (422, "The request is invalid"),
    "illegal-move": (422, "The rules forbid that"),
    "not-provable": (422, "That cannot be proved"),
    "no-token": (401, "A seat's token is needed"),
    "wrong-token": (403, "The token is not of a seat that may do this"),
    "cross-site": (403, "Requests from other sites are refused"),
    "wrong-host": (421, "This server has another host name"),
    "not-found": (404, "There is nothing here"),
    "no-such-game": (404, "There is no such game"),
    "no-such-proof": (404, "There is no such proof"),
    "no-such-match": (404, "There is no such match"),
    "method-not-allowed": (405, "This address does not allow that method"),
    "not-your-turn": (409, "It is not your turn"),
    "conflict": (409, "The game has changed"),
    "too-large": (413, "The request is too large"),
    "headers-too-large": (431, "The headers of the request are too large"),
    "malformed": (400, "The request is malformed"),
    "too-many-requests": (429, "Too many requests"),
    "store": (503, "The database is not available"),
    "busy": (503, "The server is busy"),
    "failed": (500, "The computation failed"),
    "dropped": (499, "The client disconnected"),  # nginx's status code; the client does not receive it
    "timed-out": (504, "There was no answer in time"),
}
_KIND_OF: Final[dict[type[NoughtsError], str]] = {
    Busy: "busy",
    TimedOut: "timed-out",
    WorkersError: "failed",
    StrategyError: "invalid-request",
    IllegalMoveError: "illegal-move",
    NoToken: "no-token",
    WrongToken: "wrong-token",
    NotYourTurn: "not-your-turn",
    NotNow: "conflict",
    Conflict: "conflict",
    KeyReused: "invalid-request",
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
class ProblemDetails(Sparse):
    """An error: `type` names its kind, `detail` is a sentence to show to the user."""

    type: Annotated[str, JSONSchema(description="urn:noughts:problem: and the kind")]
    title: str
    status: int
    detail: str
    errors: Annotated[list[Fault] | None, JSONSchema(description="of an invalid request: all its errors")] = None
    state: Annotated[GameState | None, JSONSchema(description="of a conflict: the current state of the game")] = None


class Problem(Exception):
    """An error that the client receives as problem details; `more` adds members to the standard ones."""

    def __init__(self, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.more = more


def details(kind: str, detail: str, **more: Any) -> JSON:
    """Return the document of a problem."""
    status, title = KINDS[kind]
    return {"type": f"urn:noughts:problem:{kind}", "title": title, "status": status, "detail": detail, **more}


def response(kind: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return the response of a problem."""
    extra = dict(headers or {})
    if kind in _RETRY_AFTER:
        extra.setdefault("Retry-After", str(_RETRY_AFTER[kind]))
    if kind == "no-token":
        extra.setdefault("WWW-Authenticate", "Bearer")
    if kind == "malformed":
        extra.setdefault("Connection", "close")  # where the next request begins is not known (RFC 9112, 6.1)
    return JSONResponse(details(kind, detail, **more), KINDS[kind][0], extra, MEDIA_TYPE)


def kind_of(error: NoughtsError) -> str:
    """Return the kind of problem of an error."""
    if isinstance(error, NoSuchJob):
        return f"no-such-{error.job}"
    return next((_KIND_OF[kind] for kind in type(error).__mro__ if kind in _KIND_OF), "invalid-request")


def of_job(job: str, error: NoughtsError) -> JSON:
    """Return the document of an error that ended a long job."""
    kind = kind_of(error)
    return details("not-provable" if job == "proof" and kind == "invalid-request" else kind, str(error))
