"""How many positions and complete games there are, without walking them: by sets of cells.

A position is reachable exactly when the side to move (its stones: A) has no line, and the other side (B) has none,
or lines that share a cell, the last move: without that stone no line was there, so any order leads to it.

    positions after `ply` moves  =  sum over B of  free(A inside the cells that B leaves, without a line)

For all B at once the inner numbers are sums over subsets, built cell by cell (Yates 1937, "zeta transform").
Positions up to symmetry follow from those that each symmetry leaves as they are (Burnside): their stones fill
whole cycles of the symmetry, so that it is the same sum with cycles for cells.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game, Permutation, image_of
from noughts.errors import LimitExceeded
from noughts.solve.tables.index import placed

MAX_CELLS = 28  # several arrays of 2**28 numbers: 4 GB; of 2**25 half a gigabyte

Numbers = NDArray[np.uint32]  # of sets of at most 32 cells with a given size


@dataclass(frozen=True)
class Census:
    """What there is to a game: reachable positions, those up to symmetry, and complete games by result."""

    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws


@dataclass(frozen=True)
class PlyCount:
    """The positions after `ply` moves: those where the game is on or drawn, and those just won."""

    ply: int
    open: int
    won: int


def count(game: Game, progress: Callable[[float], None] = lambda share: None) -> Census:
    """Return the positions, also up to symmetry, and the complete games by result. Raises LimitExceeded.

    `progress` is given the share of the work that is done.

    >>> count(Game(3, 3, 3))
    Census(positions=5478, up_to_symmetry=765, x_wins=131184, o_wins=77904, draws=46080)
    """
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        progress(done / (2 * game.cells + 1))  # the other symmetries have few blocks, and take no time beside these

    games = _games(game, tick)
    plies = _count_fixed(game, game.symmetries[0], tick)
    fixed = [sum(ply.open + ply.won for ply in plies)]
    fixed += [sum(ply.open + ply.won for ply in _count_fixed(game, p)) for p in game.symmetries[1:]]
    return Census(fixed[0], sum(fixed) // len(fixed), *games)


def count_plies(game: Game) -> list[PlyCount]:
    """Return the number of positions ply by ply. Raises LimitExceeded.

    >>> count_plies(Game(3, 3, 3))[5]
    PlyCount(ply=5, open=1140, won=120)
    """
    return _count_fixed(game, game.symmetries[0])


def _count_fixed(game: Game, permutation: Permutation, tick: Callable[[], None] = lambda: None) -> list[PlyCount]:
    """Return the number of positions that a symmetry leaves as they are, ply by ply. Raises LimitExceeded."""
    sets, counts = _Sets(game, _cycles(permutation)), []
    for ply in range(game.cells + 1):
        counts.append(PlyCount(ply, sets.pairs(sets.free, ply), sets.pairs(~sets.free & (sets.common > 0), ply)))
        tick()
    return counts


def _games(game: Game, tick: Callable[[], None]) -> tuple[int, int, int]:
    """Complete games won by X, won by O, and drawn: positions times the orders of their stones.

    The last move is any cell that all the winner's lines share.
    """
    sets = _Sets(game, [1 << cell for cell in range(game.cells)])
    wins = [0, 0]
    for ply in range(1, game.cells + 1):
        last, other = placed(ply), ply // 2
        ends = sum(cells * sets.pairs(sets.common == cells, ply) for cells in range(1, game.k + 1))
        wins[(ply + 1) % 2] += ends * factorial(last - 1) * factorial(other)
        tick()
    full = sets.pairs(sets.free, game.cells)
    return wins[0], wins[1], full * factorial(placed(game.cells)) * factorial(game.cells // 2)


class _Sets:
    """All unions of some disjoint sets of cells, the blocks; a union of blocks is numbered by its blocks.

    `sizes`: how many cells; `free`: holds no line; `common`: how many cells all its lines share, 0 without a line.
    """

    def __init__(self, game: Game, blocks: list[int]) -> None:
        if len(blocks) > MAX_CELLS:
            raise LimitExceeded(f"{game} has {game.cells} cells, and more than {MAX_CELLS} are too many sets to count")
        self.blocks = len(blocks)
        self.sizes = np.zeros(1 << len(blocks), np.int8)
        for i, block in enumerate(blocks):
            _halves(self.sizes, i)[:, 1] += block.bit_count()
        numbers = np.arange(1 << len(blocks), dtype=np.int32)
        self.free = np.ones(len(numbers), np.bool_)
        shared = np.full(len(numbers), game.full, np.int32)
        for line in game.line_masks:
            touched = sum(1 << i for i, block in enumerate(blocks) if block & line)
            held = numbers & touched == touched
            self.free &= ~held
            shared[held] &= line
        shared[self.free] = 0
        self.common = np.bitwise_count(shared)

    def pairs(self, theirs: NDArray[np.bool_], ply: int) -> int:
        """Return in how many ways a set of `theirs` goes with a line-free set of the side to move."""
        chosen = np.flatnonzero(theirs & (self.sizes == placed(ply)))
        return int(self._inside(ply // 2)[len(self.sizes) - 1 - chosen].sum(dtype=np.int64))

    def _inside(self, size: int) -> Numbers:
        """For every set, the number of its line-free subsets with `size` cells."""
        if self._last[0] != size:
            numbers = (self.free & (self.sizes == size)).astype(np.uint32)
            for i in range(self.blocks):
                halves = _halves(numbers, i)
                halves[:, 1] += halves[:, 0]
            self._last = size, numbers
        return self._last[1]

    _last: tuple[int, Numbers] = (-1, np.empty(0, np.uint32))


def _halves(numbers: NDArray[Any], i: int) -> NDArray[Any]:
    """A view [.., without block i or with it, ..] of an array over all unions."""
    return numbers.reshape(-1, 2, 1 << i)


def _cycles(permutation: Permutation) -> list[int]:
    """The sets of cells that a symmetry moves among themselves."""
    cycles, left = [], (1 << len(permutation)) - 1
    while left:
        cycle, cells = 0, left & -left
        while not cells & cycle:
            cycle |= cells
            cells = image_of(cells, permutation)
        cycles.append(cycle)
        left &= ~cycle
    return cycles
