"""The size of an exact game: positions and complete games counted by the orders in which one side places its stones.

An overline must grow past k without ever being a line of k, so the order of the stones matters, and a set of stones
without a line need not be reachable. For every set S of one side's stones:

    quiet(S) = the orders in which no line is ever complete = 0 if S has a line, else the sum of quiet(S - last)
    ending(S) = the orders in which the last stone completes the first line

The stones of one side do not depend on those of the other, so games are sums of products over disjoint sets.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game, Permutation
from noughts.errors import LimitExceeded
from noughts.solve.tables.index import placed

_MAX_CELLS = 20  # 20 factorial, the most games there can be, is below 2**63

Numbers = NDArray[np.int64]  # by set of cells
_Flags = NDArray[np.bool_]


class Orders:
    """The `quiet` and the `ending` orders of every set of cells, and the number of its cells. Raises LimitExceeded."""

    def __init__(self, game: Game) -> None:
        if game.cells > _MAX_CELLS:
            raise LimitExceeded(
                f"{game} has {game.cells} cells: the games of an exact game are counted up to {_MAX_CELLS}"
            )
        self.game = game
        sets = np.arange(1 << game.cells, dtype=np.int32)
        lined = reduce(np.logical_or, [sets & window == line for line, window in game.windows])
        self.sizes = np.bitwise_count(sets)
        self.quiet, self.ending = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.int64)
        self.quiet[0] = 1
        for size in range(1, game.cells + 1):
            of_size = sets[self.sizes == size]
            orders = sum(self.quiet[of_size & ~(1 << cell)] * (of_size >> cell & 1) for cell in range(game.cells))
            self.quiet[of_size] = np.where(lined[of_size], 0, orders)
            self.ending[of_size] = np.where(lined[of_size], orders, 0)

    def games(self, tick: Callable[[], None]) -> tuple[int, int, int]:
        """Return the complete games won by X, won by O, and drawn."""
        wins = [0, 0]
        for ply in range(1, self.game.cells + 1):
            wins[(ply + 1) % 2] += self._pairs(self.ending, self.quiet, ply)
            tick()
        return wins[0], wins[1], self._pairs(self.quiet, self.quiet, self.game.cells)

    def positions(self, permutation: Permutation, tick: Callable[[], None] = lambda: None) -> int:
        """Return the number of positions that a symmetry leaves unchanged."""
        same = self._unchanged(permutation)
        quiet = ((self.quiet > 0) & same).astype(np.int64)
        either = quiet + ((self.ending > 0) & same)
        total = 0
        for ply in range(self.game.cells + 1):
            total += self._pairs(either, quiet, ply)
            tick()
        return total

    def _pairs(self, last: Numbers, other: Numbers, ply: int) -> int:
        """Sum, over the positions after `ply` moves, the product of the numbers of both sides' stones."""
        inside = np.where(self.sizes == ply // 2, other, 0)
        for cell in range(self.game.cells):  # becomes the sum over all subsets (Yates 1937)
            halves = inside.reshape(-1, 2, 1 << cell)
            halves[:, 1] += halves[:, 0]
        chosen = np.flatnonzero((self.sizes == placed(ply)) & (last > 0))
        return int((last[chosen] * inside[len(inside) - 1 - chosen]).sum())

    def _unchanged(self, permutation: Permutation) -> _Flags:
        sets: NDArray[Any] = np.arange(1 << self.game.cells, dtype=np.int32)
        image = np.zeros_like(sets)
        for cell, to in enumerate(permutation):
            image |= (sets >> cell & 1) << to
        same: _Flags = image == sets
        return same
