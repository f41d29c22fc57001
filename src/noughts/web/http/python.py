"""The files of /python/: Pyodide, the program's sources as an archive, and the worker that runs them in the browser."""

import gzip
from asyncio import to_thread
from functools import cache
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from noughts.web.browser import INDEX, NoPython, browser_files
from noughts.web.kinds import Problem

_TYPES = {
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "zip": "application/zip",
}
_PACKED = ("zip",)  # compressed already
_FRESH = ("worker.js", INDEX)  # every other name contains a version or a digest
_YEAR = "public, max-age=31536000, immutable"

# A worker has the policy of its own script: this one alone may compile WebAssembly.
_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    try:
        kinds = await to_thread(_contents, name)
    except NoPython as error:
        raise Problem("not-found", str(error)) from None
    if kinds is None:
        raise Problem("not-found", f"there is nothing at {request.url.path!r}")
    plain, packed, etag = kinds
    headers = {
        "Cache-Control": "no-cache" if name in _FRESH else _YEAR,
        "Content-Type": _TYPES[name.rpartition(".")[2]],
        "ETag": etag,
        "Vary": "Accept-Encoding",
    }
    if name == "worker.js":
        headers["Content-Security-Policy"] = _POLICY
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers=headers | {"Content-Encoding": "gzip"})
    return Response(plain, headers=headers)


@cache
def _contents(name: str) -> tuple[bytes, bytes | None, str] | None:
    """Return a file as it is and compressed, and its ETag; None if there is none. Raises NoPython."""
    file = browser_files().get(name)
    if file is None:
        return None
    plain = file if isinstance(file, bytes) else file.read_bytes()
    packed = None if name.endswith(_PACKED) else gzip.compress(plain, mtime=0)
    return plain, packed, f'"{sha256(plain).hexdigest()[:24]}"'


ROUTES = [Route("/python/{name:path}", _file, methods=["GET", "HEAD"])]
