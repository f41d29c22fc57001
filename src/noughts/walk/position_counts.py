"""The number of positions and of complete games, without enumerating them: by sums over sets of cells.

A position is reachable exactly if the side to move (its stones: A) has no line, and the other side (B) has none or only
lines that share a cell. That cell is the last move: without it there was no line, so the stones came in any order.

    positions after `ply` moves  =  sum over B of  free(A inside the cells that B leaves, without a line)

The inner numbers of all B are sums over subsets, computed together, cell by cell (Yates 1937, "zeta transform").
Positions up to symmetry follow from the positions that each symmetry leaves unchanged (Burnside): their stones fill
whole cycles of the symmetry, so they are counted by the same sum, with cycles in place of cells.
"""

from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game, Permutation, image_of, refuse_options
from noughts.errors import LimitExceeded
from noughts.walk.game_size import Census

_MAX_CELLS = 28  # several arrays of 2**28 numbers: 4 GB; of 2**25 half a gigabyte

_Numbers = NDArray[np.uint32]  # of sets of at most 32 cells with a given size


def count(game: Game, progress: Callable[[float], None] = lambda share: None) -> Census:
    """Return the positions, also up to symmetry, and the complete games by result. Raises LimitExceeded.

    Raises GameError for an exact game, where the order of the stones matters. `progress` receives the share of the work
    that is done.

    >>> count(Game(2, 2, 2))  # doctest: +NORMALIZE_WHITESPACE
    Census(game=Game(m=2, n=2, k=2), positions=29, up_to_symmetry=6, x_wins=24, o_wins=0, draws=0,
           by_ply=(1, 4, 12, 12))
    """
    done = 0

    def next_step() -> None:
        nonlocal done
        done += 1
        progress(done / (2 * game.cells + 1))  # the other symmetries have few blocks and take little time

    refuse_options(game, "counts by sets of cells")
    identity, *others = game.symmetries
    games = _games(game, next_step)
    plies = [count_plies(game, identity, next_step), *(count_plies(game, permutation) for permutation in others)]
    fixed = [sum(map(sum, counts)) for counts in plies]
    return Census(game, fixed[0], sum(fixed) // len(fixed), *games, tuple(filter(None, map(sum, plies[0]))))


def count_plies(
    game: Game, permutation: Permutation | None = None, next_step: Callable[[], None] = lambda: None
) -> list[tuple[int, int]]:
    """Return the number of positions ply by ply: those without a line, and those that the last move has won.

    With a permutation, one of the symmetries, only the positions that it leaves unchanged count. Raises LimitExceeded.

    >>> count_plies(Game(3, 3, 3))[5]
    (1140, 120)
    """
    sets, counts = _Sets(game, _cycles(permutation or game.symmetries[0])), []
    for ply in range(game.cells + 1):
        counts.append((sets.pairs(sets.free, ply), sets.pairs(~sets.free & (sets.common > 0), ply)))
        next_step()
    return counts


def _games(game: Game, next_step: Callable[[], None]) -> tuple[int, int, int]:
    """Return the complete games won by X, won by O, and drawn: positions times the orders of their stones.

    The last move can be any cell that all lines of the winner share.
    """
    sets = _Sets(game, [1 << cell for cell in range(game.cells)])
    wins = [0, 0]
    for ply in range(1, game.cells + 1):
        last, other = placed(ply), ply // 2
        ends = sum(cells * sets.pairs(sets.common == cells, ply) for cells in range(1, game.k + 1))
        wins[(ply + 1) % 2] += ends * factorial(last - 1) * factorial(other)
        next_step()
    full = sets.pairs(sets.free, game.cells)
    return wins[0], wins[1], full * factorial(placed(game.cells)) * factorial(game.cells // 2)


class _Sets:
    """All unions of disjoint sets of cells, the blocks. Bit i of a union's number says that it contains block i.

    By union, `sizes`: the number of cells; `free`: whether it holds no line; `common`: the number of cells that all its
    lines share, 0 without a line.
    """

    def __init__(self, game: Game, blocks: list[int]) -> None:
        if len(blocks) > _MAX_CELLS:
            raise LimitExceeded(f"{game} has {game.cells} cells, and more than {_MAX_CELLS} are too many sets to count")
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
        """Return the number of positions after `ply` moves with a set of `theirs` and a line-free other set."""
        chosen = np.flatnonzero(theirs & (self.sizes == placed(ply)))
        return int(self._inside(ply // 2)[len(self.sizes) - 1 - chosen].sum(dtype=np.int64))

    def _inside(self, size: int) -> _Numbers:
        """Return, for every set, the number of its line-free subsets with `size` cells."""
        if self._last[0] != size:
            numbers = (self.free & (self.sizes == size)).astype(np.uint32)
            for i in range(self.blocks):
                halves = _halves(numbers, i)
                halves[:, 1] += halves[:, 0]
            self._last = size, numbers
        return self._last[1]

    _last: tuple[int, _Numbers] = (-1, np.empty(0, np.uint32))


def _halves(numbers: NDArray[Any], i: int) -> NDArray[Any]:
    """Return a view [.., without block i or with it, ..] of an array over all unions."""
    return numbers.reshape(-1, 2, 1 << i)


def _cycles(permutation: Permutation) -> list[int]:
    """Return the cycles of a symmetry: the sets of cells that it moves among themselves."""
    cycles, left = [], (1 << len(permutation)) - 1
    while left:
        cycle, cells = 0, left & -left
        while not cells & cycle:
            cycle |= cells
            cells = image_of(cells, permutation)
        cycles.append(cycle)
        left &= ~cycle
    return cycles


def placed(ply: int) -> int:
    """Return the number of stones of the side that has just moved."""
    return ply - ply // 2
