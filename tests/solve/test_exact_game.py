"""Exact games: values and counts against the rules alone; where no overline fits, as the ordinary game; refusals."""

from dataclasses import replace

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.errors import GameError
from noughts.solve.minimax import Plain
from noughts.solve.solver import Solver, exact_solver
from noughts.solve.tables.table_plan import make_plan
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.walk.game_size import walked
from tests.refusals import refused
from tests.witnesses import census, every_position, forced

STANDARD, EXACT = Game(3, 3, 3), Game(3, 3, 3, exact=True)


def test_without_room_for_an_overline_every_value_is_the_ordinary_one() -> None:
    plain = Plain()
    exact = every_position(EXACT)
    assert [str(position) for position in exact] == [str(position) for position in every_position(STANDARD)]
    for position in exact:
        assert plain.value(position) == plain.value(Position.from_boards(STANDARD, position.x, position.o))


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
