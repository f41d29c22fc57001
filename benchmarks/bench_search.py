"""`search` against the line scorers on 15,15,5, and against itself with less; nodes per second.

    python -m benchmarks.bench_search 50 search:seconds=0.1 weights paths potential

plays 50 undecided openings (`benchmarks.openings`) with both colours for the first against each of the others. The
compiled search is loaded before the first game.
"""

import random
import sys
import time
from typing import Any

import pytest

from benchmarks.openings import UNDECIDED
from noughts.arena.match import Match
from noughts.arena.openings import from_records
from noughts.arena.schedule import Schedule
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.records import read_openings
from noughts.search.kernel_loading import load
from noughts.search.player import Searcher
from noughts.strategies import registry

GAME = Game(15, 15, 5)
RIVALS = ("weights", "paths", "potential")


def match(player: str, rival: str, openings: int, seed: int = 1) -> float:
    """Return the player's points in per cent, each opening played with both colours."""
    load()  # else plain Python plays first
    starts = from_records(GAME, read_openings(UNDECIDED.read_bytes(), GAME), str(UNDECIDED))[:openings]
    held = Match(Schedule(GAME, (player, rival), 2 * openings, seed, starts))
    for _ in held.play(registry.load):
        pass
    assert not held.forfeits(), held.forfeits()
    tally = held.head_to_heads()[0].all
    percent, games = 100 * tally.score, f"{tally.win} won, {tally.draw} drawn, {tally.loss} lost"
    print(f"{player} against {rival}: {games}: {percent:.1f} %", flush=True)
    return percent


def measured(benchmark: Any, player: str, rival: str, openings: int) -> float:
    percent: float = benchmark.pedantic(match, (player, rival, openings), rounds=1)
    benchmark.extra_info[f"per cent of {2 * openings} games"] = round(percent, 1)
    return percent


@pytest.mark.benchmark(group="search: matches")
@pytest.mark.parametrize("rival", RIVALS)
def bench_line_scorers(benchmark: Any, rival: str) -> None:
    """A short match, by nodes."""
    assert measured(benchmark, "search", rival, 4) >= 95


@pytest.mark.slow
@pytest.mark.benchmark(group="search: matches")
@pytest.mark.parametrize("rival", RIVALS)
def bench_line_scorers_by_the_clock(benchmark: Any, rival: str) -> None:
    """Goal: 95 % at 0.1 s a move."""
    assert measured(benchmark, "search:seconds=0.1", rival, 50) >= 95


@pytest.mark.slow
@pytest.mark.benchmark(group="search: matches")
@pytest.mark.parametrize(("rival", "least"), [("search:seconds=0.02", 50), ("search:seconds=0.1,fours=off", 40)])
def bench_itself(benchmark: Any, rival: str, least: int) -> None:
    """More time must help; looking for runs of fours must not hurt (a standard error is 5 %)."""
    assert measured(benchmark, "search:seconds=0.1", rival, 50) >= least


@pytest.mark.benchmark(group="search: nodes", timer=time.process_time)
@pytest.mark.parametrize("sizes", [(15, 15, 5), (20, 20, 5), (26, 26, 6)], ids=lambda sizes: ",".join(map(str, sizes)))
def bench_nodes(benchmark: Any, sizes: tuple[int, int, int]) -> None:
    """Nodes in a second of processor time."""
    game, rng = Game(*sizes), random.Random(1)
    position = Position(game)
    for cell in rng.sample([game.cell(row, column) for row in range(6, 10) for column in range(6, 10)], 6):
        position = position.play(cell)
    player = Searcher(game, Budget(nodes=20_000))
    player.find(position)
    finding = benchmark(player.find, position)
    assert finding.result is not None or finding.nodes >= 20_000
    benchmark.extra_info["nodes/s"] = round(finding.nodes / benchmark.stats.stats.median)


if __name__ == "__main__":
    count, player, *rivals = sys.argv[1:]
    for rival in rivals or RIVALS:
        match(player, rival, int(count))
