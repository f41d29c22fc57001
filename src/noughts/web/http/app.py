"""The application on a server: the API, the page and its files, the documentation."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache, partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from noughts.app.application import Application
from noughts.web.api import api, http_problem
from noughts.web.ask.answers import Answers
from noughts.web.ask.pool import Pool
from noughts.web.describe import openapi
from noughts.web.http import files
from noughts.web.http.clientlimits import ClientLimits
from noughts.web.http.docs import documentation
from noughts.web.http.page import STATIC, VIEWS, document, page_files
from noughts.web.http.security import Guard
from noughts.web.operations import ROOT, Services
from noughts.web.play.games import GameService
from noughts.web.play.store import Store
from noughts.web.streams import OpenStreams

_READ = ["GET", "HEAD"]
_EFFORT = 6  # of gzip


def create_app(
    application: Application,
    store: Store,
    worker: Sequence[str],
    workers: int,
    limits: ClientLimits,
    version: str = "0",
    hosts: tuple[str, ...] | None = None,
) -> Starlette:
    """Return the application; the store is closed at the end.

    `worker` is the command that starts one of the `workers`, processes; `limits` are those of one client, `hosts` the
    accepted host names (None: any).
    """
    pool, streams = Pool(worker, workers), OpenStreams(limits.streams, limits.questions)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        games, answers = GameService(store, application, pool), Answers(application, pool)
        app.state.services = Services(application, games, answers, streams)
        yield
        await games.close()
        await answers.close()
        await pool.close()
        await asyncio.to_thread(store.close)

    guard = Middleware(Guard, limits=limits, hosts=hosts)
    packed = Middleware(GZipMiddleware, compresslevel=_EFFORT)  # no stream of events
    app = api(*_documents(version), *_page(), lifespan=lifespan, middleware=[guard, packed])
    app.add_exception_handler(HTTPException, partial(_lost, document(None)))
    return app


def close_streams(app: Starlette) -> None:
    """End all streams of events: a server that stops would wait for them."""
    services: Services = app.state.services
    services.games.hub.close()
    services.answers.hub.close()


def _page() -> list[BaseRoute]:
    """Return the routes of the page: one HTML document at all its addresses, and its files."""

    async def icon(request: Request) -> Response:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    return [
        *(Route(path, _always(document(view)), methods=_READ) for path, view in VIEWS.items()),
        files.route("/static", page_files()),
        files.PYTHON,
        Route("/favicon.ico", icon),
    ]


def _documents(version: str) -> list[BaseRoute]:
    """Return the routes of the API's documentation: the document itself, and a page that shows it."""
    described = cache(lambda: openapi(version))  # it takes a third of a second: other requests do not wait for it

    async def openapi_document(request: Request) -> Response:
        return JSONResponse(await asyncio.to_thread(described))

    async def page(request: Request) -> Response:
        return _html(await asyncio.to_thread(lambda: documentation(described())))

    return [Route(f"{ROOT}/openapi.json", openapi_document), Route("/docs", page)]


async def _lost(missing: str, request: Request, error: HTTPException) -> Response:
    """Answer a wrong address with the page where a browser asks for one, and with a problem otherwise."""
    wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if error.status_code == 404 and wants_page:
        return _html(missing, 404)
    return await http_problem(request, error)


def _html(text: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(text, status, {"Cache-Control": "no-cache"})


def _always(text: str) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that always gives the same document."""

    async def endpoint(request: Request) -> Response:
        return _html(text)

    return endpoint
