"""`noughts grade`: good programs, bad ones, and what is said of each."""

import csv
import io
import json
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.grading.page import as_html
from noughts.grading.points import gradescope
from noughts.grading.table import chances, score, shortest_loss, verdicts
from noughts.results.codec import decode
from noughts.results.grade import GradeDocument, ProgramGrade, Submission, submission
from tests.cli.conftest import Ran, Run
from tests.processes.test_child import below

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)

PLAYER = """
from noughts import Decision

class P:
    name = "{name}"

    def supports(self, game):
        return True

    def decide(self, position, rng):
        return Decision((self.move(position),), reason="because")

    def move(self, position):
        {body}
"""
WAITING = "import threading\nx = threading.Event().wait(600)"
FIRST_TAKEN = "next(cell for cell in range(9) if position.stone(cell))"
LOWEST = "return position.legal_moves[0]"


def player(name: str, body: str = LOWEST) -> str:
    return PLAYER.format(name=name, body=body)


PROGRAMS = {
    "illegal.py": player("illegal", f"if position.ply == 3: return {FIRST_TAKEN}\n        {LOWEST}"),
    "raises.py": player("raises", f"if position.ply == 4: raise ValueError('lost\\nmy way')\n        {LOWEST}"),
    "nonsense.py": player("nonsense", "return 'the middle'"),
    "zero.py": "def P(board):\n    return 0\n",
    "lowest.py": player("=lowest"),
    "ring.py": "from noughts.strategies.registry import load\nP = load('ring')",
    "wordy.py": "print('x' * 3_000_000)\n" + player("wordy", f"print('y' * 1000)\n        {LOWEST}"),
    "half.py": "import os\n" + player("half", f"if position.ply == 1: os._exit(0)\n        {LOWEST}"),
    "syntax.py": "def decide(board:\n",
    "leaves.py": "import os\ncode = os._exit(0)",
    "forks.py": "import os\nforked = [os.fork() for _ in iter(int, 1)]",
    "removes.py": "import os\nos.remove(__file__)",
    "greedy.py": "rows = [0] * (1 << 30)",
    "other.py": "Q = 1",
    "noisy.py": player("noisy", "return position.legal_moves[0]").replace("name =", "noisy = True\n    name ="),
}


def documents(ran: Ran) -> dict[str, Any]:
    return {Path(one["file"]).name: one for one in json.loads(ran.out)["submissions"]}


def submissions(ran: Ran) -> dict[str, Submission]:
    return {Path(row.file).name: row for row in decode(GradeDocument, json.loads(ran.out)).submissions}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("class")
    for name, text in PROGRAMS.items():
        (path / name).write_text(text)
    return path


@pytest.fixture(scope="module")
def graded(folder: Path) -> Ran:
    """All programs, graded once: the exit code, and the document."""
    files = [str(folder / name) for name in PROGRAMS]
    command = [sys.executable, "-m", "noughts", "grade", *files, "--name", "P", "--seconds", "60", "--json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture(scope="module")
def found(graded: Ran) -> dict[str, Any]:
    return documents(graded)


@pytest.fixture(scope="module")
def rows(graded: Ran) -> dict[str, Submission]:
    return submissions(graded)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("illegal.py", "can lose", "breaks the rules"),
        ("raises.py", "raises an exception", "can lose"),
        ("nonsense.py", "breaks the rules", "breaks the rules"),
        ("zero.py", "no verdict", "no verdict"),
        ("lowest.py", "can lose", "can lose"),
        ("ring.py", "never loses", "never loses"),
        ("wordy.py", "can lose", "can lose"),
        ("half.py", "can lose", "ends its process"),
        *((f"{name}.py", "no verdict", "no verdict") for name in ("syntax", "leaves", "forks", "removes", "greedy")),
    ],
)
def test_verdicts(rows: dict[str, Submission], name: str, first: str, second: str) -> None:
    assert verdicts(rows[name]) == (first, second)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "remark"),
    [
        ("illegal.py", r"strategy 'illegal' played \w\d at '[XO./]+': \w\d is taken by [XO]"),
        ("raises.py", r"strategy 'raises' raised ValueError at '[XO./]+': lost my way \(raises\.py, line 14\)"),
        ("nonsense.py", r"strategy 'nonsense' played 'the middle' at '\.\.\./\.\.\./\.\.\.': no cell 'the middle': .*"),
        ("zero.py", r"it answered 0, which is taken, at .*: say how it is called with --read, .*--read READING.*"),
        ("ring.py", ""),
        ("half.py", r"strategy 'half': its process ended with exit code 0 at 'X\.\./\.\.\./\.\.\.'"),
        ("syntax.py", r"strategy 'syntax\.py:P' cannot be imported: SyntaxError: .*"),
        ("leaves.py", r"strategy 'leaves\.py:P' cannot be asked: its process ended with exit code 0"),
        ("forks.py", r".*: PermissionError: \[Errno 1\] it may start no other process \(forks\.py, line 2\)"),
        ("removes.py", r".*'P'.*"),  # its copy
        ("greedy.py", r"strategy 'greedy\.py:P' cannot be imported: MemoryError \(greedy\.py, line 1\)"),
        ("other.py", r".*'P'.*"),
    ],
)
def test_remarks(rows: dict[str, Submission], name: str, remark: str) -> None:
    assert re.fullmatch(remark, rows[name].remark)


