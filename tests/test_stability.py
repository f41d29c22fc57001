"""What the page about stability lists is what there is; the citation has the package's version."""

import importlib
import re
from pathlib import Path

import noughts
from noughts.cli.exits import MEANINGS

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reference" / "stability.md").read_text(encoding="utf-8")


def part(name: str) -> str:
    """Return the part of the page between its marks."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", PAGE, re.DOTALL)
    assert found is not None, name
    return found[1]


def rows(name: str) -> list[list[str]]:
    """Return the rows of a table of the page, without its head."""
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in part(name).splitlines()[2:]]


def test_the_front_door() -> None:
    assert re.findall(r"`(\w+)`", part("names")) == noughts.__all__


def test_the_rooms() -> None:
    found = rows("rooms")
    assert len(found) > 4
    for room, names in found:
        package = importlib.import_module(room.strip("`"))
        listed = re.findall(r"`(\w+)`", names)
        assert listed == sorted(listed)
        assert set(listed) == set(getattr(package, "__all__", listed))
        assert all(hasattr(package, name) for name in listed)


def test_the_exit_codes() -> None:
    assert rows("codes") == [[str(code.value), meaning] for code, meaning in MEANINGS.items()]


def test_the_schemas() -> None:
    """Every schema that the package names: those that a JSON Schema describes, and the others."""
    named = re.compile(r"noughts/[a-z-]+/\d+")
    sources = (ROOT / "src" / "noughts").rglob("*.py")
    expected = {schema for path in sources for schema in named.findall(path.read_text(encoding="utf-8"))}
    listed = [*named.findall(part("schemas")), *re.findall(r"\[(.*?)\]", part("documents"))]
    assert sorted(listed) == sorted(expected)


def test_the_citation() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    told = dict(re.findall(r"^([\w-]+): (.+)$", citation, re.MULTILINE))
    assert (told["version"], told["license"]) == (noughts.__version__, "MIT")
    assert {"cff-version", "message", "title"} <= told.keys()
    assert "\nauthors:\n  - name: the noughts authors\n" in citation
