"""The weak game's solver against a plain minimax that shares no code with it, and against known values."""

import io
import random
from collections.abc import Iterator
from functools import cache

import pytest

from noughts.core.game import Game, cells_of
from noughts.errors import GameError
from noughts.solve.static import pairs_hold
from noughts.solve.weak import frame, state
from noughts.solve.weak.proof import Inner, Leaf, after, canonical, core, strategy_tree
from noughts.solve.weak.solver import Argument, Limits, Progress, Verdict, WeakResult, WeakSolver, weak

GAMES = [
    *((3, 3, 3), (4, 3, 3), (4, 4, 3), (5, 4, 3), (6, 3, 3), (5, 5, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4)),
    *(
        (6, 4, 4),
        (7, 3, 4),
        (8, 4, 4),
        (5, 5, 5),
        (6, 5, 5),
        (6, 6, 5),
        (7, 6, 5),
        (7, 2, 2),
        (2, 8, 3),
        (1, 5, 2),
    ),
]
REDUCTIONS = {
    name: getattr(module, name)
    for module, names in (
        (state, ("NEIGHBOURS", "TWINS", "FREE")),
        (
            frame,
            ("POTENTIAL", "PAIRING", "LOOKAHEAD", "DOMINATION", "ZONES", "TABLE", "SYMMETRY", "FORKS"),
        ),
    )
    for name in names
}


def maker_wins(lines: tuple[int, ...], maker: int, breaker: int, maker_moves: bool) -> bool:
    """Plain minimax over every free cell of a live line."""

    @cache
    def wins(maker: int, breaker: int, maker_moves: bool) -> bool:
        live = [line for line in lines if not line & breaker]
        if any(not line & ~maker for line in live):
            return True
        cells = 0
        for line in live:
            cells |= line & ~maker
        if maker_moves:
            return any(wins(maker | 1 << cell, breaker, False) for cell in cells_of(cells))
        return bool(live) and all(wins(maker, breaker | 1 << cell, True) for cell in cells_of(cells))

    return wins(maker, breaker, maker_moves)


def random_positions(count: int, seed: int) -> Iterator[tuple[Game, int, int, bool]]:
    """Positions with few free cells, in any proportion of stones, with either side to move."""
    rng = random.Random(seed)
    for _ in range(count):
        game = Game(*rng.choice(GAMES))
        taken = rng.sample(range(game.cells), max(0, game.cells - rng.randint(4, 12)))
        part = rng.choice((0.3, 0.4, 0.5, 0.6))
        maker = sum(1 << cell for cell in taken if rng.random() < part)
        yield game, maker, sum(1 << cell for cell in taken) & ~maker, rng.random() < 0.5


def solved(game: Game, maker: int, breaker: int, maker_moves: bool, reductions: int) -> WeakResult:
    solver = WeakSolver(game, reductions=reductions)
    assert solver.begin(maker, breaker, maker_moves)  # past the arguments at the root
    return solver.resume()


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
    for game, maker, breaker, maker_moves in random_positions(150, reductions):
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        result = solved(game, maker, breaker, maker_moves, reductions)
        assert (result.verdict is Verdict.WINS) == wins, (game, maker, breaker, maker_moves)
        if result.reply is not None:
            assert not maker_wins(game.line_masks, maker, breaker | 1 << result.reply, True)


def test_a_solver_remembers_and_stays_right() -> None:
    solvers = {Game(*mnk): WeakSolver(Game(*mnk)) for mnk in GAMES}
    for game, maker, breaker, maker_moves in random_positions(400, 1):
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        assert (solvers[game].solve(maker, breaker, maker_moves).verdict is Verdict.WINS) == wins


@pytest.mark.parametrize(
    ("mnk", "verdict", "argument"),
    [
        ((1, 1, 1), Verdict.WINS, Argument.THREATS),
        ((3, 3, 3), Verdict.WINS, Argument.SEARCH),  # a strong draw that Maker wins
        ((5, 5, 4), Verdict.WINS, Argument.SEARCH),
        ((4, 4, 4), Verdict.HOLDS, Argument.POTENTIAL),
        ((5, 5, 5), Verdict.HOLDS, Argument.POTENTIAL),
        ((7, 6, 5), Verdict.HOLDS, Argument.SEARCH),
        ((7, 7, 5), Verdict.HOLDS, Argument.SEARCH),
        ((9, 5, 5), Verdict.HOLDS, Argument.SEARCH),
        ((9, 6, 6), Verdict.HOLDS, Argument.POTENTIAL),
        ((26, 26, 9), Verdict.HOLDS, Argument.PAIRS),
        ((15, 15, 5), Verdict.UNKNOWN, Argument.SIZE),
    ],
)
def test_known_games(mnk: tuple[int, int, int], verdict: Verdict, argument: Argument) -> None:
    result = weak(Game(*mnk), 0, 0)
    assert (result.verdict, result.argument) == (verdict, argument)


