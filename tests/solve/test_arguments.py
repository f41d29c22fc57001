"""Pairings, and the theorems that answer empty boards: they stand in proof/, and play to the end agrees."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from benchmarks import theorems as table
from noughts.board_text.position_text import parse_position
from noughts.core.budget import Budget
from noughts.core.game import Game, mask_of
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.errors import GameError
from noughts.solve.pairs import find_pairs, pairs_hold
from noughts.solve.solver import Solver, exact_solver
from noughts.solve.tables.table_plan import make_plan
from noughts.solve.theorems import GAMES, line_count, theorem_of, theorem_on, through_count
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.walk.game_size import walked
from tests.refusals import refused
from tests.witnesses import census, forced, minimax


@pytest.mark.parametrize(
    ("mnk", "found"),
    [
        ((4, 4, 4), True),
        ((5, 5, 5), True),
        ((10, 10, 10), True),
        ((7, 3, 4), True),
        ((12, 3, 4), True),
        ((7, 7, 6), True),
        ((9, 6, 6), True),
        ((26, 26, 9), True),
        ((26, 26, 26), True),
        ((3, 3, 3), False),
        ((5, 5, 4), False),
        ((1, 1, 1), False),
    ],
)
def test_known_games(mnk: tuple[int, int, int], found: bool) -> None:
    game = Game(*mnk)
    pairs = find_pairs(game, 0, 0, steps=200)
    assert (pairs is not None) == found
    if pairs is not None:
        assert pairs_hold(game, 0, 0, True, pairs)


def test_nine_in_a_row_is_paired_line_by_line() -> None:
    game = Game(20, 20, 9)
    pairs = find_pairs(game, 0, 0)
    assert pairs
    cells = [cell for pair in pairs for cell in pair]
    assert len(cells) == len(set(cells))
    assert all(any(set(pair) <= set(line) for pair in pairs) for line in game.lines)


@pytest.mark.parametrize("pairs", [[(0, 0)], [(0, 1), (1, 2)], [(0, 24)], [(3, 4)]])
def test_pairs_that_are_none_are_refused(pairs: list[tuple[int, int]]) -> None:
    game = Game(5, 5, 5)
    assert pairs_hold(game, mask_of((3,)), mask_of((24,)), True)
    assert not pairs_hold(game, mask_of((3,)), mask_of((24,)), True, pairs)


PROOF = Path(__file__).parents[2] / "proof"


SMALL = [Game(m, n, k) for m, n, k in product(range(1, 10), repeat=3) if m * n <= 9 and k <= max(m, n)]


def plain_lines(m: int, n: int, k: int) -> list[frozenset[tuple[int, int]]]:
    """Return all lines of a board, by the definition."""
    found = {
        frozenset((x + i * right, y + i * down) for i in range(k))
        for x, y, (right, down) in product(range(m), range(n), ((1, 0), (0, 1), (1, 1), (-1, 1)))
    }
    return [line for line in found if all(0 <= x < m and 0 <= y < n for x, y in line)]


@pytest.mark.parametrize("k", range(1, 10))
def test_the_number_of_lines(k: int) -> None:
    for m, n in product(range(1, 10), repeat=2):
        lines = plain_lines(m, n, k)
        through = max((sum(cell in line for line in lines) for cell in product(range(m), range(n))), default=0)
        assert line_count(m, n, k) == len(lines)
        assert through_count(m, n, k) >= through


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_play_to_the_end_agrees(game: Game) -> None:
    result, found = theorem_of(game).result, minimax(Position(game)).result
    assert found >= 0
    assert result in (None, found)


def test_all_small_games_are_answered() -> None:
    assert [str(game) for game in SMALL if theorem_of(game).result is None] == []


def test_the_theorems_stand_in_the_proof() -> None:
    printed = set(re.findall(r"^Print Assumptions (\w+)\.$", (PROOF / "Theorems.v").read_text(), re.MULTILINE))
    every = [game for k in range(1, 27) for game in table.boards(k)]
    assert {theorem_of(game).name for game in every} <= printed


def test_the_games_are_those_of_the_kernel() -> None:
    text = (PROOF / "Games.v").read_text()
    stated = re.findall(r"^Theorem (\w+) : has_value \(Game (\d+) (\d+) (\d+)\) start (\w+)\.$", text, re.MULTILINE)
    assert {Game(*map(int, sizes)): {"Win": 1, "Draw": 0}[value] for _, *sizes, value in stated} == GAMES
    assert all(name == f"game_{'_'.join(sizes)}" for name, *sizes, _ in stated)


def test_where_no_theorem_speaks() -> None:
    assert theorem_on(Position(Game(9, 9, 9, exact=True))) is None
    assert theorem_on(Position(Game(9, 9, 9)).play(0)) is None
    only = theorem_on(Position(Game(15, 15, 5)))
    assert only is not None
    assert str(only) == "X does not lose: proved for every board"


def test_a_theorem_where_the_budget_is_spent() -> None:
    solver = Solver(Budget(nodes=1))
    known = solver.solve(Position(Game(7, 7, 5)))
    assert (known.value, known.arguments) == (Value(0, 49), ("theorem game_7_7_5",))
    assert solver.solve(Position(Game(9, 9, 5))).value is None


def test_the_table_of_the_page() -> None:
    text = table.PAGE.read_text(encoding="utf-8")
    assert text.partition(table.BEGIN)[2].partition(table.END)[0] == f"{table.table()}\n"


STANDARD, EXACT = Game(3, 3, 3), Game(3, 3, 3, exact=True)


@pytest.mark.parametrize(
    "text", ["3,3,3-exact", "3,3,2-exact", "4,2,2-exact", "4,2,3-exact", "5,2,2-exact", "3,3,1-exact", "1,1,1-exact"]
)
def test_census(text: str) -> None:
    game = Game.from_text(text)
    assert walked(game) == census(game)


@pytest.mark.parametrize("text", ["5,5,5-exact", "6,6,6-exact", "8,8,8-exact", "9,9,9-exact"])
def test_who_keeps_a_side_from_k_in_a_row_keeps_it_from_exactly_k(text: str) -> None:
    game = Game.from_text(text)
    solutions = [
        Solver(Budget(nodes=100_000)).solve(Position(one), moves=False) for one in (game, replace(game, exact=False))
    ]
    assert [str(solution.value) for solution in solutions] == ["draw", "draw"]
    assert "strategy stealing" not in solutions[0].arguments


def test_an_unknown_value_is_never_a_draw() -> None:
    solution = Solver(Budget(nodes=1000)).solve(Position(Game(9, 9, 5, exact=True)))  # far from an end
    assert solution.value is None
    assert solution.unknown.startswith("unknown after")


def test_wins_beyond_enumeration() -> None:
    solution = Solver().solve(Position(Game(4, 4, 3, exact=True)), distance=True, moves=False)
    assert str(solution.value) == "win in 5 plies"  # as minimax finds in some minutes
    assert solution.arguments == ("depth-first search",)


@pytest.mark.parametrize("text", ["XXXX.../OO.OO..", "X.XXXX./OO.OO.O", "XX.XXXX/OO.OO.O"])
def test_an_overline_is_no_line_of_the_weak_game(text: str) -> None:
    position, solver = parse_position(text, Game(7, 2, 3, exact=True)), Solver()
    for side in Side:
        assert solver.forces(position, side) == (forced(position, side) is not None)


def test_ordinary_tables_are_not_asked() -> None:
    with refused("error.out-of-reach", "error.no-tables"):
        exact_solver(0.05).truth(Position(Game(6, 6, 4, exact=True)))


def test_refusals() -> None:
    for what in (
        lambda: make_plan(EXACT, 1 << 30),
        lambda: PlainWeakSolver(EXACT, Budget()).begin(0, 0, True),
    ):
        with pytest.raises(GameError, match="are for games without options, and '3,3,3-exact' has some"):
            what()
