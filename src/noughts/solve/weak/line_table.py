"""The lines of a game as tables of bits, for kernels.

A set of cells and a set of lines are boards of `noughts.solve.board_words`, each of a fixed number of words (see
`weak_engine`). The order of the lines is that of `Game.lines`: by direction, then by row, column or diagonal. Where a
loop goes over all cells, or all pairs of a line, the index of the word is the first one of the array: then the compiler
makes vector instructions.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Line, Move, mask_of, refuse_options
from noughts.solve.board_words import Words, board_of, words_of
from noughts.solve.boards import Board
from noughts.solve.images import image_tables
from noughts.solve.weak.plain_tables import symmetries_of
from noughts.solve.weak.weak_engine import Width, holds, width_of

Ints = npt.NDArray[np.int64]

_VECTOR = 8  # numbers of one vector instruction: dimensions are padded to multiples of it


class LineTable(NamedTuple):
    """The tables of one set of lines. Every index is a label: the board's cell is `board[label]`."""

    size: Ints  # k, number of cells, number of lines
    cells: Words  # [line, word] its cells
    way: Ints  # [line] its direction
    through: Words  # [word, cell] the lines on which the cell lies
    pairs: Ints  # [line, i] a pair of its cells a < b, as a + 256 b; -1 for none
    both: Words  # [word, line, i] the lines through both
    images: Words  # [symmetry, byte, value, word] the image of eight cells
    inverse: Ints  # [symmetry] the symmetry that undoes it
    board: Ints  # [cell] the board's cell
    no_cells: Board  # the empty set of cells, and that of lines: their types are what a kernel is compiled for
    no_lines: Board


def line_table(game: Game, dead: int = 0, width: Width | None = None) -> LineTable | None:
    """Return the tables of the game's lines, or None if they do not fit into the words.

    The tables of a small game have all its lines, so that all positions share them. The tables of a larger game have
    the lines without a `dead` cell, and the cells of these lines. Raises GameError for an exact game.
    """
    refuse_options(game, "searches of the weak game")
    width = width or width_of(game)
    if holds(width, game.cells, len(game.lines)):
        return _whole(game, width)
    lines = [line for line, mask in zip(game.lines, game.line_masks, strict=True) if not mask & dead]
    cells = sorted({cell for line in lines for cell in line})
    return _build(game, lines, cells, width) if holds(width, len(cells), len(lines)) else None


@lru_cache(maxsize=16)
def _whole(game: Game, width: Width) -> LineTable:
    return _build(game, list(game.lines), list(range(game.cells)), width)


def _build(game: Game, lines: list[Line], cells: list[Move], width: Width) -> LineTable:
    label = {cell: i for i, cell in enumerate(cells)}
    named = [tuple(label[cell] for cell in line) for line in lines]
    cell_words, line_words = width
    through = np.zeros((line_words, _padded(len(cells))), np.uint64)
    for i, line in enumerate(named):
        for cell in line:
            through[i >> 6, cell] |= np.uint64(1 << (i & 63))
    kept, inverse = symmetries_of(game, lines, label)
    pairs, both = _pairs(game.k, named, through)
    return LineTable(
        size=np.array((game.k, len(cells), len(lines)), np.int64),
        cells=np.array([words_of(mask_of(line), cell_words) for line in named], np.uint64).reshape(-1, cell_words),
        way=np.array([_way(game, line) for line in lines], np.int64),
        through=through,
        pairs=pairs,
        both=both,
        images=image_tables(kept, cell_words),
        inverse=np.array(inverse, np.int64),
        board=np.array(cells, np.int64),
        no_cells=board_of(0, cell_words),
        no_lines=board_of(0, line_words),
    )


def _padded(number: int) -> int:
    return -(-number // _VECTOR) * _VECTOR


def _way(game: Game, line: Line) -> int:
    """Return the direction of a line: 1 row, 3 column, 4 diagonal, 2 anti-diagonal."""
    (row, column), (last_row, last_column) = game.row_column(line[0]), game.row_column(line[-1])
    return 3 * (last_row > row) + (last_column > column) - (last_column < column)


def _pairs(k: int, lines: list[Line], through: Words) -> tuple[Ints, Words]:
    """Return the pairs of cells of every line, and the lines through both."""
    size = len(lines), _padded(k * (k - 1) // 2)
    pairs, both = np.full(size, -1, np.int64), np.zeros((len(through), *size), np.uint64)
    for i, line in enumerate(lines):
        for j, (a, b) in enumerate(combinations(line, 2)):
            pairs[i, j] = a + 256 * b
            both[:, i, j] = through[:, a] & through[:, b]
    return pairs, both
