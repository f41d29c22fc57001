"""Files from memory, of the page and of /python/: each is read and compressed once, and again when it has changed.

To open, compress and send each in a thread took longer than all the rest of a first load.
"""

import gzip
import mimetypes
from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.web.browser.files import INDEX, NoPython, browser_files
from noughts.web.problems import Problem
from noughts.words import Said

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip"}
_PACKED = (".png", ".zip")  # compressed already
_FRESH = ("worker.js", INDEX)  # of /python/: every other name contains a version or a digest
_YEAR = "public, max-age=31536000, immutable"
_EFFORT = 6  # of gzip: 9 takes twice as long, and half a percent less

# A worker has the policy of its own script: this one alone may compile WebAssembly.
_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"


@dataclass(frozen=True)
class Held:
    """A file's content, as it is and compressed, its type and its ETag."""

    plain: bytes
    packed: bytes | None
    kind: str
    etag: str


def held(name: str, file: Path | bytes) -> Held:
    """Return a file, on the disk as it is now or in memory. Every one that is asked for is kept: only names that are
    known may come here."""
    return _held(name, file, file.stat().st_mtime_ns if isinstance(file, Path) else 0)


@lru_cache(maxsize=512)
def _held(name: str, file: Path | bytes, changed: int) -> Held:
    content, suffix = file if isinstance(file, bytes) else file.read_bytes(), Path(name).suffix
    kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = None if suffix in _PACKED else gzip.compress(content, _EFFORT, mtime=0)
    return Held(content, packed, kind, f'"{sha256(content).hexdigest()[:24]}"')


def answer(request: Request, file: Held, headers: Mapping[str, str]) -> Response:
    """Return the response to a request for a file: 304 where the client has it, compressed if the client reads that."""
    own = {**headers, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=own)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers=own | {"Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.plain, headers=own, media_type=file.kind)


def route(prefix: str, files: Mapping[str, Path | bytes]) -> Route:
    """Return the route of some files by their names. A browser asks before every use whether one has changed."""

    async def one(request: Request) -> Response:
        name = request.path_params["name"]
        file = files.get(name)
        if file is None or (isinstance(file, Path) and not file.is_file()):
            raise HTTPException(404)
        return answer(request, held(name, file), {"Cache-Control": "no-cache"})

    return Route(f"{prefix}/{{name:path}}", one, methods=["GET", "HEAD"])


# Pyodide, the program's sources as an archive, and the worker that runs them in the browser.


async def _python_file(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        known = await to_thread(_python_files)
    except NoPython as error:
        raise Problem("not-found", error.said) from None
    if name not in known:
        raise Problem("not-found", Said("error.nothing-at", {"path": repr(request.url.path)}))
    file = await to_thread(held, name, known[name])
    headers = {"Cache-Control": "no-cache" if name in _FRESH else _YEAR}
    if name == "worker.js":
        headers["Content-Security-Policy"] = _POLICY
    return answer(request, file, headers)


@cache
def _python_files() -> dict[str, bytes | Path]:
    """Return the files by their paths, as they are when the first is asked for. Raises NoPython."""
    return browser_files()


PYTHON: Final = Route("/python/{name:path}", _python_file, methods=["GET", "HEAD"])
