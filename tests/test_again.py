"""What the tests themselves rest on: what is run once more, what a change asks for, brute force."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import MOST, worth_another_run
from tests.brute_force import FAULT, brute_force, free_cells, lines
from tests.rooms import FOLDERS, GRAPH, ROOMS, ROOT, asked_for

FAILS_ONCE = """
from pathlib import Path

def test_it():
    mark = Path(__file__).with_suffix(".mark")
    first, _ = not mark.exists(), mark.touch()
    assert not first or {passes}
"""


def report(name: str, when: str = "call") -> pytest.TestReport:
    return pytest.TestReport(name, ("", None, ""), {}, "failed", "", when)  # type: ignore[arg-type]


def test_a_few_failures_are_tried_again() -> None:
    few = [report(f"tests/test_{n}.py::test_it") for n in range(MOST)]
    assert worth_another_run([*few, report(few[0].nodeid, "teardown")]) == [one.nodeid for one in few]


@pytest.mark.parametrize(
    "reports",
    [
        [report(f"tests/test_{n}.py::test_it") for n in range(MOST + 1)],
        [report("tests/test_one.py::test_it"), report("tests/fuzz/test_tables.py::test_it")],
        [report("tests/signature/test_signature.py::test_it")],
        [report("tests/web/test_faults.py::test_a_killed_server_keeps_its_games")],
        [report("tests/test_one.py::test_it", "???")],
    ],
    ids=["many", "fuzz", "signature", "kill", "a worker died"],
)
def test_others_are_not(reports: list[pytest.TestReport]) -> None:
    assert worth_another_run(reports) == []


@pytest.mark.gate
def test_a_test_that_passes_the_second_time_is_named(tmp_path: Path) -> None:
    ended = gate(tmp_path, FAILS_ONCE.format(passes="False"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[-1] == "flaky: test_sometimes.py::test_it"


def gate(folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """Run a file of tests as CI does: two processes, a file to each."""
    (folder / "test_sometimes.py").write_text(text)
    names = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "tests.again", "-q", "-p", "xdist", "-n2", "--dist=loadfile"]
    environment = names | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_all_games_of_the_rules() -> None:
    """A player that may choose every free cell plays all 255,168 games, and each of the eight lines is one."""
    first, second = brute_force(free_cells, "X"), brute_force(free_cells, "O")
    assert (first.won, first.drawn, first.lost) == (131_184, 46_080, 77_904)
    assert (second.won, second.drawn, second.lost) == (77_904, 46_080, 131_184)
    assert len(list(lines(3, 3, 3))) == 8
    assert len(list(lines(4, 4, 4))) == 10


def test_an_answer_that_breaks_the_rules_loses() -> None:
    assert brute_force(lambda board: {FAULT}, "X") == (0, 0, 1, 1)
    assert brute_force(lambda board: {0}, "O") == (0, 0, 57, 57)  # X takes a1, or another cell and another


def test_every_folder_of_tests_is_in_the_table() -> None:
    folders = {path.parent.relative_to(ROOT / "tests").parts[:1] for path in (ROOT / "tests").rglob("test_*.py")}
    assert {"".join(parts) for parts in folders} <= GRAPH.keys()
    assert all((ROOT / "tests" / name).is_dir() for name in FOLDERS)


@pytest.mark.parametrize(
    ("paths", "inside", "outside"),
    [
        (["src/noughts/core/game.py"], {"core", "walk", "cli", "browser", ""}, {"jit", "errors"}),
        (["src/noughts/errors.py"], ROOMS.keys() - {"files", "late", "words"}, {"files", "late", "words"}),
        (["src/noughts/terminal/plain.py"], {"terminal", "cli", ""}, {"core", "web", "browser"}),
        (["src/noughts/web/static/main.ts"], {"web", "browser", "cli"}, {"core", "app"}),
        (["src/noughts/certify/check.py", "CHANGELOG.md"], {"certify", "fuzz", "solve", ""}, {"core", "walk"}),
        (["tests/solve/test_plain.py"], {"tests/solve/test_plain.py"}, {"solve", ""}),
        (["tests/web/serving.py"], {"web"}, {"browser", ""}),
        (["tests/browser/test_play.py"], {"browser"}, {"web", ""}),
        (["tests/core/brute.py"], GRAPH.keys(), set[str]()),
        (["tests/data/consoles/marks.py"], GRAPH.keys(), set[str]()),
        (["tests/witnesses.py"], GRAPH.keys(), set[str]()),
        (["proof/Game.v"], {"certify", "fuzz"}, {"core", ""}),
        (["docs/index.md", "benchmarks/ladder.py"], {""}, {"core", "cli"}),
        (["pyproject.toml"], GRAPH.keys(), set[str]()),
        ([".ci/run"], set[str](), GRAPH.keys()),
        ([], set[str](), GRAPH.keys()),
    ],
)
def test_what_a_change_asks_for(paths: list[str], inside: set[str], outside: set[str]) -> None:
    wanted = asked_for(paths)
    assert inside <= wanted
    assert not outside & wanted
