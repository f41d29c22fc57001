"""The shape of a game's board: its lines as shifts, and its symmetries.

A line is its first cell, a direction and k: its cells are first, first + step, .... So a set of lines of one direction
is the board of their first cells, and one operation on the board treats all of them. On 4,3,3:

    step  1 (row)    step  4 (column)   step  5 (diagonal \\)   step  3 (diagonal /)
     *  *  .  .       *  *  *  *         *  *  .  .             .  .  *  *
     *  *  .  .       .  .  .  .         .  .  .  .             .  .  .  .
     *  *  .  .       .  .  .  .         .  .  .  .             .  .  .  .
"""

from functools import lru_cache
from typing import Any, NamedTuple

from noughts.core.game import Game
from noughts.jit.kernels import form_of
from noughts.solve.boards import Numbers, Words, rows_of, shifts
from noughts.solve.byte_tables import image_tables

# The rows of `Geometry.boards`: all cells, and from these on, by direction, the first cells of its lines; of those that
# a stone in the cell before them would make longer, and in the cell after them, where that keeps a line from winning.
FULL, FIRST, BEFORE, AFTER = 0, 1, 5, 9


WIDTHS = (1, 2, 4)  # of a board in 64-bit words: the search is compiled once for each width, not for each game


class Geometry(NamedTuple):
    """What a search knows of a game."""

    k: int
    exact: bool
    boards: Words  # see above
    steps: Numbers  # [direction] from a cell of a line to the next
    images: Any  # of `byte_tables`


def width_of(game: Game) -> int:
    """Return the least width that holds a board of this game; 0 where none does (more than 256 cells)."""
    return next((width for width in WIDTHS if game.cells <= 64 * width), 0)


@lru_cache(maxsize=64)
def geometry(game: Game, is_compiled: bool) -> Geometry:
    """Return what a search in plain Python, or a compiled one, knows of a game."""
    m, steps = game.m, [1, 1, 1, 1]  # of a direction without lines any step but 0 will do
    first, before, after = [0] * 4, [0] * 4, [0] * 4
    for cells, (line, window) in zip(game.lines, game.windows, strict=True):
        (row, column), (next_row, next_column) = game.row_column(cells[0]), game.row_column(cells[1 % game.k])
        direction = next_row > row and 2 + (next_column < column) - (next_column == column)
        cell = 1 << cells[0]
        steps[direction] = (next_row - row) * m + next_column - column or 1
        first[direction] |= cell
        before[direction] |= cell if (window ^ line) & (cell - 1) else 0
        after[direction] |= cell if (window ^ line) >> cells[-1] else 0
    masks = [game.full, *first, *before, *after]
    width = width_of(game)
    return Geometry(
        k=game.k,
        exact=not game.lines_last,
        boards=form_of(rows_of, is_compiled)(masks, width),
        steps=form_of(shifts, is_compiled)(steps),
        images=form_of(image_tables, is_compiled)(game.symmetries, width),
    )
