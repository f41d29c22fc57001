"""Where the page's modules stand, and whom they import."""

import re
from collections.abc import Iterator
from pathlib import Path

import noughts

STATIC = Path(noughts.__file__).parent / "web" / "static"
MAY_IMPORT: dict[str, set[str]] = {  # the folders that the modules of a folder may import besides their own
    "": set(),
    "analysis": {""},
    "controls": {"", "analysis"},
    "views": {"", "analysis", "controls"},
    "main": {"", "views"},
}
MODULES = [path for path in sorted(STATIC.rglob("*.js")) if path.parent.name != "python"]


def imported(module: Path) -> Iterator[Path]:
    """Yield the modules that a module imports as it is loaded."""
    for name in re.findall(r'^(?:import|export|\}) .*?from "(.+?)";', module.read_text(), re.MULTILINE):
        yield (module.parent / name).resolve()


def room(module: Path) -> str:
    """Return the folder of a module: "" for those at the top, and for the ways to the program beside them. main.js is
    above all."""
    folder = "main" if module.name == "main.js" else module.relative_to(STATIC).parts[0]
    return folder if folder in MAY_IMPORT else ""


def test_modules_import_no_folder_above_theirs() -> None:
    own = [
        (module, other)
        for module in MODULES
        for other in imported(module)
        if other.is_relative_to(STATIC) and other.exists()
    ]
    assert len(own) > 200
    wrong = [(str(a), str(b)) for a, b in own if room(b) != room(a) and room(b) not in MAY_IMPORT[room(a)]]
    assert wrong == []


def test_views_import_no_other_view() -> None:
    views = [module for module in MODULES if room(module) == "views"]
    assert len({module.parent for module in views}) == 9
    wrong = [
        (module, other)
        for module in views
        for other in imported(module)
        if room(other) == "views" and other.parent != module.parent
    ]
    assert wrong == []
