"""The extras that pyproject.toml offers are those that the program asks for; and the program without any."""

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from benchmarks.extras import BEGIN, END, PAGE
from benchmarks.extras import EXTRAS as LISTED
from noughts import extras
from noughts.errors import MissingExtraError
from tests.base_commands import EXTRAS, PROGRAM, WHOLE

OFFERED = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]["optional-dependencies"]
FOR_CONTRIBUTORS = {"all", "dev", "docs"}
DISTRIBUTIONS = {"psycopg": "psycopg[binary]"}


def test_every_extra_is_known_and_brings_its_libraries() -> None:
    assert set(OFFERED) == {*extras.LIBRARIES, *FOR_CONTRIBUTORS}
    for extra, libraries in extras.LIBRARIES.items():
        brought = {line.split(">=")[0] for line in [*OFFERED[extra], *OFFERED["fast"]]}
        assert {DISTRIBUTIONS.get(library, library) for library in libraries} <= brought


def test_all_means_all_of_them() -> None:
    assert OFFERED["all"] == [f"noughts[{','.join(extras.LIBRARIES)}]"]


def test_a_missing_one_is_asked_for_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "installed", lambda library: library != "numba")
    assert (extras.has_extra("tui"), extras.has_extra("fast")) == (True, False)
    extras.require_extra("tui", "a board")
    with pytest.raises(MissingExtraError, match=r"^a table needs an extra: pip install 'noughts\[fast\]'$"):
        extras.require_extra("fast", "a table")


def test_the_page_says_what_each_weighs() -> None:
    table = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    listed = re.findall(r"^\| `(\w+)` \| (.+?) \| (\d+) \| (\d+) MB \|$", table, re.MULTILINE)
    assert [(extra, what) for extra, what, _, _ in listed] == [*LISTED.items()][1:]
    assert {extra for extra, *_ in listed} == {*extras.LIBRARIES, "all"}


BASE = {"click", "mashumaro", "noughts", "platformdirs", "typing_extensions"}
# Takes a list of names that no finder finds.
HIDING = """
import json, sys
class Hiding:
    def __init__(self, finder):
        self.finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in hidden else self.finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self.finder, name)
hidden = {*json.loads(sys.argv[1])}
sys.meta_path[:] = map(Hiding, sys.meta_path)
"""
COMMANDS = """
import contextlib, io
from noughts.cli import main
answers = []
for command in json.loads(sys.argv[2]):
    sys.argv, sys.stdin = ["noughts", *command], io.StringIO("")
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        answers.append([end.code, out.getvalue(), err.getvalue()])
json.dump(answers, sys.stdout)
"""
LARGE = ("X..../...../...../...../.....", "--game", "5,5,4")


def child(code: str, folder: Path, *arguments: str) -> str:
    """Return what a child process prints that finds no package but those of the base."""
    hidden = set(packages_distributions()) - BASE - sys.stdlib_module_names
    assert {"numpy", "numba", "rich", "sqlalchemy", "textual"} <= hidden
    command = [sys.executable, "-c", HIDING + code, json.dumps([*hidden]), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def run(commands: list[list[str]], folder: Path) -> list[tuple[int, str, str]]:
    """Return the exit code, the output and the errors of each command."""
    return [tuple(answer) for answer in json.loads(child(COMMANDS, folder, json.dumps(commands)))]


@pytest.mark.gate
def test_the_commands_work_whole(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    answers = run([line.split() for line, _, _ in WHOLE], tmp_path)
    for (line, code, text), answer in zip(WHOLE, answers, strict=True):
        assert (line, answer[0]) == (line, code), answer
        assert text in answer[1], line


def test_a_search_in_plain_python_answers_in_its_seconds(tmp_path: Path) -> None:
    ((code, out, _),) = run([["explain", *LARGE, "--strategy", "search:seconds=0.2"]], tmp_path)
    assert code == 0
    assert "moves ahead" in out


def test_what_needs_an_extra_says_so_before_it_starts_anything(tmp_path: Path) -> None:
    answers = run([line.split() for line, _, _ in EXTRAS], tmp_path)
    expected = [
        (2, "", f"noughts: {what} needs an extra: pip install 'noughts[{extra}]'\n") for _, what, extra in EXTRAS
    ]
    assert answers == expected
    assert not list(tmp_path.iterdir())


def test_the_door_of_a_room_says_so_too(tmp_path: Path) -> None:
    doors = [
        ("from noughts.web.http.app import create_app", "the web server", "web"),
        ("from noughts.solve import tabulate", "a table of all positions", "fast"),
        ("import noughts.envs.batch", "an environment", "fast"),
        ("from noughts.strategies import load; load('search').find(board)", "the compiled search", "fast"),
    ]
    code = "from noughts import Game, Position\nfrom noughts.errors import MissingExtraError\n"
    code += "board = Position(Game(5, 5, 4))\n"
    for statement, _, _ in doors:
        code += f"try:\n    {statement}\nexcept MissingExtraError as error:\n    print(error)\n"
    expected = [f"{what} needs an extra: pip install 'noughts[{extra}]'" for _, what, extra in doors]
    assert child(code, tmp_path).splitlines() == expected
