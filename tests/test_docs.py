"""The examples in the documents are run as written, and what the documents point to is there."""

import doctest
import importlib
import importlib.util
import io
import os
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from benchmarks.pictures import rooms
from tests.cli.conftest import Run
from tests.rooms import BASE, ROOMS
from tests.sessions import faults_of, files_of, sessions_of, shows

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
WITH_EXAMPLES = [name for name in PAGES if "\n>>> " in (DOCS / name).read_text(encoding="utf-8")]
LONG = ("engines.md", "solver/tables.md", "environments.md")  # an engine's process, compiled code, a library's start


def in_tiers(names: list[str]) -> list[ParameterSet]:
    """Return pages to run as written; the long ones are in the long tier."""
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in names]


FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
QUOTED = re.compile(r"`([^`\n]+)`")


def text_of(path: Path) -> str:
    """A page without its fenced blocks."""
    return FENCED.sub("", path.read_text(encoding="utf-8"))


def links_of(path: Path) -> list[str]:
    """The targets of a page's links within this repository."""
    return [target for target in LINK.findall(text_of(path)) if not re.match(r"[a-z]+:", target)]


def anchors_of(path: Path) -> set[str]:
    """The names of a page's headings, as in the links to them."""
    titles = re.findall(r"^#+ (.+)$", text_of(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def fault_of(page: Path, target: str) -> str | None:
    """What is wrong with a link of a page."""
    name, _, anchor = target.partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        return f"{page.name}: no file {target!r}"
    if anchor and anchor not in anchors_of(file):
        return f"{page.name}: no heading {target!r}"
    return None


@pytest.mark.parametrize("name", in_tiers(WITH_EXAMPLES))
def test_examples(name: str) -> None:
    options = doctest.IGNORE_EXCEPTION_DETAIL
    results = doctest.testfile(str(DOCS / name), module_relative=False, verbose=False, optionflags=options)
    assert results.attempted > 3
    assert results.failed == 0


@pytest.mark.gate
@pytest.mark.parametrize("name", in_tiers([name for name in PAGES if sessions_of(DOCS / name)]))
def test_sessions(name: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, in one folder: a later one uses what an earlier one wrote."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")  # has pbrain-noughts
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    page = DOCS / name
    for file, body in files_of(page).items():
        Path(file).write_text(body)
    assert [fault for session in sessions_of(page) for fault in faults_of(session, run)] == []


@pytest.mark.parametrize(
    ("expected", "printed", "same"),
    [
        ("one\n  two \n", "one\n  two", True),
        ("one\n…\nthree\n", "one\ntwo\nthree\n", True),
        ("one\n…\nthree\n", "one\ntwo\nfour\n", False),
        ("1.5 …", "1x5 2", False),
        ("", "one", False),
    ],
)
def test_what_a_session_shows(expected: str, printed: str, same: bool) -> None:
    assert shows(expected, printed) is same


def test_there_are_documents_with_examples() -> None:
    assert {"environments.md", "records.md", "solver.md", "solver/maker-breaker.md"} <= set(WITH_EXAMPLES)


def test_the_index_has_every_page() -> None:
    """Once each; the sidebar is made of it, so a page that it lacks cannot be reached, and `make docs` fails."""
    listed = re.findall(r"^ *- .*?\]\((\S+\.md)\)", text_of(DOCS / "index.md"), re.MULTILINE)
    assert sorted(["index.md", *listed]) == PAGES


@pytest.mark.parametrize("name", ["../README.md", *PAGES])
def test_links(name: str) -> None:
    page = DOCS / name
    faults = [fault_of(page, target) for target in links_of(page)]
    assert [fault for fault in faults if fault] == []


def runs_of(path: Path, length: int = 12) -> set[str]:
    """Return all runs of so many words of a page, without its blocks, tables and comments."""
    words = re.sub(r"<!--.*?-->|^\|.*$", "", text_of(path), flags=re.MULTILINE).split()
    return {" ".join(words[start : start + length]) for start in range(len(words) - length + 1)}


def test_nothing_is_told_twice() -> None:
    told = Counter(run for name in ("../README.md", *PAGES) for run in runs_of(DOCS / name))
    assert [run for run, pages in told.items() if pages > 1] == []


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Who may?\n\n[a](page.md#who-may) [b](#what) [c](gone.md) [d](https://example.org)\n")
    assert [fault_of(page, target) for target in links_of(page)] == [
        None,
        "page.md: no heading '#what'",
        "page.md: no file 'gone.md'",
    ]


@pytest.mark.parametrize("name", PAGES)
def test_modules_and_paths(name: str) -> None:
    """Every `noughts.room.module` is a module or a name in one, every `src/...` and `tests/...` a file or a folder."""
    for quoted in QUOTED.findall(text_of(DOCS / name)):
        if re.fullmatch(r"(src|tests|benchmarks)/[\w./-]+", quoted):
            assert (ROOT / quoted).exists(), quoted
        elif re.fullmatch(r"noughts(\.\w+)+", quoted):
            assert names_something(quoted), quoted


def names_something(dotted: str) -> bool:
    """Whether a dotted name is a module, or is a name in one."""
    parent, _, last = dotted.rpartition(".")
    try:
        if importlib.util.find_spec(dotted) is not None:
            return True
    except ModuleNotFoundError:  # the parent is not a package, or is not there
        pass
    try:
        return hasattr(importlib.import_module(parent), last)
    except ModuleNotFoundError:
        return False


@pytest.mark.parametrize(
    ("dotted", "expected"),
    [
        ("noughts.core", True),
        ("noughts.core.game", True),
        ("noughts.core.game.Game", True),
        ("noughts.testing.check_strategy", True),
        ("noughts.core.chess", False),
        ("noughts.attic.box", False),
        ("noughts.core.game.Chess", False),
    ],
)
def test_names_that_are_there(dotted: str, expected: bool) -> None:
    assert names_something(dotted) is expected


def test_the_map_of_rooms_is_that_of_the_table() -> None:
    """Every room has a place below those that import it; what the lines say, all of it and no more, is in the table."""
    assert rooms.PLACES.keys() == ROOMS.keys() - BASE - {"core", "players", "review", "cli", "__init__", "__main__"}
    for room, (_, row, _) in rooms.PLACES.items():
        below = ROOMS[room] & rooms.PLACES.keys()
        assert all(row < rooms.PLACES[name][1] for name in below)
        assert rooms.steps_of(room) <= below <= rooms.reached(room)
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    for room in ROOMS.keys() - {"__init__", "__main__"}:
        assert f"`noughts.{room}`" in text or f"`noughts.{room}." in text, room
