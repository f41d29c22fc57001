"""The weak game on several workers: the verdicts of brute force, and the same nodes in any order of results."""

import os
import random
import signal
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import CheckpointError, WorkersError
from noughts.jobs.pool import WorkerPool, cluster, kept
from noughts.solve.engine import Status
from noughts.solve.race import Race
from noughts.solve.weak import split, tree
from noughts.solve.weak.solver import WeakSolver
from noughts.solve.weak.split import Leaves, SplitSolver
from noughts.solve.weak.verdict import Verdict, WeakResult
from tests.witnesses import maker_breaker_positions, maker_wins


class Shuffled(Executor):
    """Does at once what is submitted, and gives its results away in an order that depends on a seed."""

    def __init__(self, seed: int) -> None:
        self.rng, self.results = random.Random(seed), list[tuple[Future[Any], Any]]()

    def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
        self.results.append((Future(), function(*args, 0.0)))
        return self.results[-1][0]

    def release(self) -> None:
        """Give one result away."""
        if self.results:
            future, result = self.results.pop(self.rng.randrange(len(self.results)))
            future.set_result(result)


POOL = WorkerPool(lambda: Shuffled(0), lambda: 1)


class Split(SplitSolver):
    """A solver whose workers end in an order that depends on a seed."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.executor = Shuffled(seed)
        super().__init__(game, WorkerPool(lambda: self.executor, lambda: 3))

    def advance(self, nodes: int = 0) -> Status:
        self.executor.release()
        return super().advance(nodes)


def solved(solver: SplitSolver, maker: int, breaker: int, maker_moves: bool) -> WeakResult:
    assert solver.begin(maker, breaker, maker_moves)
    return ended(solver)


def ended(solver: SplitSolver) -> WeakResult:
    while not solver.advance().over:
        pass
    return solver.result()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split, "_TURN", 0)


@pytest.fixture
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves of one node, so that the trees are deep."""
    monkeypatch.setattr(tree, "_FIRST", 1)
    monkeypatch.setattr(tree, "_MOST", 1)


@pytest.mark.usefixtures("_tiny")
def test_the_verdicts_of_brute_force() -> None:
    solvers = dict[Game, Split]()
    deep = 0
    for game, maker, breaker, maker_moves in maker_breaker_positions(40, 5):
        solver = solvers.setdefault(game, Split(game))
        found = solved(solver, maker, breaker, maker_moves)
        wins = maker_wins(game.line_masks, maker, breaker, maker_moves)
        assert found.verdict is (Verdict.WINS if wins else Verdict.HOLDS), (game, maker, breaker, maker_moves)
        if found.reply is not None:
            assert not maker_wins(game.line_masks, maker, breaker | 1 << found.reply, True)
        deep += found.nodes > 2
    assert deep > 1


def test_the_same_nodes_in_whatever_order_verdicts_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_FIRST", 8)
    results = {solved(Split(Game(7, 7, 5), seed), 0, 0, True) for seed in range(5)}
    (result,) = results
    assert result.verdict is Verdict.HOLDS
    assert result.nodes > 130


def test_a_search_begins_with_the_table_of_the_one_before() -> None:
    game, work = Game(7, 7, 5), Leaves(Game(7, 7, 5), 1 << 30)
    with work.prepared() as state:
        verdict, nodes, table = work.do(state, (1, 0, game.full, 120, b""))
        assert (verdict, nodes) == (Verdict.UNKNOWN, 120)
        again, fewer, nothing = work.do(state, (2, 0, game.full, 1000, table))
        _, plain, _ = work.do(state, (3, 0, game.full, 1000, b""))
    assert (again, nothing) == (Verdict.HOLDS, b"")
    assert fewer < plain


def test_a_question_leaves_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_FIRST", 8)
    solver = Split(Game(7, 7, 5), 1)
    solver.begin(0, 0, maker_moves=True)
    for _ in range(12):
        assert not solver.advance().over
    assert 0 < solver.status.share < 1
    assert solver.result().verdict is Verdict.UNKNOWN
    second = solved(solver, 1, 2, True)
    assert second == solved(Split(Game(7, 7, 5), 2), 1, 2, True)


def test_a_board_that_does_not_fit() -> None:
    solver = Split(Game(20, 20, 5))
    assert not solver.begin(0, 0, maker_moves=True)
    assert solver.result() == WeakResult(Verdict.UNKNOWN)


def test_a_checkpoint_goes_on_to_the_same_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_FIRST", 8)
    game = Game(7, 7, 5)
    whole = solved(Split(game, 1), 0, 0, True)
    solver = Split(game, 2)
    solver.begin(0, 0, maker_moves=True)
    for _ in range(12):
        assert not solver.advance().over
    saved = solver.checkpoint()
    later = Split(game, 3)
    later.restore(saved)
    assert later.status.nodes == solver.status.nodes
    assert ended(later) == whole
    with pytest.raises(CheckpointError, match="the saved search is of 7,7,5, not of 7,6,5"):
        Split(Game(7, 6, 5)).restore(saved)


def test_a_race_does_not_go_on_from_the_other_kind_of_search() -> None:
    game = Game(7, 7, 5)
    plain = WeakSolver(game)
    plain.begin(0, 0, maker_moves=True)
    saved = {f"weak game/{name}": array for name, array in plain.checkpoint().items()}
    with pytest.raises(CheckpointError, match="needs --executor, or was saved without it: use the same option"):
        Race(game, Side.X, Budget(), WorkerPool(lambda: Shuffled(0), lambda: 1)).run(
            Position(game), Budget(), saved=saved
        )


def test_a_position_that_ends_every_worker() -> None:
    work = Leaves(Game(3, 3, 3), 1)
    with pytest.raises(WorkersError, match="a position of 3,3,3 cannot be searched: its worker died"):
        work.lost((1, 0, 0, 1, b""), "its worker died 3 times")


@pytest.mark.slow
def test_a_killed_worker_changes_nothing(dask: Any) -> None:
    victim, game = next(iter(dask.workers.values())).pid, Game(8, 7, 5)
    with kept(cluster(dask.scheduler_address)) as pool:
        solver = SplitSolver(game, pool)
        solver.begin(0, 0, maker_moves=True)
        while not (status := solver.advance()).over:
            if victim and status.share > 0.2:
                os.kill(victim, signal.SIGKILL)
                victim = None
        assert victim is None
        assert solver.result() == solved(Split(game), 0, 0, True)
