"""The weak game's search in plain Python against minimax and the compiled search, which share no code with it."""

import random
import subprocess
import sys

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game, image_of
from noughts.solve.search_engine import Status
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.solve.weak.weak_solver import WeakSolver
from tests.witnesses import MAKER_BREAKER_GAMES, maker_breaker_positions, maker_wins, random_position


def solved(solver: WeakSolver | PlainWeakSolver, maker: int, breaker: int, maker_moves: bool = True) -> Status:
    assert solver.begin(maker, breaker, maker_moves)
    status = solver.advance(1 << 20)
    assert status.over
    return status


def test_agrees_with_minimax() -> None:
    solvers = {game: PlainWeakSolver(game) for game in MAKER_BREAKER_GAMES}
    for game, maker, breaker, maker_moves in maker_breaker_positions(600, 11):
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        for solver in (solvers[game], PlainWeakSolver(game)):
            result = solved(solver, maker, breaker, maker_moves)
            assert result.forces is wins, (game, maker, breaker, maker_moves)
            if solver.reply is not None:
                assert not maker_wins(game.line_masks, maker, breaker | 1 << solver.reply, True)


@pytest.mark.parametrize(
    ("mnk", "fewest", "most"),
    [
        ((5, 5, 4), 0, 12),
        ((6, 4, 4), 0, 12),
        ((7, 4, 4), 0, 14),
        ((5, 5, 3), 0, 12),
        ((6, 6, 5), 2, 10),
        ((7, 7, 5), 12, 24),
    ],
)
def test_agrees_with_the_compiled_search(mnk: tuple[int, int, int], fewest: int, most: int) -> None:
    compare(Game(*mnk), fewest, most)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mnk", "fewest", "most"),
    [
        ((13, 5, 5), 10, 24),
        ((11, 6, 5), 6, 30),
        ((9, 8, 5), 8, 36),
        ((9, 9, 5), 16, 54),
        ((10, 10, 5), 24, 70),
        ((8, 8, 4), 20, 40),
    ],
)
def test_agrees_with_the_compiled_search_of_wide_boards(mnk: tuple[int, int, int], fewest: int, most: int) -> None:
    compare(Game(*mnk), fewest, most, 16)


def compare(game: Game, fewest: int, most: int, positions: int = 40) -> None:
    """Ask both searches about random positions with so many stones."""
    rng = random.Random(5)
    plain, compiled, searched = PlainWeakSolver(game), WeakSolver(game), 0
    for _ in range(positions):
        position, maker_moves = random_position(game, rng.randint(fewest, most), rng), rng.random() < 0.5
        for maker, breaker in ((position.x, position.o), (position.o, position.x)):
            fits = plain.begin(maker, breaker, maker_moves)
            assert compiled.begin(maker, breaker, maker_moves) == fits, f"{game} {maker} {breaker}"
            if not fits or not plain.advance(60).over:
                continue
            result, where = plain.status, f"{game} {maker} {breaker} {maker_moves}"
            searched += result.nodes > 0
            assert result.forces is solved(compiled, maker, breaker, maker_moves).forces, where
            if plain.reply is not None:
                assert solved(compiled, maker, breaker | 1 << plain.reply).forces is False, where
    assert searched > 2


@pytest.mark.parametrize("mnk", [(13, 5, 5), (9, 8, 5), (9, 9, 5)])
def test_plain_python_takes_boards_of_several_words(mnk: tuple[int, int, int]) -> None:
    """Breaker holds a position of 65 cells or more, and each of its images under the symmetries in as many nodes."""
    game, rng = Game(*mnk), random.Random(3)
    position = random_position(game, 24, rng)
    results = set()
    for symmetry in game.symmetries:
        maker, breaker = image_of(position.x, symmetry), image_of(position.o, symmetry)
        results.add(solved(PlainWeakSolver(game), maker, breaker).forces)
    assert len(results) == 1


@pytest.mark.parametrize(
    ("mnk", "wins"),
    [
        ((1, 1, 1), True),
        ((2, 1, 2), False),
        ((3, 3, 3), True),
        ((4, 4, 4), False),
        ((5, 5, 4), True),
        ((7, 6, 5), False),
        ((7, 7, 5), False),
    ],
)
def test_known_games(mnk: tuple[int, int, int], wins: bool) -> None:
    solver = PlainWeakSolver(Game(*mnk))
    assert solved(solver, 0, 0).forces is wins
    assert solver.status.share == 1
    assert solver.status.nodes < 200


def test_a_board_is_too_large_as_for_the_compiled_search() -> None:
    game = Game(15, 15, 5)
    assert not PlainWeakSolver(game).begin(0, 0, True)
    row = sum(1 << cell for cell in range(46, 50))
    around = game.full & ~(row | 1 << 45 | 1 << 50 | 1 << 100 | 1 << 101)
    solver = PlainWeakSolver(game)
    assert solved(solver, row, around, maker_moves=False).forces is True
    result = solved(solver, row, around | 1 << 45, maker_moves=False)
    assert (result.forces, solver.reply) == (False, 50)
    assert solved(solver, row, around & ~(1 << 51), maker_moves=False).forces is True


@pytest.mark.slow
def test_slices_change_nothing() -> None:
    game = Game(7, 4, 4)
    whole, sliced = solved(PlainWeakSolver(game), 0, 0), PlainWeakSolver(game)
    assert sliced.status == Status(over=False)
    assert sliced.begin(0, 0, True)
    while not (status := sliced.advance(100)).over:
        assert status.nodes % 100 == 0
        assert status.forces is None
        assert 0 <= status.share < 1
        assert 0 < status.fill < 1
    assert sliced.status == whole


def test_forgets_rather_than_fill_the_memory() -> None:
    solver = PlainWeakSolver(Game(6, 4, 4), Budget(memory=1 << 14))
    assert solved(solver, 0, 0).forces is False
    assert solver.status.fill <= 1


def test_needs_the_standard_library_alone() -> None:
    code = "import sys, noughts.solve.weak.plain_search; print(*{'numpy', 'numba', 'llvmlite'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
