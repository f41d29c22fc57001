"""The weak game's solver against a plain minimax that shares no code with it, and against known values."""

from tempfile import TemporaryFile
from typing import Any

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.errors import CheckpointError
from noughts.solve.weak import frame, state
from noughts.solve.weak import search_kernel as search
from noughts.solve.weak import transposition_table as table
from noughts.solve.weak import weak_solver as solver
from noughts.solve.weak.proof import breaker_strategy, closing
from noughts.solve.weak.weak_solver import WeakSolver
from noughts.solve.weak.width import WIDTHS, Width
from tests.witnesses import MAKER_BREAKER_GAMES, maker_breaker_positions, maker_wins

REDUCTIONS = {
    name: getattr(module, name)
    for module, names in (
        (state, ("TWINS", "FREE")),
        (
            frame,
            ("POTENTIAL", "PAIRING", "LOOKAHEAD", "DOMINATION", "ZONES", "TABLE", "SYMMETRY"),
        ),
    )
    for name in names
}


def solved(game: Game, maker: int, breaker: int, maker_moves: bool, reductions: int) -> WeakSolver:
    solver = WeakSolver(game, reductions=reductions)
    assert solver.begin(maker, breaker, maker_moves)  # past the arguments at the root
    solver.advance(1 << 40)
    return solver


@pytest.mark.parametrize(
    "reductions",
    [
        pytest.param(frame.EVERYTHING, id="all"),
        pytest.param(0, id="none"),
        *(pytest.param(frame.EVERYTHING & ~flag, id=f"without {name}") for name, flag in REDUCTIONS.items()),
        *(pytest.param(flag, id=f"only {name}") for name, flag in REDUCTIONS.items()),
    ],
)
def test_every_reduction_against_minimax(reductions: int) -> None:
    for game, maker, breaker, maker_moves in maker_breaker_positions(150, reductions):
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        result = solved(game, maker, breaker, maker_moves, reductions)
        assert result.status.forces is wins, (game, maker, breaker, maker_moves)
        if result.reply is not None:
            assert not maker_wins(game.line_masks, maker, breaker | 1 << result.reply, True)


def test_a_solver_remembers_and_stays_right() -> None:
    solvers = {game: WeakSolver(game) for game in MAKER_BREAKER_GAMES}
    for game, maker, breaker, maker_moves in maker_breaker_positions(400, 1):
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        assert solvers[game].solve(maker, breaker, maker_moves).forces is wins


@pytest.mark.parametrize(
    ("mnk", "wins", "searched"),
    [
        ((1, 1, 1), True, False),
        ((3, 3, 3), True, True),  # a strong draw that Maker wins
        ((5, 5, 4), True, True),
        ((4, 4, 4), False, False),
        ((5, 5, 5), False, False),
        ((7, 6, 5), False, True),
        ((7, 7, 5), False, True),
        ((9, 5, 5), False, True),
        ((9, 6, 6), False, False),
        ((26, 26, 9), False, False),
        ((15, 15, 5), None, False),
    ],
)
def test_known_games(mnk: tuple[int, int, int], wins: bool | None, searched: bool) -> None:
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


def test_two_workers_agree() -> None:
    result = WeakSolver(Game(9, 6, 5), Budget(workers=2)).solve(0, 0)
    assert result.forces is False
    assert result.nodes > 0


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
@pytest.mark.parametrize("width", WIDTHS[1:], ids=str)
def test_more_words_than_needed_change_nothing(width: Width) -> None:
    for game, maker, breaker, maker_moves in maker_breaker_positions(60, 2):
        narrow, wide = WeakSolver(game), WeakSolver(game, width=width)
        assert wide.solve(maker, breaker, maker_moves) == narrow.solve(maker, breaker, maker_moves)
    for game in (Game(7, 7, 5), Game(9, 6, 5)):
        assert WeakSolver(game, width=width).solve(0, 0) == WeakSolver(game).solve(0, 0)


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
    for name, array in resumed.searches[0]._asdict().items():
        if name not in ("pairs", "queue", "share", "swaps"):
            assert (array == getattr(whole.searches[0], name)).all(), name


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
