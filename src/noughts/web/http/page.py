"""The page: one HTML document at all its addresses, which names the stylesheet and the modules of its view.

Without their names a browser finds the modules one level of imports after the other: nineteen requests deep.
"""

import json
import re
from html import escape
from importlib.resources import files
from pathlib import Path
from posixpath import dirname, join, normpath

from noughts.words import catalogue

STATIC = Path(__file__).parents[1] / "static"
EMBED = "embed"  # the view that stands in a frame on another page: its document has no head, and main.js no part in it
VIEWS = {  # the addresses, and the view that main.js loads there
    "/": "home",
    "/game/{rest:path}": "game",
    "/board": "board",
    "/review": "review",
    "/learn": "learn",
    "/prove": "prove",
    "/matches": "matches",
    "/teachers": "teachers",
    "/embed": EMBED,
    "/games": None,
}
_IMPORT = re.compile(r'^(?:import|export|\}) .*?from "(.+?)";', re.MULTILINE)


def document(view: str | None, transport: str = "server") -> str:
    """Return the document of a view, or of none. `transport`: which way to the program it takes."""
    entry = [] if view == EMBED else ["main.js", f"transport/{transport}.js"]
    named = [*entry, *([f"views/{view}/view.js"] if view else [])]
    modules = dict.fromkeys(module for name in named for module in _needed(name))
    links = "".join(f'    <link rel="modulepreload" href="/static/{name}" />\n' for name in modules)
    if view:
        links = f'    <link rel="stylesheet" href="/static/views/{view}/style.css" />\n{links}'
    text = (
        (STATIC / ("embed.html" if view == EMBED else "index.html"))
        .read_text(encoding="utf-8")
        .replace("  </head>", f"{links}  </head>")
    )
    return text.replace("<html ", f"<html data-languages='{_named_languages()}' ")


def _named_languages() -> str:
    return escape(json.dumps(catalogue.names(), ensure_ascii=False, separators=(",", ":")), quote=False)


def language_files() -> dict[str, bytes]:
    """Return the files of the languages by their paths under /static."""
    return {f"words/{code}.json": catalogue.for_page(code) for code in catalogue.languages()}


def page_files() -> dict[str, bytes]:
    """Return the page's own files, the languages, and what all drawings share, by their paths under /static."""
    shared = {path.name: path.read_bytes() for path in (files("noughts.drawing") / "page").iterdir() if path.is_file()}
    return (
        shared
        | language_files()
        | {
            path.relative_to(STATIC).as_posix(): path.read_bytes()
            for path in sorted(STATIC.rglob("*"))
            if path.is_file() and not path.name.endswith((".d.ts", ".html", "worker.js"))  # which stands under /python
        }
    )


def _needed(module: str) -> list[str]:
    """Return the names of a module and of all that it imports, those first that a browser would find first."""
    found = [module]
    for name in found:
        for imported in _IMPORT.findall(_source(name)):
            path = normpath(join(dirname(name), imported))
            if path not in found:
                found.append(path)
    return found


def _source(name: str) -> str:
    """Return a module's text: one of the page's own, or one that it shares with every drawing."""
    own = STATIC / name
    return own.read_text(encoding="utf-8") if own.is_file() else (files("noughts.drawing") / "page" / name).read_text()
