"""How much a first load weighs, without a browser: the files that a view needs, each compressed."""

import gzip
import re
from pathlib import Path

import pytest

import noughts
from noughts.words import catalogue

STATIC = Path(noughts.__file__).parent / "web" / "static"
LIMIT = 60_000  # bytes on the wire
SHARED = Path(noughts.__file__).parent / "drawing" / "page"  # what the page shares with every drawing
SHELL = {STATIC / name for name in ("index.html", "style.css", "theme.js", "favicon.svg")} | {SHARED / "colours.css"}
DOCUMENTS = {STATIC / "docs.css", STATIC / "embed.html"}  # of the page /docs, and of a small board in a frame
VIEWS = sorted((STATIC / "views").glob("*/view.js"))
LANGUAGE = catalogue.for_page("en")  # of which a page loads one
SERVER, LOCAL = STATIC / "transport" / "server.js", STATIC / "transport" / "local.js"  # of which a page loads one


def needed(module: Path) -> set[Path]:
    """Return a module with all that it imports when it is loaded, itself or by others."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = re.findall(r'^(?:import|export|\}) .*?from "(.+?)";', path.read_text(), re.MULTILINE)
            waiting += [file_of(path, name) for name in names]
    return found


def styles(view: Path) -> set[Path]:
    """Return the stylesheet beside a view's module, with those that it imports."""
    sheet = view.with_name("style.css")
    return {sheet, *(file_of(sheet, name) for name in re.findall(r'@import url\("(.+?)"\);', sheet.read_text()))}


def later(modules: set[Path]) -> set[Path]:
    """Return what some modules import later, as far as it is no view: an editor, an opponent in this browser."""
    names = [(path, name) for path in modules for name in re.findall(r'await import\("(.+?)"\)', path.read_text())]
    return set[Path]().union(*(needed(file_of(*each)) for each in names))


def file_of(module: Path, name: str) -> Path:
    """Return the file of an import: the server looks among the page's own files, then among the shared ones."""
    path = (module.parent / name).resolve()
    return path if path.exists() else SHARED / path.name


@pytest.mark.parametrize("view", [view.parent.name for view in VIEWS])
def test_first_load_of_a_view(view: str) -> None:
    module = STATIC / "views" / view / "view.js"
    files = SHELL | needed(STATIC / "main.js") | needed(SERVER) | needed(module) | styles(module)
    assert LOCAL not in files
    assert {STATIC / "api.js", STATIC / "router.js", STATIC / "dom.js"} <= files
    assert sum(len(gzip.compress(file)) for file in [LANGUAGE, *(path.read_bytes() for path in files)]) < LIMIT


def test_every_file_belongs_to_a_view() -> None:
    """No file lies there that nothing loads."""
    python = {
        path for path in (STATIC / "python").rglob("*") if path.is_file()
    }  # its worker, and an editor's templates
    modules = set[Path]().union(*map(needed, (STATIC / "main.js", SERVER, LOCAL, *VIEWS)))
    sheets = set[Path]().union(*map(styles, VIEWS))
    loaded = SHELL | DOCUMENTS | python | modules | sheets | later({path for path in modules if path.suffix == ".js"})
    assert loaded == {
        path for folder in (STATIC, SHARED) for path in folder.rglob("*") if path.is_file() and path.suffix != ".ts"
    }
