"""Many boards at a time: lines, least images and numbers of sets, for arrays of bitboards.

    cell      8 7 6 5 4 3 2 1 0
    board     0 1 0 0 1 0 0 0 1     = 0b010010001, the cells 0, 4 and 7

The rules come from `noughts.core.game`, and the numbers of sets from docs/table-format.md. The check of a table needs
both, and shares them with nothing that writes tables.

>>> Boards(Game(3, 3, 3)).holds_line(np.array([0b010010001, 0b100010001])).tolist()
[False, True]
"""

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from noughts.core.game import Game

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

_PIECE: Final = 8  # cells: boards are closed up in pieces
_PIECE_MASK: Final = (1 << _PIECE) - 1


class Boards:
    """The bitboards of one game, of at most 32 cells. Their images and numbers are looked up half a board at a time."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._half = (game.cells + 1) // 2
        self._low = (1 << self._half) - 1
        self._firsts: dict[int, int] = {}  # the first cells of the lines with the same step from cell to cell
        for line in game.lines:
            step = line[1] - line[0] if len(line) > 1 else 0
            self._firsts[step] = self._firsts.get(step, 0) | 1 << line[0]
        self._keys = self._image_keys()
        self._numbers = self._set_numbers()

    def holds_line(self, boards: Ints) -> Bools:
        """Return which boards hold a line."""
        found = np.zeros(boards.shape, np.bool_)
        for step, firsts in self._firsts.items():
            lines = boards & firsts
            for i in range(1, self.game.k):
                lines &= boards >> i * step
            found |= lines != 0
        return found

    def least(self, boards: Ints) -> tuple[Ints, Ints]:
        """Return the least image of each board, and the number of the symmetry that leads to it.

        Where several do, it is the one that sends cell 0, then cell 1, and so on, to the least cell.
        """
        low, high = boards & self._low, boards >> self._half
        best = self._keys[0, 0][low] | self._keys[0, 1][high]
        for lows, highs in self._keys[1:]:
            np.minimum(best, lows[low] | highs[high], out=best)
        return best >> 3, best & 7

    def image(self, boards: Ints, symmetries: Ints) -> Ints:
        """Return the image of each board under the symmetry of its number."""
        keys: Ints = self._keys[symmetries, 0, boards & self._low] | self._keys[symmetries, 1, boards >> self._half]
        return keys >> 3

    def orbits(self, boards: Ints) -> Ints:
        """Return the number of different images of each board."""
        numbers = np.arange(len(self._keys))
        same: Ints = np.sum(self.image(boards[..., None], numbers) == boards[..., None], axis=-1)
        return len(numbers) // same

    def column(self, members: Ints, free: Ints) -> Ints:
        """Return the number of each set of free cells among all sets of its size: step 3 of the format."""
        closed, shift = np.zeros_like(members), np.zeros_like(members)
        for first in range(0, self.game.cells, _PIECE):
            piece = free >> first & _PIECE_MASK
            closed |= _CLOSED[piece << _PIECE | members >> first & _PIECE_MASK] << shift
            shift += _SIZES[piece]
        low = closed & self._low
        numbers: Ints = self._numbers[0][low] + self._numbers[1][np.bitwise_count(low), closed >> self._half]
        return numbers

    def _image_keys(self) -> Ints:
        """Return, for every symmetry, both halves of a board and every set in it, image * 8 + number of the symmetry.

        The least of such numbers has the least image, and of equal images that of the first symmetry.
        """
        keys = np.zeros((len(self.game.symmetries), 2, 1 << self._half), np.int64)
        for i, symmetry in enumerate(sorted(self.game.symmetries)):
            for cell, place in enumerate(symmetry):
                high, bit = divmod(cell, self._half)
                keys[i, high] |= (np.arange(1 << self._half) >> bit & 1) << place + 3
            keys[i] |= i
        return keys

    def _set_numbers(self) -> tuple[Ints, Ints]:
        """Return what a set in the lower half adds to the number, and in the upper half with i members in the lower."""
        low = _partial_numbers(self._half, 0, 0)
        return low, np.stack([_partial_numbers(self._half, self._half, i) for i in range(self._half + 1)])


def subsets(places: int, size: int) -> Ints:
    """Return all sets of some of the places 0, 1, 2, ... in the order of their numbers.

    >>> [f"{members:04b}" for members in subsets(4, 2)]
    ['0011', '0101', '0110', '1001', '1010', '1100']
    """
    by_size = [np.zeros(1, np.int64), *[np.empty(0, np.int64)] * size]
    for place in range(places):
        for i in range(size, 0, -1):
            by_size[i] = np.concatenate([by_size[i], by_size[i - 1] | 1 << place])
    return by_size[size]


def free_cells(boards: Ints, cells: int, free: int) -> Ints:
    """Return, along a new axis, the cells that each board leaves free: `free` of them, as bitboards, lowest first."""
    found = np.nonzero(boards[..., None] >> np.arange(cells) & 1 == 0)[-1]
    return np.int64(1) << found.reshape(*boards.shape, free)


def spread(sets: Ints, free: Ints) -> Ints:
    """Return boards: the places in `sets` become the free cells of the same numbers (see free_cells)."""
    boards = np.zeros(np.broadcast_shapes(sets.shape, free.shape[:-1]), np.int64)
    for place in range(free.shape[-1]):
        boards |= (sets >> place & 1) * free[..., place]
    return boards


def _partial_numbers(places: int, first: int, before: int) -> Ints:
    """Return what every set of `places` places, from place `first` on, adds to the number of a set."""
    sets = np.arange(1 << places)
    numbers, members = np.zeros_like(sets), np.full_like(sets, before)
    choices = np.array([[comb(place, i) for i in range(before + places + 1)] for place in range(first, first + places)])
    for place in range(places):
        member = sets >> place & 1
        members += member
        numbers += member * choices[place, members]
    return numbers


def _closed_pieces() -> tuple[NDArray[np.uint8], Ints]:
    """Return sets of eight cells closed up, at free cells * 256 + set, and the size of each set."""
    free, members = np.divmod(np.arange(1 << 2 * _PIECE), 1 << _PIECE)
    closed, place = np.zeros_like(free), np.zeros_like(free)
    for cell in range(_PIECE):
        closed |= ((members & free) >> cell & 1) << place
        place += free >> cell & 1
    return closed.astype(np.uint8), place[:: 1 << _PIECE].copy()


_CLOSED, _SIZES = _closed_pieces()
