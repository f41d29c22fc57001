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

So a position costs one read from far memory, not one for each of its moves.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.jit.compiler import njit
from noughts.solve.tables.index import UNREACHABLE
from noughts.solve.tables.sets import (
    Counts,
    Ints,
    children_of,
    classify,
    close_up,
    image_tables,
    least_sets,
    mirror,
    rank_table,
    sets_of,
    spread,
)

Bytes = NDArray[np.int8]


class Tables(NamedTuple):
    """What all layers of a game need."""

    cells: int
    images: Ints  # see image_tables
    ranks: Ints  # see rank_table
    where: Ints  # see classify


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

    `scores` is the whole layer, row after row. Positions are counted with their images. Games that the next
    move wins have no byte of their own: they are counted here, as losses for the side to move after it.
    """
    cells, images, ranks, where = tables
    rows, own_sets, next_sets, children, below_rows, below, below_columns = step
    full = (1 << cells) - 1
    theirs = np.empty(len(images), np.int64)
    half = (cells + 1) // 2
    low = (1 << half) - 1
    spread_low = np.zeros(1 << half, np.int64)
    spread_high = np.zeros(1 << half, np.int64)
    far = np.empty(len(next_sets), np.int64)
    buffer = np.empty(len(next_sets), np.int8)
    tally = np.zeros(256, np.int64)
    moves = children.shape[1]
    nothing = 127 if moves else 0  # a full board is a draw
    for row in range(first, last):
        same = 0
        for g in range(len(images)):
            theirs[g] = mirror(images, g, rows[row], cells)
            same += theirs[g] == rows[row]
        spread(full & ~rows[row], half, spread_low, spread_high)
        # 1. gather: three plain loops, so that the far reads overlap
        for i in range(len(next_sets)):
            own = next_sets[i]
            far[i] = where[spread_low[own & low] | spread_high[own >> half]]
        ended = 0
        for i in range(len(next_sets)):
            if far[i] < 0:
                ended += far[i] < -1  # its lines share a cell, the last move
                far[i] = len(below) - 1
            else:
                child = far[i] >> 3
                column = ranks[close_up(theirs[far[i] & 7], full & ~below_rows[child], cells)]
                far[i] = child * below_columns + column
        for i in range(len(next_sets)):
            buffer[i] = below[far[i]]
        weight = len(images) // same
        tally[below[len(below) - 1] + 128] += ended * weight
        # 2. best
        best = scores[row * len(own_sets) : (row + 1) * len(own_sets)]
        for i in range(len(own_sets)):
            own = own_sets[i]
            if where[spread_low[own & low] | spread_high[own >> half]] < 0:
                best[i] = UNREACHABLE
            else:
                least = nothing
                for j in range(moves):
                    least = min(least, buffer[children[i, j]])
                best[i] = -least
            tally[best[i] + 128] += weight
    return tally


@njit(nogil=True)
def prepare(cells: int, permutations: Ints, lines: Ints, starts: Ints) -> tuple[Tables, Ints]:
    """Return the tables of a game, and the number of rows by number of stones (see classify)."""
    images = image_tables(permutations)
    where, counts = classify(images, cells, lines, starts)
    return Tables(cells, images, rank_table(cells), where), counts


@njit(nogil=True)
def prepare_step(tables: Tables, counts: Ints, ply: int, below_rows: Ints, below: Bytes) -> LayerStep:
    """Return what the layer of a ply needs; `below` is the layer after it (see LayerStep)."""
    own = ply // 2
    free = tables.cells - (ply - own)
    own_sets = sets_of(own, free)
    columns = (len(below) - 1) // max(1, len(below_rows))
    rows = least_sets(tables.where, counts, ply - own)
    children = children_of(own_sets, own, free, tables.ranks)
    return LayerStep(rows, own_sets, sets_of(own + 1, free), children, below_rows, below, columns)


@njit(nogil=True)
def empty_layer(size: int, lost: int) -> Bytes:
    """Return an empty layer, followed by the score of a game that the last move has won."""
    layer = np.empty(size + 1, np.int8)
    layer[size] = lost
    return layer


@njit(nogil=True)
def all_layers(tables: Tables, counts: Ints, scores: Bytes, tallies: Counts) -> None:
    """Fill all layers of a small game, in one call: `scores` from its end to its start, and `tallies[ply]`."""
    rows = np.empty(0, np.int32)
    layer = empty_layer(0, -1)
    end = len(scores)
    for ply in range(tables.cells, -1, -1):
        step = prepare_step(tables, counts, ply, rows, layer)
        rows = step.rows
        layer = empty_layer(len(rows) * len(step.own_sets), ply - tables.cells - 1)
        tallies[ply] = fill_rows(tables, step, 0, len(rows), layer)
        scores[end - len(layer) + 1 : end] = layer[:-1]
        end -= len(layer) - 1
