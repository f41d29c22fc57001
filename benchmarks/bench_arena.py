"""Timings of matches: games played, and results computed. Each asserts its answer; ratios stand below the table."""

import multiprocessing
import time
from collections.abc import Callable
from fractions import Fraction

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts.arena.exact_match import exact
from noughts.arena.match import Match
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.tally import Tally
from noughts.processes.pool import Processes, WorkerPool
from noughts.strategies.registry import load

STANDARD = Game(3, 3, 3)
ROUNDS = 3


def held(schedule: Schedule, pool: WorkerPool | None = None) -> Match:
    match = Match(schedule)
    for _ in match.play(load, pool):
        pass
    return match


def fastest(benchmark: BenchmarkFixture) -> float:
    assert benchmark.stats is not None
    return float(benchmark.stats.stats.min)


@pytest.mark.benchmark(group="arena: sampled")
def bench_sampled_match(benchmark: BenchmarkFixture) -> None:
    """1,000 games of `tactical` against `random` on 3,3,3 in this process."""
    schedule = Schedule(STANDARD, ("tactical", "random"), 1000)
    match = benchmark(lambda: held(schedule))
    (meeting,) = match.head_to_heads()
    assert (meeting.all.win, meeting.all.draw, meeting.all.loss) == (795, 163, 42)
    benchmark.extra_info["games/s"] = round(1000 / fastest(benchmark))


def busy(rounds: int) -> None:
    """Count: work for one processor."""
    total = 0
    for number in range(rounds):
        total += number * number


def seconds_of(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


@pytest.mark.benchmark(group="arena: sampled")
def bench_workers(benchmark: BenchmarkFixture) -> None:
    """3,000 games of `paths` against `weights` on 7,7,5 by two workers, with their start, and in this process.

    Beside them, what a second process gains on this machine now: a loop in one process, and in two halves.
    """
    schedule = Schedule(Game(7, 7, 5), ("paths", "weights"), 3000)
    loops = 20_000_000
    halves = [multiprocessing.get_context("fork").Process(target=busy, args=(loops // 2,)) for _ in range(2 * ROUNDS)]

    def both() -> None:
        pair = halves.pop(), halves.pop()
        for half in pair:
            half.start()
        for half in pair:
            half.join()

    def by_two() -> Match:
        with Processes(2) as pool:
            return held(schedule, pool)

    works = {
        "one": lambda: held(schedule),
        "two": by_two,
        "loop": lambda: busy(loops),
        "halves": both,
    }
    times = [{name: seconds_of(work) for name, work in works.items()} for _ in range(ROUNDS)]
    best = {name: min(each[name] for each in times) for name in works}
    match: Match = benchmark.pedantic(by_two, rounds=1)  # type: ignore[no-untyped-call]
    (meeting,) = match.head_to_heads()
    assert (meeting.all.win, meeting.all.draw, meeting.all.loss) == (2993, 7, 0)
    benchmark.extra_info["games/s of two workers"] = round(3000 / best["two"])
    benchmark.extra_info["times as quick as one"] = round(best["one"] / best["two"], 2)
    benchmark.extra_info["times as quick, two halves of a loop"] = round(best["loop"] / best["halves"], 2)


def random_walk(position: Position) -> tuple[Fraction, Fraction, Fraction]:
    """X wins, draw, O wins between two random players, without merging positions: the peer."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return Fraction(str(winner) == "X"), Fraction(winner is None), Fraction(str(winner) == "O")
    below = [random_walk(position.play_unchecked(move)) for move in position.legal_moves]
    win, draw, loss = (sum(shares, Fraction(0)) / len(below) for shares in zip(*below, strict=True))
    return win, draw, loss


@pytest.mark.benchmark(group="arena: exact")
def bench_exact_random(benchmark: BenchmarkFixture) -> None:
    """`random` against `random` on 3,3,3; behind an opening also beside the walk game by game."""
    player = load("random")
    found = benchmark(lambda: exact(player, player, STANDARD))
    assert found.chances == Tally(Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420))
    benchmark.extra_info["positions/s"] = round(found.positions / fastest(benchmark))
    opening = (4, 0)  # the walk takes a tenth of a second from here
    start = time.perf_counter()
    walked = random_walk(Position(STANDARD).play(4).play(0))
    walk = time.perf_counter() - start
    start = time.perf_counter()
    chances = exact(player, player, STANDARD, [opening]).chances
    assert tuple(vars(chances).values()) == walked
    benchmark.extra_info["times as quick as game by game"] = round(walk / (time.perf_counter() - start), 1)


@pytest.mark.benchmark(group="arena: exact")
@pytest.mark.parametrize("game", ["3,3,3", "4,3,3"])
def bench_exact(benchmark: BenchmarkFixture, game: str) -> None:
    """`weights` against `random`."""
    players = load("weights"), load("random")
    found = benchmark(lambda: exact(*players, Game.from_text(game)))
    assert found.chances.loss == {"3,3,3": Fraction(1, 864), "4,3,3": Fraction(14897, 20790000)}[game]
    benchmark.extra_info["positions/s"] = round(found.positions / fastest(benchmark))