@pytest.mark.slow
def test_none_harms_its_file(folder: Path, found: dict[str, Any]) -> None:
    assert {name: (folder / name).read_text() for name in found} == PROGRAMS
    assert sorted(path.name for path in folder.iterdir()) == sorted(PROGRAMS)  # no bytecode either


@pytest.mark.slow
def test_a_noisy_program_is_measured(found: dict[str, Any], rows: dict[str, Submission]) -> None:
    row, seats = rows["noisy.py"], found["noisy.py"]["seats"]
    assert sum(seats["first"]["games"].values()) == 1000
    assert verdicts(row)[0] == f"can lose: {seats['first']['games']['loss']} of 1,000 games"
    random, _ = chances(row)
    assert random is not None
    assert sum(random) == pytest.approx(1)


@pytest.mark.slow
def test_what_it_prints_is_counted(found: dict[str, Any]) -> None:
    assert found["wordy.py"]["printed"] > 3_000_000
    assert found["ring.py"]["printed"] == 0


class Cells(HTMLParser):
    """The texts of the cells of a page, row by row, and its pictures."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "svg":
            self.pictures += 1

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


@pytest.mark.slow
def test_html_can_be_read_back(rows: dict[str, Submission]) -> None:
    dangerous = submission("<b>.py", ProgramGrade(problem="<script>alert(1)"), 0, 1.0)
    text = as_html(GAME, [*rows.values(), dangerous])
    assert "<script" not in text
    assert "<b>" not in text
    cells = Cells()
    cells.feed(text)
    head, *body = cells.rows
    assert head[:3] == ["file", "moving first", "moving second"]
    assert [one[:3] for one in body[:-1]] == [[name, *verdicts(row)] for name, row in rows.items()]
    assert [one[-1].strip() for one in body[:-1]] == [row.remark for row in rows.values()]
    assert body[-1][0] == "<b>.py"
    assert cells.pictures == sum(shortest_loss(row) is not None for row in rows.values()) > 3


CLASS = {
    "ann.py": "def move(board):\n    return board.index(' ')\n",
    "bob.py": "def move(board):\n    return max(i for i in range(9) if board[i] == ' ')\n",
    "cat.py": "def move(board, mark):\n    return board.index(' ')\n",
    "dan.py": "def move(board):\n    return 0\n",
    "eve.py": "def move(board):\n    return 'none'\n",
}
READING = "flat X O ' ' -> index"


@pytest.mark.slow
@pytest.mark.parametrize("form", ["", "option", "scale"])
def test_a_grade_does_not_depend_on_classmates(run: Run, tmp_path: Path, form: str) -> None:
    """Each is read by itself, or as the class's form says: what does not fit that breaks the rules."""
    for name, text in CLASS.items():
        (tmp_path / name).write_text(text)
    scale = tmp_path / "scale.toml"
    scale.write_text("first = 4\nlegal = 2\n" + (f'read = "{READING}"\n' if form == "scale" else ""))
    asked = ("--points", str(scale), "--json", *(("--read", READING) if form == "option" else ()))
    together = run("grade", *(str(tmp_path / name) for name in CLASS), *asked)
    rows = {Path(name).stem: row for name, row in submissions(together).items()}
    assert json.loads(together.out)["read"] == (READING if form else None)
    wrong = "0/6" if form else ""
    assert {name: score(row) for name, row in rows.items()} == {
        **dict.fromkeys(("ann", "bob"), "2/6"),
        "cat": "0/6" if form else "2/6",
        **dict.fromkeys(("dan", "eve"), wrong),
    }
    assert verdicts(rows["dan"])[0] == ("breaks the rules" if form else "no verdict")
    assert ("--read READING" in rows["dan"].remark) == (not form)
    for name in ("dan", "cat"):
        (alone,) = submissions(run("grade", str(tmp_path / f"{name}.py"), *asked)).values()
        assert (verdicts(alone), score(alone), alone.remark) == (
            verdicts(rows[name]),
            score(rows[name]),
            rows[name].remark,
        )


