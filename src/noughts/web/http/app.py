"""The application: the API, the page and its files, the documentation."""

import asyncio
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import resources
from pathlib import Path
from re import DOTALL, findall
from typing import Any

import fastapi_offline
from fastapi import FastAPI, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from noughts.app.application import Application
from noughts.web.ask.analysis import AnalysisService
from noughts.web.ask.drawings import Drawings
from noughts.web.ask.longjobs import LongJobs
from noughts.web.ask.matches import matches
from noughts.web.ask.pool import Pool
from noughts.web.ask.proofs import proofs
from noughts.web.http import api, drawings, files, longjobs, problems, python
from noughts.web.http.clientlimits import ClientLimits
from noughts.web.http.page import STATIC, VIEWS, document
from noughts.web.http.security import POLICY, Guard
from noughts.web.play.games import GameService
from noughts.web.play.store import Store

_SWAGGER = Path(fastapi_offline.__file__).parent / "static"

_ABOUT = """Play m,n,k-games, ask strategies why they move, ask for exact values, prove or refute strategies.

Rules are written `m,n,k` (columns, rows, how many in a row). Cells are `b2`: column letter, row number from the top.
Sides are `X`, who moves first, and `O`. A position is its rows from the top, `X../.O./...`. Errors are problem
details (RFC 9457).
"""


@dataclass(frozen=True)
class Settings:
    """Settings of the server: version, worker processes, limits for one client, and accepted host names (None: any)."""

    version: str = "0"
    workers: int = 2
    limits: ClientLimits = field(default_factory=ClientLimits)
    hosts: tuple[str, ...] | None = None


def create_app(services: Application, store: Store, worker: Sequence[str], settings: Settings | None = None) -> FastAPI:
    """Return the application. `worker` is the command that starts a worker process; the store is closed at the end."""
    chosen = settings or Settings()
    pool = Pool(worker, chosen.workers)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.games = GameService(store, services, pool)
        jobs = LongJobs(pool, problems.of_job)
        app.state.requests = longjobs.Requests(jobs, proofs(services), matches(services))
        app.state.analysis = AnalysisService(services, pool)
        app.state.drawings = Drawings(services, pool)
        yield
        await app.state.games.close()
        await jobs.close()
        await pool.close()
        await asyncio.to_thread(store.close)

    app = FastAPI(
        title="noughts",
        version=chosen.version,
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=lifespan,
    )
    app.state.limits, app.state.streams, app.state.questions = chosen.limits, Counter(), Counter()
    app.include_router(api.router)
    app.include_router(longjobs.router)
    app.include_router(drawings.router)
    problems.install(app)
    _document(app)
    _page(app)
    app.add_middleware(Guard, limits=chosen.limits, hosts=chosen.hosts)
    return app


def close_streams(app: FastAPI) -> None:
    """End all streams of events: a server that stops would wait for them."""
    app.state.games.hub.close()
    app.state.requests.jobs.hub.close()


def _page(app: FastAPI) -> None:
    """Add the page: one HTML document at all its addresses, and its files."""
    for path, view in VIEWS.items():
        app.add_api_route(path, _always(_html(document(view))), methods=["GET", "HEAD"], include_in_schema=False)

    shared = Path(str(resources.files("noughts.drawing") / "page"))  # the shapes and colours of all drawings
    app.router.routes.append(files.route("/static", STATIC, shared))
    app.router.routes += python.ROUTES
    app.add_api_route(
        "/favicon.ico",
        lambda: FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml"),
        include_in_schema=False,
    )
    missing = _html(document(None), 404)
    as_problem: Any = app.exception_handlers[HTTPException]

    @app.exception_handler(HTTPException)
    async def lost(request: Request, error: HTTPException) -> Response:
        """Answer a wrong address with the page where a browser asks for one, and with a problem otherwise."""
        wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if error.status_code == 404 and wants_page:
            return missing
        answer: Response = await as_problem(request, error)
        return answer


def _html(text: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(text, status, {"Cache-Control": "no-cache"})


def _always(response: Response) -> Callable[[], Awaitable[Response]]:
    """Return a route that always gives the same response."""

    async def route() -> Response:
        return response

    return route


def _document(app: FastAPI) -> None:
    """Add the API's documentation at /docs, with local files only."""
    html = get_swagger_ui_html(
        openapi_url="/api/v1/openapi.json",
        title="noughts: the API",
        swagger_js_url="/docs/files/swagger-ui-bundle.js",
        swagger_css_url="/docs/files/swagger-ui.css",
        swagger_favicon_url="/static/favicon.svg",
    )
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        for script in findall(r"<script>(.*?)</script>", bytes(html.body).decode(), DOTALL)
    )
    # Only this page has an inline script, which its hash allows; its library also sets inline styles.
    policy = POLICY.replace("script-src 'self'", f"script-src 'self' {hashes}").replace(
        "style-src 'self'", "style-src 'self' 'unsafe-inline'"
    )

    async def docs() -> HTMLResponse:
        return HTMLResponse(html.body, headers={"Content-Security-Policy": policy})

    app.add_api_route("/docs", docs, include_in_schema=False)
    app.mount("/docs/files", StaticFiles(directory=_SWAGGER), name="docs-files")
