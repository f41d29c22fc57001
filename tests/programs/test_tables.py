"""Tables and policies: keys and values in many forms, what is missing, OpenSpiel's own policies."""

import random
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.policy import UniformRandomPolicy

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position, Side, completions
from noughts.errors import GameError, NotRead, StrategyError
from noughts.players.player import Player, consult, require_support
from noughts.programs import policies
from noughts.programs.choosing import adapted
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.brute_force import brute_force, free_cells, lines, side_of
from tests.refusals import refused
from tests.witnesses import every_position

pytestmark = pytest.mark.gate

GAME = Game(3, 3, 3)
POSITIONS = [position for position in every_position(GAME) if position.outcome is None]
NOBODY = random.Random(0)


def cells(position: Position, x: Any, o: Any, free: Any) -> list[Any]:
    marks = {Side.X: x, Side.O: o, None: free}
    return [marks[position.stone(cell)] for cell in range(9)]


def in_rows(board: list[Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(board[start : start + 3]) for start in (0, 3, 6))


def own(position: Position) -> tuple[int, ...]:
    sign = 1 if position.side is Side.X else -1
    return tuple(cells(position, sign, -sign, 0))


def tabled(key: Callable[[Position], Any], value: Callable[[Position], Any]) -> Player:
    """Return a table of all positions as a strategy."""
    strategy = adapted("table", {key(position): value(position) for position in POSITIONS}, None)
    require_support(strategy, GAME)
    return strategy


def lowest(position: Position) -> int:
    return position.legal_moves[0]


def values(position: Position) -> list[float]:
    """The lowest free cell is the best; taken cells seem better still."""
    return [9.0 - cell if cell in position.legal_moves else 20.0 for cell in range(9)]


@cache
def value(board: str) -> int:
    """Return what a board is worth to the side to move: 1, 0 or -1."""
    if any(all(board[cell] == "XO"[side_of(board) == "X"] for cell in line) for line in lines(3, 3, 3)):
        return -1
    return max((-value(played(board, cell)) for cell in free_cells(board)), default=0)


def played(board: str, cell: int) -> str:
    return board[:cell] + side_of(board) + board[cell + 1 :]


@cache
def best_cells(board: str) -> tuple[int, ...]:
    return tuple(sorted(cell for cell in free_cells(board) if -value(played(board, cell)) == value(board)))


def is_open(board: str) -> bool:
    return "." in board and not any({*(board[cell] for cell in line)} in ({"X"}, {"O"}) for line in lines(3, 3, 3))


def best_of_second(entry: Callable[[tuple[int, ...]], Any]) -> dict[str, Any]:
    """Return the table of the side that moves second: an entry of all best cells for each position."""
    known, boards = dict[str, Any](), ["." * 9]
    while boards:
        board = boards.pop()
        if side_of(board) == "O":
            known[board.replace(".", " ")] = entry(best_cells(board))
        for cell in best_cells(board) if side_of(board) == "O" else free_cells(board):
            if is_open(after := played(board, cell)) and after.replace(".", " ") not in known:
                boards.append(after)
    return known


def counted(strategy: Player) -> tuple[int, int, int]:
    require_support(strategy, GAME)
    return tuple(vars(prove(strategy, GAME, Side.O).games).values())


@pytest.mark.parametrize(
    "entry",
    [
        list,
        tuple,
        set,
        frozenset,
        lambda best: [divmod(cell, 3) for cell in best],
        lambda best: {(cell // 3 + 1, cell % 3 + 1) for cell in best},
        lambda best: [cell + 1 for cell in best],
        np.array,
    ],
    ids=("list", "tuple", "set", "frozenset", "pairs", "pairs from 1", "numbers from 1", "array"),
)
def test_all_best_moves(entry: Callable[[tuple[int, ...]], Any]) -> None:
    """Several moves are equal moves; two cells are no row and column where that would be a taken cell."""
    strategy = adapted("best", best_of_second(entry), None)
    expected = brute_force(lambda board: {*best_cells(board)}, "O")
    assert counted(strategy) == (*expected[:3],)
    assert expected.lost == 0


def test_one_best_move() -> None:
    """The same table with the first of the best moves as a number, 681 games."""
    strategy = adapted("best", best_of_second(lambda best: best[0]), None)
    assert counted(strategy) == (498, 183, 0) == brute_force(lambda board: {best_cells(board)[0]}, "O")[:3]


def test_a_bead_that_is_there_twice() -> None:
    boxes = {"".join(cells(p, "X", "O", " ")): [p.legal_moves[0], *p.legal_moves] for p in POSITIONS}
    strategy = adapted("boxes", boxes, None)
    require_support(strategy, GAME)
    found = consult(strategy, parse_position("XXO/OOX/X.."), NOBODY)
    assert (found.moves, found.chances) == ((7, 8), (Fraction(2, 3), Fraction(1, 3)))


def test_nine_beads_in_every_box() -> None:
    """Nine cells are moves where one of nine values would be no cell; as beads they must be free."""
    boxes = {"".join(cells(p, "X", "O", " ")): ([*p.legal_moves] * 9)[:9] for p in POSITIONS}
    with pytest.raises(NotRead) as caught:
        require_support(adapted("boxes", boxes, None), GAME)
    assert all(f"--read \"string X O ' ' -> {answer}\"" in str(caught.value) for answer in ("index", "values"))
    moves = adapted("boxes", boxes, None, read="string X O ' ' -> index")
    assert consult(moves, parse_position("XXO/OOX/X.."), NOBODY).unequal == {7: Fraction(5, 9), 8: Fraction(4, 9)}
    scores = adapted("boxes", boxes, None, read="string X O ' ' -> values")
    assert consult(scores, parse_position("XXO/OOX/X.."), NOBODY).moves == (7,)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (lambda p: "".join(cells(p, "X", "O", "-")), lowest, 'a string of 9 characters "X", "O", "-"; a move is the'),
        (lambda p: tuple(cells(p, 1, 2, 0)), lambda p: np.array(values(p)), "a tuple of 9 cells of 1 (X), 2 (O), 0; "),
        (lambda p: in_rows(cells(p, "x", "o", None)), lambda p: divmod(lowest(p), 3), "a 3x3 tuple of rows of"),
        (lambda p: str(cells(p, 1, -1, 0)), lambda p: lowest(p) + 1, "a list, as text, of 9 cells of 1 (X), -1 (O), 0"),
        (
            lambda p: (tuple(cells(p, "X", "O", " ")), p.side.value),
            lambda p: {cell: -cell for cell in p.legal_moves},
            '"X", "O", " " with the mark to play; a move is the cell\'s number, from 0',
        ),
    ],
)
def test_keys_and_values(key: Callable[[Position], Any], value: Callable[[Position], Any], words: str) -> None:
    strategy = tabled(key, value)
    assert words in strategy.notes.read_as
    for side in Side:
        assert prove(strategy, GAME, side).games == prove(load("first"), GAME, side).games


def test_marks_of_the_side_to_move() -> None:
    """With other marks the same keys are those of positions in which the colours are swapped."""
    strategy = tabled(own, lambda p: (*completions(p, p.own), *completions(p, p.theirs), lowest(p))[0])
    assert "a tuple of 9 cells of 1 (own), -1 (the other's), 0; " in strategy.notes.read_as
    assert consult(strategy, parse_position("XX./OO./..."), NOBODY).moves == (2,)
    assert consult(strategy, parse_position("XX./OO./X.."), NOBODY).moves == (5,)


def test_keys_of_position_and_move() -> None:
    """Equal values are all played."""
    table = {("".join(cells(p, "X", "O", " ")), cell): cell % 2 for p in POSITIONS for cell in p.legal_moves}
    strategy = adapted("Q", table, None)
    require_support(strategy, GAME)
    assert consult(strategy, Position(GAME), NOBODY).moves == (1, 3, 5, 7)


def test_a_position_that_is_missing_is_quoted() -> None:
    table = {"".join(cells(p, "X", "O", " ")): lowest(p) for p in POSITIONS if p.ply != 3}
    strategy = adapted("table", table, None)
    require_support(strategy, GAME)
    with refused("calling.no-entry", key="'XOX      '", position="'XOX/.../...'", program="'table'"):
        consult(strategy, parse_position("XOX/.../..."), NOBODY)


def test_an_entry_that_is_no_move() -> None:
    table = {"".join(cells(p, "X", "O", " ")): lowest(p) if p.ply else "none" for p in POSITIONS}
    with refused("error.does-not-play-because", "calling.no-legal-entry", entry="'none'", key="'         '"):
        require_support(adapted("table", table, None), GAME)
    strategy = adapted("table", table, None, read="string X O ' ' -> index")
    with refused("calling.entry", entry="'none'", expected="'index'", key="'         '", program="'table'"):
        consult(strategy, Position(GAME), NOBODY)


def test_a_table_of_something_else() -> None:
    strategy = adapted("colours", {"red": 1, "green": 2, "blue": 3}, None)
    with refused("error.does-not-play-because", "calling.no-keys", count=3, keys="'red', 'green'"):
        require_support(strategy, GAME)
    with refused("error.in", "calling.no-keys", where="'colours'"):
        consult(strategy, Position(GAME), NOBODY)
    with refused("error.does-not-play-because", "calling.no-keys", count=0):
        require_support(adapted("nothing", {}, None), GAME)


def test_openspiels_own_policies() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    strategy = adapted("uniform", UniformRandomPolicy(game), None)
    require_support(strategy, GAME)
    assert consult(strategy, parse_position("XO./.../..."), NOBODY).moves == (2, 3, 4, 5, 6, 7, 8)
    with pytest.raises(GameError, match="does not play '3,3,3-exact': OpenSpiel has no games with options"):
        require_support(strategy, Game(3, 3, 3, exact=True))


def test_a_policy_with_unequal_chances() -> None:
    class Policy:
        def action_probabilities(self, state: Any) -> dict[int, float]:
            first, *others = state.legal_actions()
            return {first: 0.75, others[-1]: 0.25} if others else {first: 1.0}

    strategy = adapted("policy", Policy, None)
    require_support(strategy, GAME)
    found = consult(strategy, Position(GAME), NOBODY)
    assert (found.moves, found.chances) == ((0, 8), (Fraction(3, 4), Fraction(1, 4)))
    assert not prove(strategy, GAME, Side.X).never_loses


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (lambda state: [0.5, 0.5], "expected a dict of probabilities"),
        (lambda state: {0: 0.5}, "which do not add up to 1"),
        (lambda state: {0: 1.5, 1: -0.5}, "answered {0: 1.5, 1: -0.5} at '.../.../...', which do not"),
        (lambda state: {}, "answered {} at '.../.../...', which do not"),
        (lambda state: state.legal_actions()[99], "action_probabilities raised IndexError"),
    ],
)
def test_policies_that_are_none(answer: Callable[[Any], Any], complaint: str) -> None:
    class Policy:
        def action_probabilities(self, state: Any) -> Any:
            return answer(state)

    with pytest.raises(GameError) as caught:
        require_support(adapted("policy", Policy(), None), GAME)
    assert complaint in str(caught.value)


