"""The documents and the README: their examples run as written, what they point to is there, what they list is all.

A session is a block of commands and of what they print. It runs in this process, through the fixture `run` of the
command line's tests; the README's, each in a process. A block that begins with `# name.py`, or follows a line that ends
in "`name.txt`:", is a file for the sessions of its page. In the shown output `…` stands for anything: what differs from
run to run, and lines left out.
"""

import doctest
import importlib
import importlib.util
import io
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import noughts
from benchmarks.pictures import rooms
from noughts import Game, Side
from noughts.cli.exits import MEANINGS
from noughts.prove import prove
from noughts.strategies import load
from noughts.testing import check_strategy
from tests.cli.conftest import Ran, Run, without_progress
from tests.rooms import BASE, ROOMS

ROOT = Path(__file__).parent.parent
DOCS, README = ROOT / "docs", ROOT / "README.md"
PROVING = DOCS / "how-to" / "prove-my-strategy.md"
STABILITY = (DOCS / "reference" / "stability.md").read_text(encoding="utf-8")
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
WITH_EXAMPLES = [name for name in PAGES if "\n>>> " in (DOCS / name).read_text(encoding="utf-8")]
LONG = ("engines.md", "solver/tables.md", "environments.md")  # an engine's process, compiled code, a library's start

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`(\w+\.\w+)`:\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
TIMING = re.compile(r" +[\d,]+ nodes, [\d.]+ s")  # differs from run to run


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


def blocks_of(page: Path) -> list[tuple[str, str]]:
    """Return the fenced blocks of a page: language and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def files_of(page: Path) -> dict[str, str]:
    """Return the files that a page shows, by name."""
    shown = {named[1]: body for _, body in blocks_of(page) if (named := re.match(r"# (\w+\.\w+)\n", body))}
    return shown | dict(NAMED.findall(page.read_text(encoding="utf-8")))


def sessions_of(page: Path) -> list[str]:
    """Return the sessions of a page."""
    return [body for language, body in blocks_of(page) if language == "console"]


def steps_of(session: str) -> list[tuple[str, str]]:
    """Return the commands of a session, each with what it prints."""
    parts = [part.partition("\n") for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]]
    return [(command, expected) for command, _, expected in parts]


def faults_of(session: str, run: Run) -> list[str]:
    """Run the commands of a session, all of them `noughts`, and return what they print otherwise than is shown."""
    found = []
    for command, expected in steps_of(session):
        program, *arguments = shlex.split(command)
        assert program == "noughts", command
        ran = run(*arguments)
        if ran.err:
            found.append(f"$ {command}\n{ran.err}")
        if not shows(expected, ran.out):
            found.append(f"$ {command}\n{ran.out}")
    return found


def shows(expected: str, printed: str) -> bool:
    """Whether an output is the expected one."""
    pattern = ".*".join(re.escape(part) for part in _tidy(expected).split("…"))
    return re.fullmatch(pattern, _tidy(printed), re.DOTALL) is not None


def in_a_process(*arguments: str) -> Ran:
    """Run a command in the current folder, in a process of its own, without input."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    ran = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments],
        env=environment | {"COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, without_progress(ran.stderr))


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines() if not TIMING.fullmatch(line))


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


def test_nothing_is_said_twice() -> None:
    runs = Counter(run for name in ("../README.md", *PAGES) for run in runs_of(DOCS / name))
    assert [run for run, pages in runs.items() if pages > 1] == []


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


@pytest.mark.gate
@pytest.mark.parametrize("session", sessions_of(README), ids=lambda session: session.splitlines()[0][2:])
def test_sessions_of_the_readme(session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert faults_of(session, in_a_process) == []


def test_the_first_block_names_what_is_there() -> None:
    """It makes its own environment, for the system's Python may refuse `pip install`; .ci/fresh pastes it."""
    first = next(body for language, body in blocks_of(README) if language == "sh")
    assert first.splitlines()[0] == "python3 -m venv .venv && . .venv/bin/activate"
    assert (ROOT / first.split()[-1]).is_file()


def test_what_is_named_in_examples_is_there() -> None:
    named = re.findall(r"examples/[\w./]+\w", README.read_text(encoding="utf-8"))
    assert len(named) > 5
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_the_pictures_are_there() -> None:
    """In light and in dark colours."""
    named = re.findall(r'(?:src|srcset)="([^"]+)"', README.read_text(encoding="utf-8"))
    assert {Path(name).stem.rpartition("-")[2] for name in named} == {"light", "dark"}
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_the_example_is_that_of_the_how_to() -> None:
    def code(text: str) -> str:
        return text[text.index("LINES = ") :]

    assert code((ROOT / "examples" / "mine.py").read_text()) == code(files_of(PROVING)["mine.py"])


def test_the_strategy_of_ten_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corners.py").write_text(files_of(PROVING)["corners.py"])
    strategy = load("corners.py:Corners")
    check_strategy(strategy, [Game(3, 3, 3)])
    assert prove(strategy, Game(3, 3, 3), Side.X).verdict == "can lose"


def test_library_examples_of_the_readme() -> None:
    results = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert results.attempted > 3
    assert results.failed == 0


def part(name: str) -> str:
    """Return the part of the page between its marks."""
    match = re.search(rf"<!-- {name} -->\n(.*?)<!-- end -->", STABILITY, re.DOTALL)
    assert match is not None, name
    return match[1]


def rows(name: str) -> list[list[str]]:
    """Return the rows of a table of the page, without its head."""
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in part(name).splitlines()[2:]]


def test_the_names_of_the_package() -> None:
    assert re.findall(r"`(\w+)`", part("names")) == noughts.__all__


def test_the_names_of_the_rooms() -> None:
    for room, names in rows("rooms"):
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
    fields = dict(re.findall(r"^([\w-]+): (.+)$", citation, re.MULTILINE))
    assert (fields["version"], fields["license"]) == (noughts.__version__, "MIT")
    assert {"cff-version", "message", "title"} <= fields.keys()
    assert "\nauthors:\n  - name: the noughts authors\n" in citation
