"""The lines of a game as tables of bits, for kernels.

A set of cells is one word, a set of lines is two words. The order of the lines is that of `Game.lines`: by direction,
then by row, column or diagonal. The index of the word (0 low, 1 high) is the first one of an array, so that the words
of all cells are contiguous.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Line, Move, Permutation, mask_of

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]

MAX_CELLS = 64
_MAX_LINES = 128


class LineTable(NamedTuple):
    """The tables of one set of lines. Every index is a label: the board's cell is `board[label]`."""

    size: Ints  # k, number of cells, number of lines
    cells: Words  # [line] its cells
    way: Ints  # [line] its direction
    through: Words  # [2, cell] the lines on which the cell lies
    pairs: Words  # [3, line, i] a pair of its cells, and the two words of the lines through both
    images: Words  # [symmetry, byte, value] the image of eight cells
    inverse: Ints  # [symmetry] the symmetry that undoes it
    board: Ints  # [cell] the board's cell


def line_table(game: Game, dead: int = 0) -> LineTable | None:
    """Return the tables of the game's lines, or None if they do not fit into the words.

    The tables of a small game have all its lines, so that all positions share them. The tables of a larger game have
    the lines without a `dead` cell, and the cells of these lines.
    """
    if game.cells <= MAX_CELLS and len(game.lines) <= _MAX_LINES:
        return _whole(game)
    lines = [line for line, mask in zip(game.lines, game.line_masks, strict=True) if not mask & dead]
    cells = sorted({cell for line in lines for cell in line})
    if len(cells) > MAX_CELLS or len(lines) > _MAX_LINES:
        return None
    return _build(game, lines, cells)


@lru_cache(maxsize=16)
def _whole(game: Game) -> LineTable:
    return _build(game, list(game.lines), list(range(game.cells)))


def _build(game: Game, lines: list[Line], cells: list[Move]) -> LineTable:
    label = {cell: i for i, cell in enumerate(cells)}
    named = [tuple(label[cell] for cell in line) for line in lines]
    through = np.zeros((2, MAX_CELLS), np.uint64)
    for i, line in enumerate(named):
        for cell in line:
            through[i >> 6, cell] |= np.uint64(1 << (i & 63))
    images, inverse = _symmetries(game, lines, label)
    return LineTable(
        size=np.array((game.k, len(cells), len(lines)), np.int64),
        cells=np.array([mask_of(line) for line in named], np.uint64),
        way=np.array([_way(game, line) for line in lines], np.int64),
        through=through,
        pairs=_pairs(game.k, named, through),
        images=images,
        inverse=inverse,
        board=np.array(cells, np.int64),
    )


def _way(game: Game, line: Line) -> int:
    """Return the direction of a line: 1 row, 3 column, 4 diagonal, 2 anti-diagonal."""
    (row, column), (last_row, last_column) = game.row_column(line[0]), game.row_column(line[-1])
    return 3 * (last_row > row) + (last_column > column) - (last_column < column)


def _pairs(k: int, lines: list[Line], through: Words) -> Words:
    """Return the pairs of cells of every line, padded to a multiple of eight for vector instructions."""
    pairs = np.zeros((3, len(lines), (k * (k - 1) // 2 + 7) // 8 * 8), np.uint64)
    for i, line in enumerate(lines):
        for j, (a, b) in enumerate(combinations(line, 2)):
            pairs[0, i, j] = 1 << a | 1 << b
            pairs[1:, i, j] = through[:, a] & through[:, b]
    return pairs


def _symmetries(game: Game, lines: list[Line], label: dict[Move, int]) -> tuple[Words, Ints]:
    """Return the symmetries of the board that map these lines to themselves, the identity first, and their inverses."""
    known = {frozenset(line) for line in lines}
    kept: list[Permutation] = [
        tuple(label[p[cell]] for cell in label)
        for p in game.symmetries
        if all(frozenset(p[cell] for cell in line) in known for line in lines)
    ]
    images = np.zeros((len(kept), MAX_CELLS // 8, 256), np.uint64)
    for s, p in enumerate(kept):
        for cell, image in enumerate(p):
            values = np.arange(256)
            images[s, cell >> 3, (values >> (cell & 7)) & 1 == 1] |= np.uint64(1 << image)
    identity = tuple(range(len(label)))
    inverse = [next(t for t, q in enumerate(kept) if tuple(q[cell] for cell in p) == identity) for p in kept]
    return images, np.array(inverse, np.int64)