def test_a_policy_that_looks_at_the_order_of_moves() -> None:
    class Policy:
        def action_probabilities(self, state: Any) -> dict[int, float]:
            legal = state.legal_actions()
            return {legal[-1] if state.history()[:1] == [0] else legal[0]: 1.0}

    strategy = adapted("policy", Policy(), None)
    require_support(strategy, GAME)
    with pytest.raises(StrategyError, match=r"answers differently at 'XOX/.../...' if the same moves were made in"):
        consult(strategy, parse_position("XOX/.../..."), NOBODY)


def test_a_policy_on_a_board_with_other_rows_and_columns() -> None:
    """Its columns are OpenSpiel's m; an action is our cell."""

    class Policy:
        def action_probabilities(self, state: Any) -> dict[int, float]:
            rows = str(state).splitlines()
            assert [len(row) for row in rows] == [4, 4, 4]
            return {(3 if rows[0][3] == "." else 8): 1.0}

    strategy = adapted("policy", Policy(), None)
    require_support(strategy, Game(4, 3, 3))
    assert consult(strategy, parse_position("..../..../....", Game(4, 3, 3)), NOBODY).moves == (3,)
    assert consult(strategy, parse_position("...X/O.../....", Game(4, 3, 3)), NOBODY).moves == (8,)


def test_a_policy_without_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    policies._spiel_game.cache_clear()
    strategy = adapted("policy", type("Policy", (), {"action_probabilities": lambda self, state: {0: 1.0}}), None)
    with pytest.raises(GameError, match=r"'policy' does not play '3,3,3': .* need the module open_spiel \(pip install"):
        require_support(strategy, GAME)
