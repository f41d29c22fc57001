"""The solvers of the weak game, compiled and in plain Python: known games, budgets, slices and checkpoints."""

import random
import subprocess
import sys
from tempfile import TemporaryFile
from typing import Any

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game, image_of
from noughts.errors import CheckpointError
from noughts.solve.search_engine import Status
from noughts.solve.weak import search_kernel as search
from noughts.solve.weak import transposition_table as table
from noughts.solve.weak import weak_solver as solver
from noughts.solve.weak.plain_search import PlainWeakSolver
from noughts.solve.weak.proof import breaker_strategy, closing
from noughts.solve.weak.weak_engine import WIDTHS
from noughts.solve.weak.weak_solver import WeakSolver
from tests.witnesses import random_position

pytestmark = pytest.mark.usefixtures("kernels")


Search = type[WeakSolver | PlainWeakSolver]


def solved(solver: WeakSolver | PlainWeakSolver, maker: int, breaker: int, maker_moves: bool = True) -> Status:
    assert solver.begin(maker, breaker, maker_moves)
    status = solver.advance(1 << 20)
    assert status.over
    return status


@pytest.mark.parametrize("engine", [WeakSolver, PlainWeakSolver])
@pytest.mark.parametrize(
    ("mnk", "wins"),
    [
        ((1, 1, 1), True),
        ((3, 3, 3), True),  # a draw as it is played, that Maker wins
        ((5, 5, 4), True),
        ((4, 4, 4), False),
        ((5, 5, 5), False),
        ((7, 6, 5), False),
        ((7, 7, 5), False),
    ],
)
def test_known_games(mnk: tuple[int, int, int], wins: bool, engine: Search) -> None:
    status = solved(engine(Game(*mnk)), 0, 0)
    assert status.forces is wins
    assert status.nodes < 200


@pytest.mark.parametrize(
    ("mnk", "wins", "searched"),
    [((4, 4, 4), False, False), ((9, 6, 6), False, False), ((9, 5, 5), False, True), ((15, 15, 5), None, False)],
)
def test_arguments_come_before_a_search(mnk: tuple[int, int, int], wins: bool | None, searched: bool) -> None:
    result = WeakSolver(Game(*mnk)).solve(0, 0)
    assert (result.forces, result.nodes > 0) == (wins, searched)


def test_a_large_board_that_is_nearly_full() -> None:
    game = Game(15, 15, 5)
    row = sum(1 << cell for cell in range(46, 50))
    around = game.full & ~(row | 1 << 45 | 1 << 50 | 1 << 100 | 1 << 101)
    solver = WeakSolver(game, width=WIDTHS[0])
    assert solver.solve(row, around).forces is True
    assert solver.solve(row, around, maker_moves=False).forces is True
    assert solver.solve(row, around | 1 << 45, maker_moves=False).forces is False


def test_a_spent_budget_is_no_verdict() -> None:
    for budget, nodes in ((Budget(nodes=20), 20), (Budget(seconds=0), 0)):
        solver = WeakSolver(Game(9, 6, 5), budget)
        spent = solver.solve(0, 0)
        assert (spent.forces, spent.nodes, solver.reply) == (None, nodes, None)


def test_the_table_keeps_to_its_memory() -> None:
    solver = WeakSolver(Game(9, 6, 5), Budget(memory=1 << 17))
    assert solver.solve(0, 0).forces is False
    assert solver.rows.nbytes <= 1 << 17


def test_slices_and_checkpoints_change_nothing() -> None:
    whole = WeakSolver(Game(7, 7, 5)).solve(0, 0)
    sliced = WeakSolver(Game(7, 7, 5))
    assert sliced.begin(0, 0, True)
    seen = [sliced.status]
    while not (status := sliced.advance(50)).over:
        seen.append(status)
        saved = {name: array.copy() for name, array in sliced.checkpoint().items()}
        sliced = WeakSolver(Game(7, 7, 5))
        sliced.restore(saved)
    assert [status.nodes for status in seen] == [50 * i for i in range(len(seen))]
    assert sliced.status == whole
    assert all(0 <= part <= 1 for status in seen for part in (status.share, status.fill))
    assert seen[-1].share > 0


@pytest.mark.slow
def test_a_checkpoint_of_a_wide_board_goes_on() -> None:
    game = Game(11, 6, 5)
    whole, saved = WeakSolver(game, Budget(nodes=3000)), WeakSolver(game, Budget(nodes=1000))
    whole.solve(0, 0)
    saved.solve(0, 0)
    resumed = WeakSolver(game)
    resumed.restore(saved.checkpoint())
    resumed.advance(2000)
    assert resumed.nodes == whole.nodes == 3000
    assert resumed.search is not None
    for name, array in resumed.search._asdict().items():
        if name not in ("pairs", "queue", "share", "swaps"):
            assert (array == getattr(whole.search, name)).all(), name


def test_a_checkpoint_of_another_game_is_refused() -> None:
    solver = WeakSolver(Game(7, 7, 5))
    solver.begin(0, 0, True)
    with pytest.raises(CheckpointError, match="7,7,5"):
        WeakSolver(Game(7, 6, 5)).restore(solver.checkpoint())


def test_every_kernel_is_compiled_once() -> None:
    solver.compile_kernels()
    breaker_strategy.compile_kernels()
    kernels: tuple[Any, ...] = (
        *(search.run, table.move_rows),
        *(closing.closing_pairs, closing.closing_replies, closing.reply_in_two),
        *(breaker_strategy.simplified, breaker_strategy.keep_live),
    )
    before = [list(kernel.signatures) for kernel in kernels]
    game = Game(7, 7, 5)
    with TemporaryFile() as log:
        solved = WeakSolver(game, log=log)
        assert solved.solve(0, 0).forces is False
        assert list(breaker_strategy.strategy_tree(solved, 0, game.full))
    assert [kernel.signatures for kernel in kernels] == before
    widths = [
        {(types[0], types[-1]) if kernel is table.move_rows else types[0] for types in kernel.signatures}
        for kernel in kernels
    ]
    assert list(map(len, widths)) == list(map(len, before))  # once for each width: that of sets of cells and of lines


# --- in plain Python


LARGE = [((13, 5, 5), 10, 24), ((9, 8, 5), 8, 36), ((9, 9, 5), 16, 54), ((8, 8, 4), 20, 40)]  # of both other widths


@pytest.mark.parametrize(
    ("mnk", "fewest", "most"),
    [
        *[((5, 5, 4), 0, 12), ((7, 4, 4), 0, 14), ((5, 5, 3), 0, 12), ((6, 6, 5), 2, 10), ((7, 7, 5), 12, 24)],
        *(pytest.param(*row, marks=pytest.mark.slow) for row in LARGE),
    ],
)
def test_the_two_searches_agree(mnk: tuple[int, int, int], fewest: int, most: int) -> None:
    """About random positions with so many stones."""
    game, rng = Game(*mnk), random.Random(5)
    plain, compiled, searched = PlainWeakSolver(game), WeakSolver(game), 0
    for _ in range(16 if (mnk, fewest, most) in LARGE else 40):
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


@pytest.mark.slow
def test_slices_of_plain_python_change_nothing() -> None:
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


def test_plain_python_needs_the_standard_library_alone() -> None:
    code = "import sys, noughts.solve.portfolio; print(*{'numpy', 'numba', 'llvmlite'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
