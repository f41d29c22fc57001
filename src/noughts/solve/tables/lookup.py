"""A table: the exact value of every position of a game, by a dense index, the place of a position's byte among all
others without hashing.

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
a position; its byte is UNREACHABLE. This module is plain Python, looks up one position and needs the standard library
alone; the compiled kernels follow the same rules.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

from noughts.core.game import Game, Move, cells_of, image_of, mask_of
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import GameError, TableError

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


class Table:
    """Looks up the values of the positions of one game.

    >>> from noughts.solve.tables.retrograde import solve_all
    >>> table = solve_all(Game(3, 3, 3)).table
    >>> table.value(Position(Game(3, 3, 3)))
    Value(result=0, distance=9)
    """

    def __init__(self, layout: Layout, layers: Sequence[Sequence[int]], name: str = "the table") -> None:
        self.layout, self.layers, self.name = layout, layers, name

    @property
    def game(self) -> Game:
        """The game of these positions."""
        return self.layout.game

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises GameError for another game, TableError for a damaged file."""
        if position.game != self.game:
            raise GameError(f"this is a table of {self.game}, and the position is one of {position.game}")
        if position.outcome is not None and position.outcome.winner is not None:
            return Value(-1, 0)
        try:
            ply, place = self.layout.place(position)
        except KeyError:
            raise TableError(f"{self.name} has no row for {str(position)!r}: it was not written properly") from None
        score = self.layers[ply][place]
        if score not in _possible(self.game.cells, ply):
            raise TableError(f"{self.name} has the score {score} for {str(position)!r}, which no position can have")
        return from_score(score, self.game.cells, ply)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises as `value` does."""
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}


@cache
def _possible(cells: int, ply: int) -> frozenset[int]:
    """Return the scores that a position after `ply` moves may have: the winner moves last, and the cells suffice."""
    left = cells - ply
    wins, losses = range(1, left + 1, 2), range(2, left + 1, 2)  # plies to the end
    return frozenset([0, *(cells + 1 - ply - end for end in wins), *(ply + end - cells - 1 for end in losses)])
