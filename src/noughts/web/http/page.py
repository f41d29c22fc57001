"""The page: one HTML document at all its addresses, and the files of the page.

The modules and stylesheets that are served are made of those in static (.ci/bundle.mjs): few files, without comments.
"""

import json
import re
from functools import cache
from html import escape
from pathlib import Path

from noughts.words import catalogue

STATIC = Path(__file__).parents[1] / "static"
BUNDLE = Path(__file__).parents[1] / "bundle"
_SHARED = re.compile(r"\./(shared-\w+\.js)")
EMBED = "embed"  # the view that stands in a frame on another page: its document has no head, and main.js no part in it
VIEWS = {  # the addresses, and the view that main.js shows there
    "/": "home",
    "/game/{rest:path}": "game",
    "/board": "board",
    "/explore": "board",
    "/tree": "tree",
    "/review": "board",
    "/learn": "learn",
    "/prove": "prove",
    "/teachers": "teachers",
    "/embed": EMBED,
    "/games": None,
}


def document(view: str | None) -> str:
    """Return the document of a view, or of none."""
    source = STATIC / ("embed.html" if view == EMBED else "index.html")
    languages = escape(json.dumps(catalogue.names(), ensure_ascii=False, separators=(",", ":")), quote=False)
    text = source.read_text(encoding="utf-8").replace("<html ", f"<html data-languages='{languages}' ")
    return text if view == EMBED else text.replace("  </head>\n", f"{_shared_links()}  </head>\n")


@cache
def _shared_links() -> str:
    """Return the links by which the files that main.js imports are asked for with it, not after it."""
    shared = _SHARED.findall((BUNDLE / "main.js").read_text(encoding="utf-8"))
    return "".join(f'    <link rel="modulepreload" href="/static/{name}" />\n' for name in shared)


def page_files() -> dict[str, bytes | Path]:
    """Return the page's files by their paths under /static: modules, stylesheets, the icon, templates, languages."""
    bundle = [path for kind in ("*.js", "*.css") for path in sorted(BUNDLE.rglob(kind))]
    others = [STATIC / "favicon.svg", *sorted(STATIC.glob("python/templates/*.txt"))]
    return {
        **{path.relative_to(BUNDLE).as_posix(): path for path in bundle},
        **{path.relative_to(STATIC).as_posix(): path for path in others},
        **{f"words/{code}.json": catalogue.for_page(code) for code in catalogue.languages()},
    }
