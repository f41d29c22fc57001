"""The program with click, platformdirs and sgfmill alone: no compiler, no NumPy, no screen, no server.

Every other installed package is hidden from one child process, which runs all the commands in order.
"""

import json
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

BASE = {"click", "noughts", "platformdirs", "sgfmill"}
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
PROGRAM = """
def move(board):
    for cell, mark in enumerate(board):
        if mark == " ":
            return cell
"""
LARGE = ("X..../...../...../...../.....", "--game", "5,5,4")

# What is typed, the exit code, and a part of the answer.
WHOLE = [
    ("prove", 1, "77,904  46,080  131,184         58.4921%"),
    ("prove ring", 0, "never loses"),
    ("prove weights", 1, "CAN LOSE"),
    ("prove perfect --seat first", 0, "never loses"),
    ("prove mine.py", 1, "CAN LOSE"),
    ("prove paths:override=off --seat second --fix", 0, "1 exception"),
    ("prove ring --certificate ring.json", 0, "never loses"),
    ("check ring.json", 0, "holds: "),
    ("grade mine.py", 1, "mine.py  can lose"),
    ("solve 3,3,3 --certificate solved.json", 0, "draw"),
    ("check solved.json", 0, "holds: "),
    ("solve 5,5,4 --value-only", 0, "draw"),
    ("solve 6,6,4 --value-only", 0, "win"),
    ("solve 7,7,5 --value-only", 0, "draw"),
    ("solve 4,4,3 --distance", 0, "win in 5 plies"),
    ("analyse X../.O./..X", 0, "draw with b1 a2 c2 b3"),
    ("explain XX./.../O.. --strategy weights", 0, "greatest score 11"),
    ("match ring weights", 0, "[0.625] exact"),
    ("match menace tactical sharp", 0, "points in per cent, row against column"),
    ("match random tactical --games 20 --records games.sgf", 0, "ratings in Elo"),
    ("convert games.sgf --to jsonl", 0, '"moves"'),
    ("replay games.sgf", 0, "random"),
    ("play --x first --o ring", 0, "O (ring) plays"),
    ("lesson", 0, "your move"),
    ("plan --smallest --skip-obvious", 0, "3 positions to learn"),
    ("poster ring --out ring.svg", 0, "76 games on one sheet"),
    ("strategies", 0, "newell-simon"),
    ("warm-up --help", 0, "Compile everything ahead"),
]

# What is typed, and what needs which extra.
EXTRAS = [
    ("warm-up", "compiled code", "fast"),
    ("tabulate 3,3,3 --out x.table", "a table of all positions", "fast"),
    ("solve 4,4,4 --certificate x.json", "a certificate of 16 free cells", "fast"),
    ("solve 3,3,3 --checkpoint x.npz", "a checkpoint", "fast"),
    ("prove search", "'search' by nodes, unlike one by seconds,", "fast"),
    ("play --o search", "'search' by nodes, unlike one by seconds,", "fast"),
    ("poster ring --out x.png", "a PNG or a PDF, unlike an SVG,", "poster"),
    ("match random first --games 2 --executor tcp://127.0.0.1:9", "a Dask cluster", "dask"),
    ("web --port 0", "the web server", "web"),
]


def child(code: str, folder: Path, *arguments: str) -> str:
    """Return what a child process prints that finds no package but those of the base."""
    hidden = set(packages_distributions()) - BASE - sys.stdlib_module_names
    assert {"numpy", "numba", "rich", "sqlalchemy", "textual"} <= hidden
    command = [sys.executable, "-c", HIDING + code, json.dumps([*hidden]), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder).stdout


def run(commands: list[list[str]], folder: Path) -> list[tuple[int, str, str]]:
    """Return the exit code, the output and the errors of each command."""
    return [tuple(answer) for answer in json.loads(child(COMMANDS, folder, json.dumps(commands)))]


def test_the_commands_work_whole(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PROGRAM)
    answers = run([line.split() for line, _, _ in WHOLE], tmp_path)
    for (line, code, text), answer in zip(WHOLE, answers, strict=True):
        assert (line, answer[0]) == (line, code), answer
        assert text in answer[1], line


def test_a_search_in_plain_python_answers_in_its_seconds(tmp_path: Path) -> None:
    ((code, out, _),) = run([["explain", *LARGE, "--strategy", "search:seconds=0.2"]], tmp_path)
    assert code == 0
    assert "plies" in out


def test_what_needs_an_extra_says_so_before_it_starts_anything(tmp_path: Path) -> None:
    answers = run([line.split() for line, _, _ in EXTRAS], tmp_path)
    expected = [
        (2, "", f"noughts: {what} needs an extra: pip install 'noughts[{extra}]'\n") for _, what, extra in EXTRAS
    ]
    assert answers == expected
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("statement", "what", "extra"),
    [
        ("from noughts.web import create_app", "the web server", "web"),
        ("from noughts.solve import tabulate", "a table of all positions", "fast"),
        ("import noughts.envs.batch", "an environment", "fast"),
        ("from noughts.strategies import load; load('search').find(board)", "the compiled search", "fast"),
    ],
)
def test_the_door_of_a_room_says_so_too(statement: str, what: str, extra: str, tmp_path: Path) -> None:
    code = "from noughts import Game, Position\nfrom noughts.errors import MissingExtraError\n"
    code += "board = Position(Game(5, 5, 4))\n"
    code += f"try:\n    {statement}\nexcept MissingExtraError as error:\n    print(error)\n"
    assert child(code, tmp_path) == f"{what} needs an extra: pip install 'noughts[{extra}]'\n"
