"""The game in a web page: an HTTP server with a JSON API, and the page itself in `static/`.

`create_app` is given all that it uses: strategies, exact values, proofs, the store. Inner rooms: `http` (the
application and the API), `play` (live games and the database), `ask` (questions, proofs and the worker pool).
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.web.http.app import Settings, close_streams, create_app
    from noughts.web.http.security import Rates
    from noughts.web.play.store import Store

__all__ = ["Rates", "Settings", "Store", "close_streams", "create_app"]

_DOOR = {
    "Rates": "http.security",
    "Settings": "http.app",
    "Store": "play.store",
    "close_streams": "http.app",
    "create_app": "http.app",
}


def __getattr__(name: str) -> Any:
    """Return one of this room's names; its module is loaded then, so that a worker process loads no server."""
    if name not in _DOOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_DOOR[name]}"), name)
