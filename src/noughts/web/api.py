"""The application: the routes of the table of operations, and the answer to every error. A host adds its services."""

import json
import re
from collections.abc import AsyncGenerator, Sequence
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.errors import NoughtsError
from noughts.results.codec import encode
from noughts.web import problems
from noughts.web.operations import OPERATIONS, ROOT, Answer, Download, Operation
from noughts.web.problems import KINDS, Problem, kind_of
from noughts.web.reading import RequestReader
from noughts.web.requests import COOKIE
from noughts.web.streams import EventStream, StreamEvent, until_disconnected
from noughts.words import Said, catalogue, speaking

_LANGUAGE: Final = re.compile(r"(?:^|; ?)noughts_language=([a-z]+)")
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
# A picture is a document of its own, with its style in it.
_PICTURE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"}
_COOKIE_SECONDS = 2 * 365 * 86400
_BY_STATUS = {404: "not-found", 405: "method-not-allowed", 413: "too-large"}


def api(*routes: BaseRoute, middleware: Sequence[Middleware] = (), **more: Any) -> Starlette:
    """Return the application, with more routes of a host. Its `state.services` are those of the host."""
    handlers: dict[Any, Any] = {Problem: _problem, NoughtsError: _ours, HTTPException: http_problem}
    outside = [Middleware(Speaking), *middleware]
    table = [*map(_route, OPERATIONS), *routes]
    return Starlette(routes=table, middleware=outside, exception_handlers=handlers, **more)


def _route(operation: Operation) -> Route:
    reader = RequestReader[Any](operation.request, operation.method, operation.path)

    async def answered(request: Request) -> Response:
        work = operation.run(request.app.state.services, await reader.read(request))
        if not operation.waits:
            return _response(operation, request, await work)
        ended = await until_disconnected(work, request.receive)
        if ended is None:
            raise Problem("dropped", Said("error.disconnected"))
        return _response(operation, request, ended.result())

    async def streamed(request: Request) -> EventStream:
        events = operation.run(request.app.state.services, await reader.read(request))
        first = await anext(events)  # an error must be sent before the stream begins
        return EventStream(_lines(first, events))

    route = Route(ROOT + operation.path, streamed if operation.streams else answered, methods=[operation.method])
    route.methods = {operation.method}  # without HEAD: a stream never ends
    return route


def _response(operation: Operation, request: Request, given: Any) -> Response:
    """Return the response of a result."""
    answer = given if isinstance(given, Answer) else Answer(given)
    status = answer.status or operation.status
    if isinstance(answer.result, Download):
        file = answer.result
        kept, policy = ("inline", _PICTURE) if file.shown else ("attachment", {})
        headers = {"Content-Disposition": f'{kept}; filename="{file.name}"', **policy}
        return Response(file.text.encode(), headers=headers, media_type=file.media_type)
    if answer.result is None or status == 304:
        return Response(status_code=status, headers=answer.headers)
    response = Response(_json(encode(answer.result)), status, answer.headers, "application/json")
    if answer.owner is not None:
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, answer.owner, _COOKIE_SECONDS, httponly=True, samesite="strict", secure=secure)
    return response


def _json(document: Any) -> bytes:
    return _COMPACT.encode(document).encode()


async def _lines(first: StreamEvent, events: AsyncGenerator[StreamEvent, None]) -> AsyncGenerator[bytes, None]:
    """Yield events as text, and close what they come from in the end."""
    try:
        yield _text(first)
        async for event in events:
            yield _text(event)
    finally:
        await events.aclose()


def _text(event: StreamEvent) -> bytes:
    number = b"" if event.number is None else b"id: %d\n" % event.number
    return b"event: %s\ndata: %s\n%s\n" % (event.name.encode(), _json(event.document), number)


class Speaking:
    """Has each request answered in its client's language: what its cookie names, else its header Accept-Language.

    What the API answers says that it depends on them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        in_language = scope["path"].startswith("/api/")

        async def send_with_language(message: Message) -> None:
            if in_language and message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"vary", b"Accept-Language, Cookie")]
            await send(message)

        headers = Headers(scope=scope)
        chosen = _LANGUAGE.search(headers.get("cookie", ""))
        with speaking(catalogue.of_header(chosen[1] if chosen else headers.get("accept-language", ""))):
            await self.app(scope, receive, send_with_language)


# Errors.


async def _problem(request: Request, problem: Problem) -> Response:
    return problems.response(problem.kind, problem.detail, **problem.more)


async def _ours(request: Request, error: NoughtsError) -> Response:
    """With a conflict comes the current state of the game. What is wrong with the database is for the operator."""
    kind = kind_of(error)
    if kind == "store":
        return problems.response(kind, Said("error.no-games-now"))
    if KINDS[kind] != 409:
        return problems.response(kind, error.said)
    state = await request.app.state.services.games.state(request.path_params.get("game_id", ""))
    return problems.response(kind, error.said, state=encode(state))


async def http_problem(request: Request, error: HTTPException) -> Response:
    """Answer what no operation answers."""
    kind = _BY_STATUS.get(error.status_code, "invalid-request")
    path = repr(request.url.path)
    sentences = {
        "not-found": Said("error.nothing-at", {"path": path}),
        "method-not-allowed": Said("error.no-method", {"path": path, "method": request.method}),
        "too-large": Said("error.too-large"),
    }
    allow = {"Allow": ", ".join(_allowed(request))} if kind == "method-not-allowed" else {}
    return problems.response(kind, sentences.get(kind, str(error.detail)), {**(error.headers or {}), **allow})


def _allowed(request: Request) -> Sequence[str]:
    """Return the methods of all operations at an address (the router knows the first one's), or those of a file."""
    routes, scope = request.app.routes, request.scope
    return [
        method
        for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in routes)
    ] or ["GET", "HEAD"]
