"""Timings of the rules, the strategies and the prover. Each asserts its answer; ratios to a peer stand below the table.

A peer runs in the same process and the same minute: the machines are shared and noisy, a ratio is not.
"""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.players.player import Decision, Player
from noughts.prove import Proof, prove
from noughts.strategies.registry import load, names

STANDARD = Game(3, 3, 3)
EXACT = ("perfect", "sharp")  # they need exact values, which no search finds on 15,15,5


@pytest.mark.parametrize("game", [STANDARD, Game(15, 15, 5)], ids=str)
def bench_random_game(benchmark: BenchmarkFixture, game: Game) -> None:
    """One random game through Position."""
    rng = random.Random(0)

    def play() -> Position:
        position = Position(game)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
        return position

    assert benchmark(play).outcome is not None


@pytest.mark.parametrize("spec", ["ring", "weights", "paths"])
def bench_prove_standard(benchmark: BenchmarkFixture, spec: str) -> None:
    """Both seats of 3,3,3, in process."""
    strategy = load(spec)
    first, second = benchmark(lambda: [prove(strategy, STANDARD, seat) for seat in Side])
    expected = {"ring": (76, 457), "weights": (2752, 6680), "paths": (76, 457)}
    assert (first.games.total, second.games.total) == expected[spec]


class OneByOne:
    """A strategy without its batch form: the prover then walks in plain Python, one position at a time."""

    def __init__(self, inner: Player) -> None:
        self.inner, self.name, self.supports = inner, inner.name, inner.supports

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return self.inner.decide(position, rng)


def bench_prove_444(benchmark: BenchmarkFixture) -> None:
    """`weights` on 4,4,4, moving second."""
    proof: Proof = pedantic(benchmark, lambda: prove(load("weights"), Game(4, 4, 4), Side.O), rounds=3)
    assert (proof.games.win, proof.games.draw, proof.games.loss) == (878070560, 12085928096, 19296)
    benchmark.extra_info["positions/s"] = round(proof.positions / fastest(benchmark))


@pytest.mark.slow
def bench_prove_444_one_by_one(benchmark: BenchmarkFixture) -> None:
    """The same, beside the walk one position at a time in plain Python."""
    strategy, game = load("weights"), Game(4, 4, 4)
    proof: Proof = pedantic(benchmark, lambda: prove(strategy, game, Side.O), rounds=3)
    start = time.perf_counter()
    walked = prove(OneByOne(strategy), game, Side.O)
    walk = time.perf_counter() - start
    assert walked == proof
    benchmark.extra_info["walk s"] = round(walk, 1)
    benchmark.extra_info["times the walk"] = round(walk / fastest(benchmark), 1)


DECISIONS = [
    pytest.param(name, game, id=f"{name}-{game}")
    for name in names()
    for game in (STANDARD, Game(15, 15, 5))
    if load(name).supports(game) and not (name in EXACT and game != STANDARD)
]


@pytest.mark.parametrize(("name", "game"), DECISIONS)
def bench_decision(benchmark: BenchmarkFixture, name: str, game: Game) -> None:
    """One decision after two stones."""
    strategy = load(name)
    position = Position(game).play(0).play(game.cells // 2)
    rng = random.Random(0)
    decision = benchmark(strategy.decide, position, rng)
    assert decision.moves
    assert set(decision.moves) <= set(position.legal_moves)


def pedantic(benchmark: BenchmarkFixture, work: Callable[[], Any], rounds: int) -> Any:
    """Return what `work` returns, timed for a few rounds."""
    return benchmark.pedantic(work, rounds=rounds, warmup_rounds=1)  # type: ignore[no-untyped-call]


def fastest(benchmark: BenchmarkFixture) -> float:
    """Return the fastest round, in seconds."""
    assert benchmark.stats is not None
    return float(benchmark.stats.stats.min)
