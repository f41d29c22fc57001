"""The game in a web page: one application with a JSON API, for a server and for a browser, and the page in `static/`.

Order of reading: `requests`, `operations`, `api`. Inner rooms: `play` (live games and their stores), `ask` (questions
and the worker pool), `http` (what a server alone has), `browser` (what a page without a server has), `site` (the page
as static files).
"""

from typing import TYPE_CHECKING, Any

from noughts.extras import require_extra
from noughts.late import late

if TYPE_CHECKING:
    from noughts.web.http.app import Settings, close_streams, create_app
    from noughts.web.http.clientlimits import ClientLimits
    from noughts.web.play.store import Store

__all__ = ["ClientLimits", "Settings", "Store", "close_streams", "create_app"]

# Loaded late, as a worker process loads no server.
_load = late(
    __name__,
    {
        "ClientLimits": "http.clientlimits",
        "Settings": "http.app",
        "Store": "play.store",
        "close_streams": "http.app",
        "create_app": "http.app",
    },
)


def __getattr__(name: str) -> Any:
    if name in __all__:
        require_extra("web", "the web server")
    return _load(name)
