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

from noughts.app.application import JSON
from noughts.errors import NoughtsError
from noughts.web import kinds
from noughts.web.ask.matches import NoSuchMatch
from noughts.web.ask.proofs import NoSuchProof
from noughts.web.ask.queue import Busy
from noughts.web.kinds import KIND_OF, KINDS, Problem, details, kind_of
from noughts.web.play.database import StoreError

_MEDIA_TYPE = "application/problem+json"

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


def response(kind: str, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return the response of a problem."""
    extra = dict(headers or {})
    if kind in _RETRY_AFTER:
        extra.setdefault("Retry-After", str(_RETRY_AFTER[kind]))
    if kind == "no-token":
        extra.setdefault("WWW-Authenticate", "Bearer")
    return JSONResponse(details(kind, detail, **more), KINDS[kind][0], extra, _MEDIA_TYPE)


# The kind of problem of each class of errors, with those that only a server has.
_KIND_OF: dict[type[NoughtsError], str] = {
    **KIND_OF,
    NoSuchProof: "no-such-proof",
    NoSuchMatch: "no-such-match",
    StoreError: "store",
}


def of_job(job: str, error: NoughtsError) -> JSON:
    """Return the document of an error that ended a long job."""
    return kinds.of_job(job, error, _KIND_OF)


def responses(*of: str) -> dict[int | str, dict[str, Any]]:
    """Return the documentation of an operation's problems."""
    documented: dict[int | str, dict[str, Any]] = {}
    always = ("invalid-request", "wrong-host", "too-many-requests", "store")
    for kind in dict.fromkeys((*of, *always)):
        status, title = KINDS[kind]
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
        """With a conflict comes the current state of the game."""
        kind = kind_of(error, _KIND_OF)
        if KINDS[kind][0] != 409:
            return response(kind, str(error))
        state = await request.app.state.games.state(request.path_params.get("game_id", ""))
        return response(kind, str(error), state=to_jsonable_python(state))

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
