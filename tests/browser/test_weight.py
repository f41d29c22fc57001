"""How much a first load weighs, without a browser: the files that a view needs, as they are before any compression."""

import re
from pathlib import Path

import pytest

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"
LIMIT = 150_000  # bytes
SHELL = {STATIC / name for name in ("index.html", "style.css", "theme.js", "favicon.svg")}
VIEWS = sorted((STATIC / "views").glob("*.js"))


def needed(module: Path) -> set[Path]:
    """Return a module with all that it imports when it is loaded, itself or by others."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            names = re.findall(r'^(?:import|export|\}) .*?from "(.+?)";', path.read_text(), re.MULTILINE)
            waiting += [(path.parent / name).resolve() for name in names]
    return found


@pytest.mark.parametrize("view", [view.stem for view in VIEWS])
def test_first_load_of_a_view(view: str) -> None:
    files = SHELL | needed(STATIC / "main.js") | needed(STATIC / "views" / f"{view}.js")
    assert {STATIC / "api.js", STATIC / "router.js", STATIC / "dom.js"} <= files
    assert sum(path.stat().st_size for path in files) < LIMIT


def test_every_file_belongs_to_a_view() -> None:
    """No file lies there that nothing loads."""
    loaded = SHELL.union(needed(STATIC / "main.js"), *map(needed, VIEWS))
    assert loaded == {path for path in STATIC.rglob("*") if path.is_file() and path.suffix != ".ts"}
