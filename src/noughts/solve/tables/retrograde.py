"""Retrograde analysis: the value and distance of every position of a game, from the full board backward, in memory."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from noughts.core.game import Game
from noughts.core.value import Value, from_score
from noughts.solve.tables.lookup import UNREACHABLE, Table
from noughts.solve.tables.sets import Counts
from noughts.solve.tables.table_plan import make_plan, require_memory

_MEMORY = 1 << 30


@dataclass(frozen=True)
class Summary:
    """The contents of a table: positions by value for the side to move, and the longest forced win or loss."""

    game: Game
    value: Value
    win: int
    draw: int
    loss: int
    longest: int

    @property
    def positions(self) -> int:
        """All reachable positions."""
        return self.win + self.draw + self.loss


@dataclass(frozen=True)
class Solved:
    """A table in memory, and the number of positions by ply and score."""

    table: Table
    tallies: Counts

    @cached_property
    def summary(self) -> Summary:
        """The counts, the finished games included."""
        return summary_of(self.table.game, self.tallies)


def solve_all(game: Game, memory: int = _MEMORY, workers: int | None = None) -> Solved:
    """Return the values of all positions of a game, in memory. Raises LimitExceeded if they do not fit.

    >>> solve_all(Game(3, 3, 3)).summary
    Summary(game=Game(m=3, n=3, k=3), value=Value(result=0, distance=9), win=2836, draw=1068, loss=1574, longest=5)
    """
    plan = make_plan(game, memory, workers)
    require_memory(game, plan.memory + sum(plan.layout.sizes), memory)
    tallies, layers = np.zeros((game.cells + 1, 256), np.int64), list[memoryview]()
    for ply, layer, tally in plan.layers(game.cells, plan.empty_layer(game.cells + 1)):
        tallies[ply] = tally
        layers.insert(0, layer.data)
    return Solved(Table(plan.layout, layers), tallies)


def compile_kernels() -> None:
    """Compile the kernels, by a small table."""
    solve_all(Game(2, 2, 2), workers=1)


def summary_of(game: Game, tallies: Counts) -> Summary:
    """Return the summary of a table; `tallies`: for each ply its positions at score + 128."""
    scores = np.arange(-128, 128)
    ends = game.cells + 1 - np.abs(scores)
    plies, columns = np.nonzero(tallies)
    forced = (scores[columns] != 0) & (scores[columns] != UNREACHABLE)
    ends_in = (ends[columns] - plies)[forced]
    by_score = tallies.sum(axis=0)
    root = int(scores[np.flatnonzero(tallies[0])[-1]])
    return Summary(
        game,
        from_score(root, game.cells, 0),
        int(by_score[129:].sum()),
        int(by_score[128]),
        int(by_score[1:128].sum()),
        int(ends_in.max(initial=0)),
    )
