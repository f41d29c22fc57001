"""Random games in a batch, on one core, beside the same in C. Each benchmark asserts its answer.

`million games/s` comes from the medians; with `pytest -s` they are printed too.
"""

import ctypes
import random
from collections import Counter
from dataclasses import astuple
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cpeer import compare, library
from noughts.core.game import Game
from noughts.envs.playouts import Results, random_games

SOURCE = Path(__file__).with_name("playouts_peer.c")

Chances = tuple[float, float, float]


def c_games(game: Game, games: int, seed: int) -> Results:
    """Return how random games end in the C program."""
    counts = (ctypes.c_long * 3)()
    library(SOURCE).random_games(game.m, game.n, game.k, ctypes.c_long(games), ctypes.c_uint64(seed), counts)
    return Results(*counts)


def agree(found: Results, games: int, chances: Chances, of: float = float("inf")) -> bool:
    """Whether counts are within five standard deviations of chances, which may themselves be found from `of` games."""
    return sum(astuple(found)) == games and all(
        abs(count / games - chance) <= 5 * sqrt(chance * (1 - chance) * (1 / games + 1 / of))
        for count, chance in zip(astuple(found), chances, strict=True)
    )


@cache
def simulated(game: Game, games: int) -> Chances:
    """Return how often random games end in each way, played stone by stone in plain Python, with sets."""
    ends = Counter(_end(game, random.Random(seed)) for seed in range(games))
    return ends[0] / games, ends[1] / games, ends[2] / games


def _end(game: Game, rng: random.Random) -> int:
    cells = [(x, y) for x in range(game.m) for y in range(game.n)]
    rng.shuffle(cells)
    sides: tuple[set[tuple[int, int]], ...] = (set(), set())
    for ply, (x, y) in enumerate(cells):
        own = sides[ply % 2]
        own.add((x, y))
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                far = 1
                while (x + way * far * right, y + way * far * down) in own:
                    far += 1
                length += far - 1
            if length >= game.k:
                return ply % 2
    return 2


def timed(benchmark: Any, game: Game, games: int) -> tuple[Results, Results]:
    """Time both programs; return what they found."""
    random_games(game, 1, 0)
    found = compare(benchmark, lambda: random_games(game, games, 1), lambda: c_games(game, games, 1), rounds=11)
    info = benchmark.extra_info
    for name in ("ours", "peer"):
        info[f"{name}, million games/s"] = round(games / info.pop(name), 2)
    print(benchmark.extra_info)
    return found, c_games(game, games, 1)


@pytest.mark.benchmark(group="random games")
def bench_333(benchmark: Any) -> None:
    """Goal: 40 million games/s."""
    games = 2_000_000
    for found in timed(benchmark, Game(3, 3, 3), games):
        assert agree(found, games, (737 / 1260, 121 / 420, 8 / 63))


@pytest.mark.benchmark(group="random games")
@pytest.mark.parametrize(("sizes", "games"), [((15, 15, 5), 100_000), ((7, 6, 4), 300_000), ((26, 26, 5), 20_000)])
def bench_large(benchmark: Any, sizes: tuple[int, int, int], games: int) -> None:
    """Goal on 15,15,5: 1.8 million games/s."""
    game, few = Game(*sizes), 2000
    for found in timed(benchmark, game, games):
        assert agree(found, games, simulated(game, few), few)
