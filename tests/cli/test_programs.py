"""Other people's programs on the command line: the reading is said, --read."""

import asyncio
import json
import pickle
import re
import sys
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from noughts.app import visitor_program
from noughts.app.application import Application
from noughts.cli.exits import Exit
from noughts.errors import StrategyError
from noughts.grading import grader
from noughts.programs import person_program
from noughts.programs.jail.limits import Limits
from noughts.web.browser import worker
from noughts.web.http.page import STATIC
from tests.cli.conftest import Run
from tests.corpus import CASES

pytestmark = pytest.mark.gate

READ = 'read as: function of a 3x3 list of rows of "X", "O", None; returns (row, column)'
WORDS = READ.removeprefix("read as: ")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("enums", "newboard", "shortsighted", "text"):
        CASES[name].copy_to(tmp_path)
    monkeypatch.chdir(tmp_path)


def test_prove_says_how_it_is_read(run: Run) -> None:
    ran = run("prove", "shortsighted.py:minimax", "--seat", "second")
    assert ran.code == Exit.NO
    assert ran.out.startswith("shortsighted.py:minimax on 3,3,3, moving second: CAN LOSE\n")
    assert f"\n{READ}\ninferred: sure: " in ran.out
    assert ran.out.endswith('to say it yourself: --read "rows X O None -> row column"\n')


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("prove", "--read", "rows X O None -> index"), "--read takes one program of yours, not 0"),
        (("prove", "ring", "first", "--read", "rows X O None -> index"), "--read takes one program of yours, not 0"),
        (
            ("prove", "engine:cat", "--read", "rows X O None -> index"),
            "'engine:cat' takes no --read: it has a protocol",
        ),
        (("prove", "ring", "--read", "rows X O None -> index"), "has no option 'read'"),
        (("prove", "text.py", "--read", "nothing"), "no reading 'nothing'"),
        (("prove", "text.py", "--read", "flat X O . (board mark depth) -> index"), "the reading passes 3 arguments"),
        (("prove", "enums.py", "--game", "2,2,2"), "'enums.py:best_move' does not play '2,2,2': it raised IndexError"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], complaint: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (Exit.BAD, "")
    assert complaint in ran.err