ONE_SEAT = """
def cells_of(line):
    return [board[cell] for cell in line]

LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
board = [" "] * 9
while " " in board and not any(cells_of(line) in (["X"] * 3, ["O"] * 3) for line in LINES):
    print("|".join(board[:3]), "|".join(board[3:6]), "|".join(board[6:]), sep="\\n")
    cell = int(input("Your move (1-9): ")) - 1
    if board[cell] != " ":
        continue
    board[cell] = "X"
    if " " in board and not any(cells_of(line) == ["X"] * 3 for line in LINES):
        board[board.index(" ")] = "O"
print("|".join(board[:3]), "|".join(board[3:6]), "|".join(board[6:]), sep="\\n")
"""


@pytest.mark.slow
def test_a_seat_that_is_not_in_its_game(run: Run, tmp_path: Path) -> None:
    """Its person always begins: the first seat is neither gained nor lost, and `legal` is judged on the other."""
    path, scale = tmp_path / "one_seat.py", tmp_path / "scale.toml"
    path.write_text(ONE_SEAT)
    scale.write_text("first = 4\nsecond = 3\nlegal = 2\ntime = 1\n")
    ran = run("grade", str(path), "--points", str(scale), "--json")
    (document,) = json.loads(ran.out)["submissions"]
    (row,) = submissions(ran).values()
    assert document["seats"]["first"] == {"verdict": "not in its game", "losing_line": None}
    assert verdicts(row) == ("not in its game", "can lose")
    earned = [(item.earned, item.possible) for item in row.points]
    assert (score(row), earned) == ("3/6", [(0, 0), (0, 3), (2, 2), (1, 1)])
    assert row.points[2].reason == "a legal move in every position, moving second"
    assert [test.get("status") for test in gradescope([row])["tests"]] == [None, "failed", "passed", "passed"]
    assert "not in its game" in run("grade", str(path), "--csv").out


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("first", "is not TOML"),
        ("frist = 4", "no item 'frist', expected first, second, legal, time, seconds, read"),
        ("first = 4\nread = 'rows X O'", "read = 'rows X O': "),
        ("first = 4\nread = 5", "read = 5: expected a reading in quotes"),
        ("first = 1e400", "first = inf: expected a number from 0 to 1,000,000"),
        (f"first = {'9' * 5000}", "has a number that is too long, or too deep a list"),
        (f"first{'.a' * 4000} = 1", "first = {'a': {'a': {'a': {'a': {'a': {'a': {...}}}}}}}: expected a number"),
        ("#" * 10_000, "it has more than 8 KiB"),
        ("seconds = 9", "gives no points"),
    ],
)
def test_a_bad_scale(run: Run, folder: Path, tmp_path: Path, text: str, complaint: str) -> None:
    scale = tmp_path / "scale.toml"
    scale.write_text(text)
    ran = run("grade", str(folder / "lowest.py"), "--points", str(scale))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert complaint in ran.err


