"""Errors of the API: problem details for HTTP APIs (RFC 9457), the same shape for every error."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from pydantic_core import to_jsonable_python
from starlette.exceptions import HTTPException
from starlette.routing import Match

from noughts.errors import IllegalMoveError, NoughtsError, StrategyError
from noughts.web.ask.pool import Broken, Busy, TimedOut
from noughts.web.ask.proofs import NoSuchProof
from noughts.web.ask.services import JSON
from noughts.web.play.cache import Conflict, NoToken, WrongToken
from noughts.web.play.database import StoreError
from noughts.web.play.games import GameService
from noughts.web.play.live import NotNow, NotYourTurn
from noughts.web.play.store import KeyReused, NoSuchGame

_MEDIA_TYPE = "application/problem+json"

# Every kind of problem: its name, its status, its title.
_KINDS: dict[str, tuple[int, str]] = {
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
_BY_STATUS = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}
_RETRY_AFTER = {"busy": Busy.retry_after, "store": 5, "too-many-requests": 1}


class _Fault(BaseModel):
    """One error in a request."""

    where: str
    message: str


class ProblemDetails(BaseModel):
    """An error: `type` names its kind, `detail` is a sentence to show to the user."""

    type: str = Field(examples=["urn:noughts:problem:illegal-move"])
    title: str
    status: int
    detail: str
    errors: list[_Fault] | None = Field(default=None, description="of an invalid request: all its errors")
    state: JSON | None = Field(default=None, description="of a conflict: the current state of the game")


class Problem(Exception):
    """An error that the client receives as problem details; `more` adds members to the standard ones."""

    def __init__(self, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.more = more


def _details(kind: str, detail: str, **more: Any) -> JSON:
    """Return the document of a problem."""
    status, title = _KINDS[kind]
    return {"type": f"urn:noughts:problem:{kind}", "title": title, "status": status, "detail": detail, **more}


def response(kind: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return the response of a problem."""
    extra = dict(headers or {})
    if kind in _RETRY_AFTER:
        extra.setdefault("Retry-After", str(_RETRY_AFTER[kind]))
    if kind == "no-token":
        extra.setdefault("WWW-Authenticate", "Bearer")
    return JSONResponse(_details(kind, detail, **more), _KINDS[kind][0], extra, _MEDIA_TYPE)


# The kind of problem of each class of errors.
_KIND_OF: dict[type[NoughtsError], str] = {
    Busy: "busy",
    TimedOut: "timed-out",
    Broken: "failed",
    StrategyError: "invalid-request",
    IllegalMoveError: "illegal-move",
    NoToken: "no-token",
    WrongToken: "wrong-token",
    NotYourTurn: "not-your-turn",
    NotNow: "conflict",
    Conflict: "conflict",
    KeyReused: "invalid-request",
    NoSuchGame: "no-such-game",
    NoSuchProof: "no-such-proof",
    StoreError: "store",
}


def _kind_of(error: NoughtsError) -> str:
    """Return the kind of problem of an error."""
    return next((_KIND_OF[kind] for kind in type(error).__mro__ if kind in _KIND_OF), "invalid-request")


def of_proof(error: NoughtsError) -> JSON:
    """Return the document of an error that ended a proof."""
    kind = _kind_of(error)
    return _details("not-provable" if kind == "invalid-request" else kind, str(error))


async def of_change(error: NoughtsError, games: GameService, game_id: str) -> JSONResponse:
    """Return the response of an error of ours; with a conflict comes the current state of the game."""
    kind = _kind_of(error)
    if _KINDS[kind][0] != 409:
        return response(kind, str(error))
    return response(kind, str(error), state=to_jsonable_python(await games.state(game_id)))


def responses(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of an operation's problems."""
    documented: dict[int | str, dict[str, Any]] = {}
    always = ("invalid-request", "wrong-host", "too-many-requests", "store")
    for kind in dict.fromkeys((*kinds, *always)):
        status, title = _KINDS[kind]
        titles = [documented[status]["description"]] if status in documented else []
        documented[status] = {
            "description": "; or: ".join((*titles, title)),
            "content": {_MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
        }
    return documented


def _describe(app: FastAPI) -> None:
    """Add the schema of problems, which no route returns, to the OpenAPI document."""
    routes_alone = app.openapi

    def document() -> JSON:
        shape = ProblemDetails.model_json_schema(ref_template="#/components/schemas/{model}")
        parts = shape.pop("$defs")
        described = routes_alone()
        described["components"]["schemas"] |= {**parts, "ProblemDetails": shape}
        return described

    app.openapi = document  # type: ignore[method-assign]


def install(app: FastAPI) -> None:
    """Install the handlers that turn every error of a route into a problem."""
    _describe(app)

    @app.exception_handler(Problem)
    async def _problem(request: Request, problem: Problem) -> JSONResponse:
        return response(problem.kind, problem.detail, **problem.more)

    @app.exception_handler(NoughtsError)
    async def _ours(request: Request, error: NoughtsError) -> JSONResponse:
        return await of_change(error, request.app.state.games, request.path_params.get("game_id", ""))

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [{"where": ".".join(map(str, fault["loc"])), "message": _sentence(fault)} for fault in error.errors()]
        detail = "; ".join(f"{fault['where']}: {fault['message']}" for fault in faults)
        return response("invalid-request", detail, errors=faults)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        kind = _BY_STATUS.get(error.status_code, "invalid-request")
        sentences = {
            "not-found": f"there is nothing at {request.url.path!r}",
            "method-not-allowed": f"{request.url.path!r} does not allow {request.method}",
            "too-large": "the request is too large",
        }
        allow = {"Allow": ", ".join(_allowed(request))} if kind == "method-not-allowed" else {}
        return response(kind, sentences.get(kind, str(error.detail)), {**(error.headers or {}), **allow})


def _sentence(fault: Mapping[str, Any]) -> str:
    """Return what is wrong with a part of a request, in our words where pydantic's would not help a visitor."""
    if fault["type"] == "string_too_long":
        return f"it has {len(fault['input']):,} characters, at most {fault['ctx']['max_length']:,} are accepted"
    return str(fault["msg"])


def _allowed(request: Request) -> list[str]:
    """Return the methods of all operations at an address (the router knows the first one's), or those of a file."""
    routes, scope = request.app.routes, request.scope
    return [
        method
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in routes)
    ] or ["GET", "HEAD"]