def test_a_large_board_that_is_nearly_full() -> None:
    game = Game(15, 15, 5)
    row = sum(1 << cell for cell in range(46, 50))
    around = game.full & ~(row | 1 << 45 | 1 << 50 | 1 << 100 | 1 << 101)
    assert weak(game, row, around).verdict is Verdict.WINS
    assert weak(game, row, around, maker_moves=False).verdict is Verdict.WINS
    assert weak(game, row, around | 1 << 45, maker_moves=False).verdict is Verdict.HOLDS


def test_two_workers_agree() -> None:
    result = weak(Game(9, 6, 5), 0, 0, limits=Limits(workers=2))
    assert result.verdict is Verdict.HOLDS
    assert result.nodes > 0


def test_limits_and_progress() -> None:
    game, seen = Game(9, 6, 5), list[Progress]()
    spent = weak(game, 0, 0, limits=Limits(nodes=20))
    assert (spent.verdict, spent.argument, spent.nodes) == (Verdict.UNKNOWN, Argument.BUDGET, 20)
    assert weak(game, 0, 0, limits=Limits(seconds=0)).verdict is Verdict.UNKNOWN
    assert WeakSolver(game).solve(0, 0, progress=seen.append).verdict is Verdict.HOLDS
    assert [now.nodes for now in seen] == sorted(now.nodes for now in seen)
    assert all(0 <= now.fill <= 1 and 0 <= now.done <= 1 for now in seen)


def test_the_table_keeps_to_its_memory() -> None:
    solver = WeakSolver(Game(9, 6, 5), Limits(memory=1 << 17))
    assert solver.solve(0, 0).verdict is Verdict.HOLDS
    assert solver.rows.nbytes <= 1 << 17


def test_a_search_is_taken_up_again_after_a_save() -> None:
    game = Game(7, 7, 5)
    whole = weak(game, 0, 0)
    solver = WeakSolver(game, Limits(nodes=50))
    assert solver.solve(0, 0).verdict is Verdict.UNKNOWN
    file = io.BytesIO()
    solver.save(file)
    file.seek(0)
    other = WeakSolver(game)
    other.load(file)
    assert other.nodes == 50
    result = other.resume()
    assert (result.verdict, result.nodes) == (whole.verdict, whole.nodes)


def test_a_save_of_another_game_is_refused() -> None:
    solver = WeakSolver(Game(7, 7, 5), Limits(nodes=5))
    solver.solve(0, 0)
    file = io.BytesIO()
    solver.save(file)
    file.seek(0)
    with pytest.raises(GameError, match="7,7,5"):
        WeakSolver(Game(7, 6, 5)).load(file)


def test_an_interrupt_leaves_the_search_as_it_is() -> None:
    def interrupt(_now: Progress) -> None:
        raise KeyboardInterrupt

    whole = weak(Game(7, 7, 5), 0, 0)
    solver = WeakSolver(Game(7, 7, 5), Limits(nodes=100))
    solver.solve(0, 0)
    solver.limits = Limits()
    with pytest.raises(KeyboardInterrupt):
        solver.resume(interrupt)
    result = solver.resume()
    assert (result.verdict, result.nodes) == (Verdict.HOLDS, whole.nodes)


@pytest.mark.parametrize("mnk", [(5, 5, 5), (6, 6, 5), (7, 6, 5), (9, 5, 5)])
def test_a_strategy_tree_is_closed_under_every_move_of_maker(mnk: tuple[int, int, int]) -> None:
    game = Game(*mnk)
    nodes = list(strategy_tree(WeakSolver(game), 0, 0))
    known = {(node.maker, node.free) for node in nodes}
    assert len(known) == len(nodes)
    assert (nodes[0].maker, nodes[0].free) == canonical(game, core(game, 0, game.full))
    for node in nodes:
        if isinstance(node, Leaf):
            assert pairs_hold(game, node.maker, game.full & ~(node.maker | node.free), True, node.pairs)
            continue
        assert isinstance(node, Inner)
        assert (node.maker, node.free) == core(game, node.maker, node.free)
        assert set(node.replies) == set(cells_of(node.free))
        for move, reply in node.replies.items():
            assert move != reply
            assert node.free >> reply & 1
            assert all(line & ~(node.maker | 1 << move) for line in game.line_masks)
            child = after(game, (node.maker, node.free), move, reply)
            assert canonical(game, child) in known


def test_there_is_no_tree_where_maker_wins() -> None:
    with pytest.raises(ValueError, match="Maker wins"):
        list(strategy_tree(WeakSolver(Game(5, 5, 4)), 0, 0))
