"""The dense index: the place of a position's byte among all others, without hashing.

The positions after `ply` moves are a layer, a table of bytes with rows and columns:

    rows      the stones of the side that has just moved, h = ply - ply // 2 of them: only sets without a line,
              and only the least of their images under the symmetries of the board
    columns   the stones of the side to move, l = ply // 2 of them, on the remaining cells - h cells,
              closed up and ranked among all sets of l places (colexicographically: in the order of the numbers)

    3,3,3, ply 3     row {0, 4}: cells  0 1 2 3 4 5 6 7 8      closed up  0 1 2 3 4 5 6
    to move {7}                         x . . . x . . o .                 . . . . . o .     column 5

>>> place = close_up(1 << 7, free=0b111101110)
>>> cells_of(place), rank(place)
((5,), 5)

The set of a row has no line, so its game is not won: a won game needs no byte. A column whose own set has a line is not
a position; its byte is UNREACHABLE. This module is plain Python and looks up one position; the compiled kernels follow
the same rules.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

from noughts.core.game import Game, cells_of, image_of, mask_of
from noughts.core.position import Position

UNREACHABLE = -128  # the byte of a column that is not a position


@dataclass(frozen=True)
class Layout:
    """The layout of a table: `rows[h]` holds the least sets of h stones without a line, in order.

    `counts` are the lengths of the rows, up to the number of stones that X has on a full board.
    """

    game: Game
    counts: Sequence[int]
    rows: Sequence[Sequence[int]]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of bytes of each layer, from ply 0 to the full board."""
        return [self.counts[placed(ply)] * self.columns(ply) for ply in range(self.game.cells + 1)]

    def columns(self, ply: int) -> int:
        """Return the number of columns of a layer."""
        return comb(self.game.cells - placed(ply), ply // 2)

    def place(self, position: Position) -> tuple[int, int]:
        """Return (ply, place within the layer) of a position without a line. Raises KeyError if it has no row."""
        own, theirs = position.own, position.theirs
        ply = (own | theirs).bit_count()
        row, permutation = min((image_of(theirs, permutation), permutation) for permutation in self.game.symmetries)
        column = rank(close_up(image_of(own, permutation), self.game.full & ~row))
        rows = self.rows[row.bit_count()]
        place = bisect_left(rows, row)
        if place == len(rows) or rows[place] != row:
            raise KeyError(row)
        return ply, place * self.columns(ply) + column


def placed(ply: int) -> int:
    """Return the number of stones of the side that has just moved."""
    return ply - ply // 2


def rank(cells: int) -> int:
    """Return the rank of a set: the number of smaller sets of the same size.

    >>> [rank(cells) for cells in (0b0011, 0b0101, 0b0110, 0b1001)]
    [0, 1, 2, 3]
    """
    return sum(comb(cell, count) for count, cell in enumerate(cells_of(cells), start=1))


def close_up(cells: int, free: int) -> int:
    """Return a set of cells, all of them in `free`, numbered by their places in `free` (the `pext` of processors).

    >>> bin(close_up(0b10100, free=0b11101))
    '0b1010'
    """
    return mask_of(tuple((free & (1 << cell) - 1).bit_count() for cell in cells_of(cells)))
