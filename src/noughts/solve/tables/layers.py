"""The kernels that fill a table: one row of one layer at a time, from the layer below it (one ply later).

A row is one set of stones of the side that has just moved (`theirs`); the side to move adds a stone:

    theirs (fixed)      x . . . x . . . .          the row
    free, closed up       0 1 2   3 4 5 6
    own                   . o .   . . . .          a column: own = 0b0000010
    own + 1 stone         o o .   . . . .  \\
                          . o o   . . . .   }      its children
                          . o .   o . . .  /  ...

>>> children = children_of(sets_of(1, 7), 1, 7, rank_table(7))  # the ranks of the children of each column
>>> [f"{own:07b}" for own in sets_of(2, 7)[children[1]]]
['0000011', '0000110', '0001010', '0010010', '0100010', '1000010']

1. gather: the score of the child for every set of own + 1 stones on the free cells, into a small buffer. The row of the
   child is that set (now its side has just moved), mapped to its least image; the column is `theirs` under the same
   symmetry, closed up. A set with a line has won.
2. best: a column is the greatest of its children's scores, each negated: a few reads from the small buffer, at
   places that are the same for every row.

So a position costs one read from far memory, not one for each of its moves. The places are the same for every row, so
eight rows are done at once: a word of the buffer has a byte of each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.jit.compiler import njit
from noughts.jit.instructions import BYTES, fetch, least_bytes, negated_bytes
from noughts.solve.tables.lookup import UNREACHABLE
from noughts.solve.tables.sets import (
    Counts,
    Ints,
    children_of,
    classify,
    close_up,
    image_tables,
    mirror,
    rank_table,
    sets_of,
    spread,
)

Bytes = NDArray[np.int8]

LANES = BYTES  # rows that are filled at once: a word has a byte of each
_PIECE = 512  # sets


class Tables(NamedTuple):
    """What all layers of a game need."""

    cells: int
    images: Ints  # see image_tables
    ranks: Ints  # see rank_table
    where: Ints  # see classify
    held: NDArray[np.uint8]  # a bit for each set: whether it holds a line


class LayerStep(NamedTuple):
    """What one layer needs: its rows, the sets of the side to move, and the layer below."""

    rows: Ints
    own_sets: Ints  # closed up, in order: the columns
    next_sets: Ints  # the same with one stone more
    children: Ints  # for each column the places of its children among next_sets
    below_rows: Ints
    below: Bytes  # the layer below, and one more byte: the score of a game that the move to it has won
    below_columns: int


@njit(nogil=True)
def fill_rows(tables: Tables, step: LayerStep, first: int, last: int, scores: Bytes) -> Counts:
    """Fill rows first to last - 1 of a layer; return the number of positions by score (at score + 128).

    `scores` is these rows, one after the other. Positions are counted with their images. Games that the next
    move wins have no byte of their own: they are counted here, as losses for the side to move after it.
    """
    columns, moves = step.children.shape
    half = (tables.cells + 1) // 2
    lower, upper = np.zeros((2, LANES, 1 << half), np.int32)
    theirs = np.empty((LANES, len(tables.images)), np.int64)
    weights, ended = np.zeros((2, LANES), np.int64)
    far = np.empty(_PIECE, np.int64)
    buffers = np.empty(len(step.next_sets), np.int64)  # a word for each set: the bytes of LANES rows
    bests = np.empty(columns, np.int64)
    buffer, best = buffers.view(np.int8), bests.view(np.int8)
    tally = np.zeros(256, np.int64)
    for row in range(first, last, LANES):
        lanes = min(LANES, last - row)
        for lane in range(lanes):
            members = step.rows[row + lane]
            weights[lane] = _images(tables, members, theirs[lane])
            ended[lane] = 0
            spread((1 << tables.cells) - 1 & ~members, half, lower[lane], upper[lane])
            _begin(tables, step, lower[lane], upper[lane], best[lane:])
        for start in range(0, len(step.next_sets), _PIECE):
            for lane in range(lanes):
                ended[lane] += _gather(
                    tables, step, start, theirs[lane], lower[lane], upper[lane], far, buffer[LANES * start + lane :]
                )
        for i in range(columns):
            least = bests[i]
            for j in range(moves):
                least = least_bytes(least, buffers[step.children[i, j]])
            bests[i] = negated_bytes(least)
        for lane in range(lanes):
            start = (row - first + lane) * columns
            _finish(best[lane:], weights[lane], scores[start : start + columns], tally)
        tally[step.below[len(step.below) - 1] + 128] += (ended[:lanes] * weights[:lanes]).sum()
    return tally


@njit(nogil=True)
def _images(tables: Tables, members: int, images: Counts) -> int:
    """Write the images of a set; return how many differ."""
    same = 0
    for g in range(len(images)):
        images[g] = mirror(tables.images, g, members, tables.cells)
        same += images[g] == members
    return len(images) // same


@njit(nogil=True)
def _begin(tables: Tables, step: LayerStep, lower: Ints, upper: Ints, best: Bytes) -> None:
    """Write what a column is worth to the other side before any move; -128, less than any score, for no position."""
    nothing = 127 if step.children.shape[1] else 0  # a full board is a draw
    half = (tables.cells + 1) // 2
    low = (1 << half) - 1
    for i in range(len(step.own_sets)):
        members = lower[step.own_sets[i] & low] | upper[step.own_sets[i] >> half]
        best[LANES * i] = UNREACHABLE if tables.held[members >> 3] >> (members & 7) & 1 else nothing


@njit(nogil=True)
def _gather(
    tables: Tables, step: LayerStep, start: int, theirs: Counts, lower: Ints, upper: Ints, far: Counts, buffer: Bytes
) -> int:
    """Write the score of the child for each set of own + 1 stones of a piece; return how many games end there.

    Three loops: the second one asks for the far bytes, and the third one finds them in the cache.
    """
    full, half, lost = (1 << tables.cells) - 1, (tables.cells + 1) // 2, len(step.below) - 1
    low = (1 << half) - 1
    piece = step.next_sets[start : start + _PIECE]
    for i in range(len(piece)):
        far[i] = tables.where[lower[piece[i] & low] | upper[piece[i] >> half]]
    ended = 0
    for i in range(len(piece)):
        if far[i] < 0:
            ended += far[i] < -1  # its lines share a cell, the last move
            far[i] = lost
        else:
            child = far[i] >> 3
            column = tables.ranks[close_up(theirs[far[i] & 7], full & ~step.below_rows[child], tables.cells)]
            far[i] = child * step.below_columns + column
            fetch(step.below, far[i])
    for i in range(len(piece)):
        buffer[LANES * i] = step.below[far[i]]
    return ended


@njit(nogil=True)
def _finish(best: Bytes, weight: int, scores: Bytes, tally: Counts) -> None:
    counts = np.zeros((2, 256), np.int64)  # two, so that a count need not wait for the one before
    for i in range(len(scores)):
        scores[i] = best[LANES * i]
        counts[i & 1, scores[i] + 128] += 1
    tally += weight * (counts[0] + counts[1])


@njit(nogil=True)
def prepare(cells: int, permutations: Ints, lines: Ints, starts: Ints) -> tuple[Tables, Ints]:
    """Return the tables of a game, and the number of rows by number of stones (see classify)."""
    images = image_tables(permutations)
    where, counts = classify(images, cells, lines, starts)
    held = np.zeros((len(where) + 7) // 8, np.uint8)
    for members in range(len(where)):
        held[members >> 3] |= (where[members] < 0) << (members & 7)
    return Tables(cells, images, rank_table(cells), where, held), counts


@njit(nogil=True)
def prepare_step(tables: Tables, ply: int, rows: Ints, below_rows: Ints, below: Bytes, below_columns: int) -> LayerStep:
    """Return what the layer of a ply needs; `below` is the layer after it (see LayerStep)."""
    own = ply // 2
    free = tables.cells - (ply - own)
    own_sets = sets_of(own, free)
    children = children_of(own_sets, own, free, tables.ranks)
    return LayerStep(rows, own_sets, sets_of(own + 1, free), children, below_rows, below, below_columns)