COMMANDS = [
    *("prove text.py", "grade text.py", "match text.py first", "match text.py first --games 2 --workers 1"),
    *("play --x text.py --o first", "explain .../.../... --strategy text.py", "plan text.py"),
    *("poster text.py --out poster.svg", "check text.py --strategy text.py"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_limits_of_a_program(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    """Each command that takes a program hands them on."""

    def refuse(spec: str, limits: Limits, *others: object) -> None:
        raise StrategyError(f"it has {limits.answer} s and {limits.memory} bytes")

    monkeypatch.setattr(person_program, "PersonProgram", refuse)
    monkeypatch.setattr(grader, "PersonProgram", refuse)
    ran = run(*command.split(), "--answer-seconds", "7", "--memory", "1MiB")
    assert "it has 7.0 s and 1048576 bytes" in ran.out + ran.err


@pytest.mark.parametrize("seconds", ["0.05", "nan"])
def test_a_limit_that_is_none(run: Run, seconds: str) -> None:
    ran = run("prove", "text.py", "--answer-seconds", seconds)
    assert (ran.code, f"'{seconds}' is not a number of seconds from 0.1." in ran.err) == (Exit.BAD, True)


@pytest.mark.slow
def test_a_limit_says_how_it_is_raised(run: Run) -> None:
    Path("loop.py").write_text("def move(board):\n    while board.count('X') == 1: pass\n    return board.index(' ')\n")
    program = "loop.py:move:read=flat X O ' ' -> index"
    ran = run("explain", "X../.../...", "--strategy", program, "--answer-seconds", "0.2")
    assert (ran.code, ran.out) == (Exit.UNKNOWN, "")
    limit = "did not answer within 0.2 s of processor time at 'X../.../...' (--answer-seconds raises it)"
    assert ran.err.endswith(f"{limit}\n")


@pytest.mark.gate
def test_the_program_of_a_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that no other calls; of several that play, the command asks which."""
    monkeypatch.chdir(tmp_path)
    helper = "def lowest(board):\n    return board.index(' ')\n"
    Path("one.py").write_text(f"{helper}def think(board):\n    return lowest(board)\ndef main():\n    think([])\n")
    assert run("prove", "one.py", "--seat", "first").out.startswith("one.py:think on 3,3,3, moving first: CAN LOSE\n")
    Path("two.py").write_text(f"{helper}def think(board):\n    return 8 - board[::-1].index(' ')\n")
    asks = "noughts: 'two.py': which of lowest and think? noughts prove two.py:lowest\n"
    assert run("prove", "two.py", "--seat", "first").err.startswith(asks)
    assert "has no program 'best'; it has lowest, think" in run("prove", "two.py:best").err


@pytest.mark.slow
def test_draws_that_cannot_be_listed(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is measured, and said why; without a reason of its own, none is shown."""
    monkeypatch.chdir(tmp_path)
    Path("unit.py").write_text(
        "import random\n"
        "def move(board):\n"
        "    free = [cell for cell in range(9) if board[cell] == ' ']\n"
        "    return free[int(random.random() * len(free))]\n"
    )
    why = "random numbers: it draws by random.random, whose outcomes cannot be listed"
    ran = run("prove", "unit.py", "--games", "50", "--seat", "second")
    assert "measured, not proved" in ran.out
    assert ran.out.endswith(f"\n{why}\n")
    assert "whose outcomes" in json.loads(run("prove", "unit.py", "--games", "5", "--json").out)["unlisted"]
    explained = run("explain", "X../.../...", "--strategy", "unit.py").out.splitlines()
    assert explained[-1] == why
    assert "  (it draws random numbers, new ones for every move: see --seed)" in explained


def test_a_pickle_is_loaded_by_a_file_of_its_author(run: Run) -> None:
    """The pickle itself is refused, in one line."""
    table = {"         ": 4, "X        ": 4, "XO       ": 4, "    X    ": 0}
    Path("table.pkl").write_bytes(pickle.dumps(table))
    for command in (
        "explain XO./.../... --strategy table.pkl",
        "match table.pkl first",
        "prove table.pkl",
        "grade table.pkl",
    ):
        ran = run(*command.split())
        assert (ran.code, ran.out) == (Exit.BAD, "")
        assert "'table.pkl' is a pickle: load it in a file of your own" in ran.err
    Path("own.py").write_text("import pickle\ntable = pickle.load(open('table.pkl', 'rb'))\n")
    assert "table of 4 keys" in run("explain", "XO./.../...", "--strategy", "own.py:table").out


@pytest.mark.parametrize("filled", ['board.index(" ")', "max(free, key=lambda cell: board[cell - 1] == mark)"])
def test_what_is_not_read_can_be_written_in_one_form(run: Run, filled: str) -> None:
    """The lines after a refusal are a program, but for its answer."""
    Path("resigns.py").write_text("def get_move(board):\n    return 'resign'\n")
    refusal, blank, *lines = run("prove", "resigns.py").err.splitlines()
    assert refusal.startswith("noughts: 'resigns.py:get_move' does not play '3,3,3': it answered 'resign'")
    assert (blank, len(lines)) == ("", 12)
    Path("mine.py").write_text("\n".join(lines).replace("return ...", f"return {filled}"))
    document = json.loads(run("prove", "mine.py", "--json").out)
    assert document["read"].startswith('function of a list of 9 cells of "X", "O", " "; also passed the mark to play')
    assert document["seats"]["first"]["verdict"] == "can lose"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def here(board):\n    return 9\n\ndef best(cells, depth, what):\n    return 0\n", "which of"),
        ("x = 1\n", "there is no function and no class in it that chooses moves"),
        ("agent = {'one': 1}\n", "does not play"),
        ("while True:\n    input('Your name? ')\n", "does not play"),
    ],
)
def test_each_refusal_of_a_file_ends_with_the_form(run: Run, text: str, reason: str) -> None:
    Path("own.py").write_text(text)
    ran = run("prove", "own.py")
    assert (ran.code, ran.out, reason in ran.err) == (Exit.BAD, "", True)
    assert ran.err.count("\n") == 14
    assert "\n\n# " in ran.err
    assert run("prove", "own.py", "--json").err.count("\n") == 1


def test_other_refusals_do_not(run: Run) -> None:
    members = "name = 'mine'\n    supports = lambda self, game: False\n    decide = lambda self, position, rng: 0\n"
    Path("own.py").write_text(f"class Mine:\n    {members}")
    for arguments in (("prove", "own.py"), ("prove", "own.py:Yours"), ("prove", "missing.py"), ("prove", "rign")):
        ran = run(*arguments)
        assert (ran.code, ran.err.count("\n")) == (Exit.BAD, 1)


TEMPLATES = STATIC / "python" / "templates"
FIRST = "def move(board):\n    return board.index(' ')\n"
LAST = FIRST.replace("board.index(' ')", "8 - board[::-1].index(' ')")
SAFE = (TEMPLATES / "rules.txt").read_text()
SAID = "flat X O ' ' -> index"
WITH_MARK = "flat X O ' ' ( board mark ) -> index"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder for the program's file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def ask(job: str, language: str = "en", **asked: Any) -> dict[str, Any]:
    """Return the answer to a request."""
    request = json.dumps({"job": job, "asked": asked, "language": language})
    answer: dict[str, Any] = json.loads(asyncio.run(worker.answer(request, lambda text: None)))
    return answer


@pytest.mark.parametrize(
    ("source", "read"),
    [pytest.param(SAFE, WITH_MARK, marks=pytest.mark.slow), (FIRST, SAID)],
    ids=["never loses", "can lose"],
)
def test_a_proof_is_that_of_the_command(run: Run, source: str, read: str) -> None:
    """But for what is asked again: the command asks in a second process too, and how much there is time for differs."""
    found = ask("program_proof", source=source, game="3,3,3", seat="both", read=read)["answer"]
    Path(visitor_program.PROGRAM).write_text(source)
    document = json.loads(run("prove", visitor_program.PROGRAM, "--read", read, "--json").out)
    for seat, here in zip(document["seats"].values(), found["seats"].values(), strict=True):
        repeats = [each.pop("asked_again") for each in (seat, here)]
        assert [repeat["processes"] for repeat in repeats] == [2, 1]
        assert all(repeat["positions"] > 0 for repeat in repeats)
    assert json.dumps(found) == json.dumps(document)


FUNCTION = (TEMPLATES / "function.txt").read_text()
METHOD = f"{FUNCTION}\n\nclass Bot:\n    def move(self, board, mark):\n        return choose_move(board, mark)\n"


@pytest.mark.parametrize("source", [FUNCTION, METHOD], ids=["a function", "a method"])
def test_a_fixed_program_is_a_file_that_never_loses(run: Run, source: str) -> None:
    """The author's lines are all there, in their order; the command proves it as any other file."""
    asked = {"source": source, "game": "3,3,3", "seat": "second", "read": WITH_MARK}
    fixed = ask("program_fix", **asked)["answer"]["program"]
    assert [line for line in ndiff(source.splitlines(), fixed.splitlines()) if line.startswith("- ")] == []
    Path("mended.py").write_text(fixed)
    document = json.loads(run("prove", "mended.py", "--seat", "second", "--read", WITH_MARK, "--json").out)
    assert document["seats"]["second"]["verdict"] == "never loses"


def test_of_a_program_that_has_such_a_table_there_is_no_file() -> None:
    source = f"EXCEPTIONS = {{}}\n{FUNCTION}"
    found = ask("program_fix", source=source, game="3,3,3", seat="second", read=WITH_MARK)["answer"]
    assert (found["program"], found["seats"]["second"]["verdict"]) == (None, "never loses")


def test_it_reports_each_call_while_it_is_found_out_how_a_program_is_called() -> None:
    """So that a page tells a slow program from one that does not answer."""
    heard: list[dict[str, Any]] = []
    asked = visitor_program.ProgramDecision(source=FIRST, game="3,3,3", position=".../.../...")
    visitor_program.program_decision(Application(), asked, heard.append)
    calls = [each["calls"] for each in heard]
    assert len(calls) > 10
    assert calls == [*range(1, len(calls) + 1)]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def move(board):\n    return (\n", 2),
        ("\ndef move(board):\n    return 1 / 0\n", 3),
    ],
    ids=["syntax", "every position"],
)
def test_an_error_is_that_of_the_command_and_names_the_line(run: Run, source: str, line: int) -> None:
    _, words, *_ = ask("program_proof", source=source, game="3,3,3", seat="both")["error"]
    assert f"({visitor_program.PROGRAM}, line {line})" in words
    Path(visitor_program.PROGRAM).write_text(source)
    said = run("prove", visitor_program.PROGRAM, "--json").err.splitlines()[0].removeprefix("noughts: ")
    assert re.sub(r" \(program\.py, line \d+\)$", "", words) == re.sub(r" \(program\.py, line \d+\)$", "", said)


def test_decisions_come_from_the_program_that_was_asked_last() -> None:
    position = {"game": "3,3,3", "position": "X../.../..."}
    first = ask("program_decision", source=FIRST, read=SAID, **position)["answer"]
    last = ask("program_decision", source=LAST, read=SAID, **position)
    assert (first["choice"], last["answer"]["choice"]) == ("b1", "c3")


@pytest.mark.timing
def test_the_seconds_of_a_proof_hold_while_a_program_is_read(run: Run, tmp_path: Path) -> None:
    """Each of its loops is left after two seconds: it would take six to load the file."""
    program = tmp_path / "loops.py"
    program.write_text("while True:\n    pass\n" * 3 + "def get_move(board, mark):\n    return board.index(' ')\n")
    ran = run("prove", str(program), "--seconds", "1")
    assert (ran.code, ran.out) == (Exit.UNKNOWN, "")
    assert ran.err.startswith("noughts: no verdict: 1 s are over, and how the program is called is not known yet")
