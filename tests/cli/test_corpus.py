"""What comes of each program of the corpus, tests/data/programs: how it is read, its verdict, its counts.

Fast programs are loaded and proved in this process. All others, and those whose case names options, variables, an exit
code or printed words, go through the command, which runs them in processes of their own.
"""

import json
import random
import re
import runpy
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import SEATS, Position
from noughts.errors import NoughtsError, StrategyFault
from noughts.grading.table import verdicts
from noughts.players.player import NO_DICE, Player, Strategy, consult, require_support
from noughts.programs import file_program
from noughts.programs.jail.limits import Limits
from noughts.programs.reading.probe import positions_of
from noughts.prove import prove
from noughts.results.codec import decode
from noughts.results.grade import GradeDocument
from noughts.strategies.registry import load
from tests.brute_force import Player as Called
from tests.brute_force import brute_force, side_of
from tests.cli.conftest import Run
from tests.corpus import CASES, PROGRAMS, Case, is_case

pytestmark = pytest.mark.gate

VERDICTS = "never loses", "can lose"
CHILD = (
    "clears_screen",
    "game_beside",
    "only_main_loop",
    "self_board",
    "writes_scores",
)  # fast, and through the command all the same
POINTS = "first = 4\nsecond = 4\nlegal = 2\n"


def goes_through_the_command(case: Case) -> bool:
    named = case.options or case.environment or case.says or case.exit is not None
    return bool(case.slow or named or case.name in CHILD)


def marked(case: Case) -> Any:
    return pytest.param(case, id=case.name, marks=[pytest.mark.slow] * case.slow)


def played(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [marked(case) for case in cases])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def loaded() -> Iterator[Callable[[Case], Player]]:
    """A program as the command has it: a file whose game asks its person is played."""
    players = []

    def load_case(case: Case) -> Player:
        players.append(file_program.load(case.program, read="", limits=Limits()))
        return players[-1]

    yield load_case
    for player in players:
        player.close()


@played([case for case in CASES.values() if not goes_through_the_command(case)])
def test_in_this_process(case: Case, tmp_path: Path, loaded: Callable[[Case], Player]) -> None:
    case.copy_to(tmp_path)
    game = Game(*map(int, case.game.split(",")))
    if case.refused:
        with pytest.raises(NoughtsError, match=re.escape(case.refused)):
            require_support(loaded(case), game)
        return
    program = loaded(case)
    require_support(program, game)
    assert not program.noisy
    check_notes(case, program.name, vars(program.notes))
    for name, seat in case.seats.items():
        (side,) = SEATS[name]
        proof = prove(program, game, side)
        assert (proof.games.win, proof.games.draw, proof.games.loss) == seat.counts
        assert VERDICTS[not proof.never_loses] == seat.verdict
        assert seat.fault in (proof.fault.message if proof.fault else "")


