"""The files of /python/: Pyodide, the program's sources as an archive, and the worker that runs them in the browser."""

from asyncio import to_thread
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.web.browser.files import INDEX, NoPython, browser_files
from noughts.web.http.files import Held, answer, held
from noughts.web.problems import Problem
from noughts.words import Said

_FRESH = ("worker.js", INDEX)  # every other name contains a version or a digest
_YEAR = "public, max-age=31536000, immutable"

# A worker has the policy of its own script: this one alone may compile WebAssembly.
_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        known = await to_thread(_files)
    except NoPython as error:
        raise Problem("not-found", error.said) from None
    if name not in known:
        raise Problem("not-found", Said("error.nothing-at", {"path": repr(request.url.path)}))
    file = await to_thread(_contents, name)
    headers = {"Cache-Control": "no-cache" if name in _FRESH else _YEAR}
    if name == "worker.js":
        headers["Content-Security-Policy"] = _POLICY
    return answer(request, file, headers)


@cache
def _files() -> dict[str, bytes | Path]:
    """Return the files by their paths, as they are when the first is asked for. Raises NoPython."""
    return browser_files()


@cache
def _contents(name: str) -> Held:
    """Return one of the files: only their names may come here, as every name is kept."""
    file = _files()[name]
    return held(name, file if isinstance(file, bytes) else file.read_bytes())


ROUTES = [Route("/python/{name:path}", _file, methods=["GET", "HEAD"])]
