"""Positions as rows of 64-bit words.

Stone (side, cell) is bit `side * stride + cell`, X before O; on boards of up to 32 cells the stride is 32 and a
position is one word:

    63          32 31           0
    |  O's stones |  X's stones |

Rows are in ascending order of the number that their words spell, the last word the most significant.
"""

from bisect import bisect_left
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game
from noughts.core.position import Position, Side

Rows = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]


class RowLayout:
    """The layout of a game's stones in the words of a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stride = 32 if game.cells <= 32 else 64 * -(-game.cells // 64)
        self.words = 2 * self.stride // 64
        self.windows = {
            side: [(self.row(side, line), self.row(side, window)) for line, window in game.windows] for side in Side
        }
        self.cells = {side: np.array([self.row(side, 1 << c) for c in range(game.cells)]) for side in Side}

    def row(self, side: Side, board: int) -> Rows:
        """Return a bitboard of one side, (words,)."""
        stones = board << (self.stride if side is Side.O else 0)
        return np.frombuffer(stones.to_bytes(8 * self.words, "little"), np.uint64)

    def key(self, row: Rows) -> int:
        """Return the number that the words of a row spell."""
        return int.from_bytes(row.tobytes(), "little")

    def place(self, key: int, rows: Rows, start: int = 0) -> int:
        """Return how many of the rows, in ascending order, spell a smaller number; those before `start` do."""
        return bisect_left(range(len(rows)), key, start, key=lambda i: self.key(rows[i]))

    def rows(self, positions: Iterable[Position]) -> Rows:
        """Return positions as rows, (positions, words)."""
        return np.array([self.row(Side.X, position.x) | self.row(Side.O, position.o) for position in positions])

    def stones(self, rows: Rows) -> tuple[Bytes, Bytes]:
        """Return the stones of X and of O, 0 or 1, each (batch, cells).

        They are stored cell by cell: operations on the short rows of cells are fast only across the batch.
        """
        bits = np.unpackbits(rows.view(np.uint8), axis=1, bitorder="little").T
        cells, stride = self.game.cells, self.stride
        return np.ascontiguousarray(bits[:cells]).T, np.ascontiguousarray(bits[stride : stride + cells]).T

    def playable(self, x: Bytes, o: Bytes) -> Bools:
        """Return the cells where a stone may go, (batch, cells), from the stones of X and of O."""
        free: Bools = (x | o) == 0
        if self.game.cells_stay_open:
            return free
        free[:, : -self.game.m] &= ~free[:, self.game.m :]
        return free

    def boards(self, row: Rows) -> tuple[int, int]:
        """Return the bitboards of X and of O in a row."""
        stones = self.key(row)
        return stones & ((1 << self.stride) - 1), stones >> self.stride

    def position(self, row: Rows) -> Position:
        """Return the position in a row."""
        return Position.from_boards(self.game, *self.boards(row))

    def has_line(self, rows: Rows, side: Side) -> Bools:
        """Return in which positions the side has a line, (batch,)."""
        won = np.zeros(len(rows), np.bool_)
        for line, window in self.windows[side]:
            hit = np.ones(len(rows), np.bool_)
            for word in window.nonzero()[0]:
                hit &= rows[:, word] & window[word] == line[word]
            won |= hit
        return won


class PositionSet:
    """Tells whether a position is among rows in ascending order."""

    def __init__(self, layout: RowLayout, rows: Rows) -> None:
        self._layout, self._rows = layout, rows

    def __contains__(self, position: object) -> bool:
        assert isinstance(position, Position)
        (row,) = self._layout.rows([position])
        place = self._layout.place(self._layout.key(row), self._rows)
        return place < len(self._rows) and bool((self._rows[place] == row).all())