@played([case for case in CASES.values() if "answers differently" in case.inferred and not case.options])
def test_the_line_that_says_it_works_when_it_is_pasted(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    case.copy_to(tmp_path)
    game = Game(*map(int, case.game.split(",")))
    program = load(case.program)
    require_support(program, game)
    [_, pasted] = program.notes.inferred.split("--read ")
    [text] = shlex.split(pasted)
    again = load(f"{program.name}:read={text}")
    require_support(again, game)
    assert (again.reading(game), again.notes.inferred) == (text, "")
    if not program.noisy:
        for position in positions_of(game):
            assert answer_of(again, position) == answer_of(program, position)


def answer_of(player: Strategy, position: Position) -> Any:
    try:
        return consult(player, position, NO_DICE).moves
    except StrategyFault as fault:
        return fault.kind


@played([case for case in CASES.values() if goes_through_the_command(case)])
def test_through_the_command(case: Case, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case.copy_to(tmp_path)
    for variable, text in case.environment.items():
        monkeypatch.setenv(variable, text)
    (seat,) = case.seats if len(case.seats) == 1 else ("both",)
    ran = run("prove", case.program, "--game", case.game, "--seat", seat, *case.options, "--json")
    assert ran.code == exit_code(case), ran.err
    for words in case.says:
        assert words in ran.out + ran.err
    if case.refused:
        assert (ran.out, ran.err.count("\n")) == ("", 1)
        assert case.refused in ran.err
    elif case.seats:
        document = json.loads(ran.out)
        check_notes(case, document["strategy"], {**document, "read_as": document.get("read", "")})
        for name, expected in case.seats.items():
            found = document["seats"][name]
            assert found["verdict"] == expected.verdict
            assert tuple(found["games"].values()) == expected.counts
            assert expected.fault in found.get("fault", {}).get("message", "")


def exit_code(case: Case) -> int:
    if case.exit is not None:
        return case.exit
    return 2 if case.refused else int(any(seat.verdict == "can lose" for seat in case.seats.values()))


def check_notes(case: Case, name: str, notes: dict[str, str]) -> None:
    assert name.endswith(f":{case.player}" if case.player else case.program)
    assert notes["read_as"] == case.read_as
    assert _uncounted(notes.get("inferred", "").partition("; ")[0]) == _uncounted(case.inferred)
    assert notes.get("left_out", "") == case.left_out


def _uncounted(words: str) -> str:
    """Return words without the number of positions in which a game confirms its function: as many as there is time."""
    return re.sub(r"\d+ positions?\b", "positions", words)


@pytest.mark.slow
def test_grades(run: Run, tmp_path: Path) -> None:
    """One command grades all programs whose case has a grade."""
    graded = [(case, case.grade) for case in CASES.values() if case.grade]
    for case, _ in graded:
        case.copy_to(tmp_path)
    Path("points.toml").write_text(POINTS)
    ran = run("grade", *(case.program for case, _ in graded), "--points", "points.toml", "--json")
    rows = decode(GradeDocument, json.loads(ran.out)).submissions
    for (case, grade), row in zip(graded, rows, strict=True):
        points = [item.earned for item in row.points]
        assert (case.program, *verdicts(row), points) == (row.file, grade.first, grade.second, grade.points)
        assert grade.remark in row.remark


def test_each_program_has_a_case_and_each_case_a_program() -> None:
    others = {path for path in PROGRAMS.iterdir() if not is_case(path)} - {PROGRAMS / "README.md"}
    others -= {path for path in others if path.is_dir() and {part.name for part in path.iterdir()} <= {"__pycache__"}}
    assert {case.path for case in CASES.values()} == others
    assert all(case.seats or case.refused or case.exit is not None for case in CASES.values())


Names = dict[str, Any]


def by_a_text(names: Names) -> Called:
    return lambda board: {names["next_move"](board.lower().replace(".", "_"))}


def by_its_own_board(names: Names) -> Called:
    """The program is O, whichever side it moves for, and writes its move on its board."""

    def player(board: str) -> set[int]:
        game = names["TicTacToe"]()
        game.board = ["O" if cell == side_of(board) else "X" if cell != "." else " " for cell in board]
        before = list(game.board)
        game.computer_move()
        return {cell for cell in range(9) if game.board[cell] != before[cell]}

    return player


def by_chance(names: Names) -> Called:
    """The program draws one of several best moves."""

    def player(board: str) -> set[int]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(random, "choice", set)
            moves: set[int] = names["computer_choice"]([cell.replace(".", " ") for cell in board], side_of(board))
        return moves

    return player


@pytest.mark.parametrize(
    ("name", "called"),
    [("string_board", by_a_text), ("self_board", by_its_own_board), ("random_ties", by_chance)],
)
def test_counts_are_those_of_a_brute_force(name: str, called: Callable[[Names], Called]) -> None:
    """The program's own function is called by hand, without the library, in every position of its games."""
    player = called(runpy.run_path(str(PROGRAMS / f"{name}.py")))
    assert CASES[name].seats
    for seat, expected in CASES[name].seats.items():
        assert brute_force(player, {"first": "X", "second": "O"}[seat])[:3] == expected.counts