def test_functions(run: Run, tmp_path: Path) -> None:
    """A function is called as --read says; a file that is none is no other's fault."""
    function, broken = tmp_path / "bob.py", tmp_path / "table.py"
    function.write_text("def best_move(board, mark):\n    return board.index(None)\n")
    broken.write_text("not a program")
    reading = ("--read", "flat X O None (board mark) -> index")
    ran = run("grade", str(function), str(broken), *reading, "--seconds", "60", "--csv")
    bob, table = csv.DictReader(io.StringIO(ran.out))
    assert (bob["first"], bob["second"]) == ("can lose", "can lose")
    assert bob["read"].startswith("function of a list of 9 cells")
    assert (table["first"], table["second"]) == ("no verdict", "no verdict")
    assert "table.py" in table["remark"]
    assert ran.code == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "verdict", "remark"),
    [
        (
            "[0 for _ in iter(int, 1) if _]",
            "gives no answer",
            "did not answer within 0.3 s of processor time",
        ),
        ("threading.Event().wait()", "no verdict", "has waited for 0.3 s without using the processor"),
    ],
)
def test_a_position_without_an_answer(run: Run, tmp_path: Path, what: str, verdict: str, remark: str) -> None:
    """The limit of processor time is a rule of the contest; the clock is not."""
    path = tmp_path / "silent.py"
    text = player("silent", f"if position == parse_position('X../.../...'): {what}\n        {LOWEST}")
    path.write_text(f"import threading\nfrom noughts.board_text.position_text import parse_position\n{text}")
    ran = run("grade", str(path), "--name", "P", "--answer-seconds", "0.3", "--json")
    row = submissions(ran)["silent.py"]
    assert verdicts(row) == ("can lose", verdict)
    assert re.search(rf"strategy 'silent' {remark} at '[XO./]+'", row.remark)


def test_a_game_that_it_does_not_play(run: Run, folder: Path) -> None:
    ran = run(
        "grade", str(folder / "ring.py"), "--name", "P", "--seconds", "60", "--game", "4,4,4", "--html", "page.html"
    )
    assert ran.code == 3
    assert "ring.py" in Path("page.html").read_text()
    assert "ring.py: 'win ring' is defined on 3,3,3 alone" in ran.out


@pytest.mark.timing
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(folder: Path, tmp_path: Path, ending: signal.Signals) -> None:
    """A signal: the table so far, and no process is left."""
    path = tmp_path / "endless.py"
    path.write_text(
        "import ctypes, threading\nx = ctypes.CDLL(None).prctl(15, b'begun')\ny = threading.Event().wait(600)"
    )  # its own name
    files = [str(folder / "syntax.py"), str(path)]
    command = [sys.executable, "-m", "noughts", "grade", *files, "--name", "P", "--seconds", "600", "--workers", "1"]
    with subprocess.Popen(
        [*command, "--csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as graded:
        try:
            child = endless_child(graded.pid)
            graded.send_signal(ending)
            out, err = graded.communicate(timeout=60)
        finally:
            graded.kill()
    assert (graded.returncode, err) == (130, "interrupted; 1 of 2 files are graded\n")
    assert [Path(row["file"]).name for row in csv.DictReader(io.StringIO(out))] == ["syntax.py"]
    assert not Path(f"/proc/{child}").exists()


def endless_child(parent: int) -> int:
    """Return the process that grades the endless program, once the program runs."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for child in below(parent):
            with suppress(OSError):  # it has ended
                if Path(f"/proc/{child}/comm").read_text() == "begun\n":  # the result before it is counted
                    return child
        time.sleep(0.05)
    raise AssertionError("the endless program was not started")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("README.md",), "'README.md': expected a file in .py"),
        (("ring.py", "--csv", "--json"), "choose one"),
        (("ring.py", "--seconds", "0.5"), "0.5 is too short"),
        (("ring.py", "--memory", "much"), "'much' is not an amount of memory"),
        (("table.pkl",), "'table.pkl' is a pickle: load it in a file of your own"),
    ],
)
def test_usage(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("ring.py", "README.md", "table.pkl"):
        (tmp_path / name).write_text("")
    ran = run("grade", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
