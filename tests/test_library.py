"""Proofs of functions, classes, objects and files in one call, and the assertion for a user's tests."""

import random
import sys
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import NotationError
from noughts.library import prove
from noughts.players.player import Decision, Player
from noughts.prove import Proof
from noughts.strategies.exact import Perfect
from noughts.strategies.registry import load
from noughts.testing import assert_never_loses
from tests.refusals import refused

GAME = Game(3, 3, 3)
FREE = " "


def lowest(board: list[str], mark: str) -> int:
    """Return the lowest free cell; the marks are X and O."""
    assert mark in ("X", "O")
    return board.index(FREE)


class Lowest:
    """The same as a class."""

    def get_move(self, board: list[str], mark: str) -> int:
        """Return the lowest free cell."""
        return lowest(board, mark)


class Own(Player):
    """The same as a player that says no more of itself than it must."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the lowest free cell."""
        return Decision(position.legal_moves[:1])


def counted(found: object) -> tuple[int, int, int]:
    assert isinstance(found, Proof)
    return found.games.win, found.games.draw, found.games.loss


def test_whatever_it_is_the_proof_is_the_same(tmp_path: Path, full: bool) -> None:
    (tmp_path / "low.py").write_text('def get_move(board, mark):\n    return board.index(" ") if mark in "XO" else 0\n')
    expected = {side: counted(prove(load("first"), GAME, side)) for side in Side}
    file = tmp_path / "low.py"
    for program in (lowest, Lowest, Lowest(), file, f"{file}:get_move", "first") if full else (file,):
        found = prove(program)
        assert {side: counted(finding) for side, finding in found.items()} == expected
    assert counted(prove(lowest, "3,3,3", Side.O)) == expected[Side.O]


def test_what_runs_in_this_process_is_asked_in_one(tmp_path: Path) -> None:
    """And the words say so; a strategy of the program's own is the same everywhere."""
    (tmp_path / "low.py").write_text('def get_move(board, mark):\n    return board.index(" ") if mark in "XO" else 0\n')
    for program, processes, words in (
        (lowest, 1, ", in one process:"),
        (Lowest, 1, ", in one process:"),
        (Own(), 1, ", in one process:"),
        (tmp_path / "low.py", 2, ", half of them in a second process:"),
        ("first", None, "in another order:"),
        ("rules: first free", None, "in another order:"),
    ):
        found = prove(program, GAME, Side.O)
        assert isinstance(found, Proof)
        assert found.asked_again.processes == processes
        assert words in found.asked_again.in_words
        assert words in found._repr_html_()


def test_a_strategy_and_its_class() -> None:
    assert prove(Perfect, GAME, Side.O) == prove(Perfect(), GAME, Side.O) == prove("perfect", GAME, Side.O)


def test_what_is_no_program() -> None:
    with refused("error.not-a-strategy", "error.chooses-nothing", strategy="'int'"):
        prove(5)
    with refused("error.does-not-play-because", "error.on-333-alone", player="'ring'", game="'4,4,4'"):
        prove("ring", "4,4,4")


def test_one_that_never_loses_passes() -> None:
    assert_never_loses(Perfect, seats="second")
    assert_never_loses("sharp")


def test_one_that_can_lose_fails_with_the_line() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_never_loses(lowest, seats="second")
    words = str(caught.value)
    assert words.startswith("lowest on 3,3,3, moving second: can lose: ")
    assert words.split("\n\n")[-2].count("X") == 3  # the last board
    assert f"replay it: noughts play --game 3,3,3 --o {sys.modules[__name__].__file__}:lowest --moves " in words


def test_a_fault_is_in_the_words(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "from noughts import Decision\nclass P:\n    name = 'bad'\n    def supports(self, game): return True\n"
        "    def decide(self, position, rng): return Decision((0,))\n"
    )
    with pytest.raises(AssertionError, match="here it breaks the rules: strategy 'bad' played a1 at"):
        assert_never_loses(f"{tmp_path}/bad.py:P", seats="first")


def test_no_such_seats() -> None:
    with pytest.raises(NotationError, match="no seats 'third': expected first, second, both"):
        assert_never_loses("ring", seats="third")


pytest_plugins = ["pytester"]


def test_the_fixture(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "def test_good(assert_never_loses):\n    assert_never_loses('ring', seats='second')\n"
        "def test_bad(assert_never_loses):\n    assert_never_loses('first')\n"
    )
    ran = pytester.runpytest("-p", "no:asyncio")
    ran.assert_outcomes(passed=1, failed=1)
    ran.stdout.fnmatch_lines(["*replay it: noughts play --game 3,3,3 --x first --moves*"])
