"""Sets of cells as machine words: their images, their ranks, and the table of their rows.

    cell      8 7 6 5 4 3 2 1 0
    set       0 1 0 0 1 0 0 0 1     = 0b010010001, the cells 0, 4 and 7

The rules are those of `lookup`, as tables and compiled loops.

>>> from noughts.core.game import cells_of
>>> cells_of(0b010010001)
(0, 4, 7)
"""

import numpy as np
from numpy.typing import NDArray

from noughts.jit.compiler import njit
from noughts.jit.instructions import HAS_EXTRACT, bits, extracted

Ints = NDArray[np.int32]
Counts = NDArray[np.int64]

_HALF = 14  # cells: images of a set are looked up for its two halves, 2 x 2**14 entries
MAX_CELLS = 2 * _HALF
_CHUNK = 7  # cells: a set is closed up in pieces of seven, by a table of 2**14 bytes, which stays in the L1 cache
_LOW = (1 << _CHUNK) - 1


def _close_up_table() -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return closed[free << 7 | members] for sets of seven cells, and the size of each set."""
    free, members = np.divmod(np.arange(1 << 2 * _CHUNK), 1 << _CHUNK)
    closed, place = np.zeros((2, 1 << 2 * _CHUNK), np.uint8)
    for cell in range(_CHUNK):
        closed |= ((members & free) >> cell & 1).astype(np.uint8) << place
        place += (free >> cell & 1).astype(np.uint8)
    return closed, place[:: 1 << _CHUNK].copy()


_CLOSED, _SIZES = _close_up_table()


@njit(nogil=True)
def close_up(members: int, free: int, cells: int) -> int:
    """Return a set of free cells, numbered by their places among the free cells."""
    if HAS_EXTRACT:  # known when it is compiled
        return extracted(members, free)  # type: ignore[no-any-return]
    return close_up_by_table(members, free, cells)


@njit(nogil=True)
def close_up_by_table(members: int, free: int, cells: int) -> int:
    """Return the same as `close_up`, on any processor."""
    result = shift = 0
    for _ in range(0, cells, _CHUNK):
        result |= int(_CLOSED[(free & _LOW) << _CHUNK | members & _LOW]) << shift
        shift += int(_SIZES[free & _LOW])
        free >>= _CHUNK
        members >>= _CHUNK
    return result


@njit(nogil=True)
def mirror(images: Ints, g: int, members: int, cells: int) -> int:
    """Return the image of a set under a symmetry."""
    half = min(_HALF, cells)
    return int(images[g, 0, members & (1 << half) - 1] | images[g, 1, members >> half])


@njit(nogil=True)
def spread(free: int, half: int, low: Ints, high: Ints) -> None:
    """Write the inverse of `close_up`: the cells of each set of the lower `half` places, and of the upper ones."""
    for place in range(2 * half):
        cell = free & -free
        free ^= cell
        table = low if place < half else high
        bit = 1 << (place if place < half else place - half)
        for members in range(bit):
            table[bit + members] = table[members] | cell


@njit(nogil=True)
def image_tables(permutations: Ints) -> Ints:
    """Return images[symmetry, half, piece]: the image of half a set."""
    symmetries, cells = permutations.shape
    images = np.zeros((symmetries, 2, 1 << min(_HALF, cells)), np.int32)
    for g in range(symmetries):
        for half in range(2):
            for i in range(half * _HALF, min(cells, half * _HALF + _HALF)):
                bit = 1 << (i - half * _HALF)
                for piece in range(bit):
                    images[g, half, bit + piece] = images[g, half, piece] | 1 << permutations[g, i]
    return images


@njit(nogil=True)
def rank_table(bits: int) -> Ints:
    """Return ranks[set]: the number of smaller sets of the same size, for sets below 2**bits."""
    sizes = np.zeros(1 << bits, np.uint8)
    seen = np.zeros(bits + 1, np.int32)
    ranks = np.empty(1 << bits, np.int32)
    for cells in range(1 << bits):
        size = sizes[cells >> 1] + (cells & 1)
        sizes[cells] = size
        ranks[cells] = seen[size]
        seen[size] += 1
    return ranks


@njit(nogil=True)
def classify(images: Ints, cells: int, lines: Ints, starts: Ints) -> tuple[Ints, Ints]:
    """Return (where, counts): the row of each set, and the number of rows by size.

    `where[set]` is row * 8 + the symmetry that maps the set to its row, for a set without a line. With lines it is
    ~(the cells that all of them share): -1 if they share none, so that no last move can have made them all.
    `lines[starts[c] : starts[c + 1]]` are the lines whose lowest cell is c.
    """
    where = np.zeros(1 << cells, np.int32)
    for lowest in range(cells - 1, -1, -1):  # by lowest cell: the set without it is known already
        step = 1 << lowest
        for members in range(step, 1 << cells, 2 * step):
            held = where[members ^ step]
            for i in range(starts[lowest], starts[lowest + 1]):
                if members & lines[i] == lines[i]:
                    held = ~(~held & lines[i]) if held < 0 else ~lines[i]
            where[members] = held
    counts = np.zeros(cells + 1, np.int32)
    for members in range(1 << cells):
        if where[members] < 0:
            continue
        least = members
        by = 0
        for g in range(1, len(images)):
            other = mirror(images, g, members, cells)
            if other < least:
                least = other
                by = g
        if by:
            where[members] = where[least] | by
        else:
            size = bits(members)
            where[members] = counts[size] << 3
            counts[size] += 1
    return where, counts


@njit(nogil=True)
def least_sets(where: Ints, counts: Ints, size: int) -> Ints:
    """Return the sets of `size` cells that have a row, in order (enumerated by Gosper's rule)."""
    rows = np.empty(counts[size], np.int32)
    count = 0
    members = (1 << size) - 1
    while count < counts[size]:
        if where[members] >= 0 and where[members] & 7 == 0:
            rows[count] = members
            count += 1
        members = _next_set(members)
    return rows


@njit(nogil=True)
def _next_set(members: int) -> int:
    """Return the next greater set of the same size (0 stays 0)."""
    if members == 0:
        return 0
    lowest = members & -members
    ripple = members + lowest
    return ripple | ((members ^ ripple) // lowest) >> 2


@njit(nogil=True)
def sets_of(size: int, among: int) -> Ints:
    """Return the sets of `size` out of `among` cells, in order of rank; none if there are too few cells."""
    how_many = 1 if size <= among else 0
    for i in range(size):
        how_many = how_many * (among - i) // (i + 1)
    sets = np.empty(how_many, np.int32)
    members = (1 << size) - 1
    for i in range(how_many):
        sets[i] = members
        members = _next_set(members)
    return sets


@njit(nogil=True)
def children_of(sets: Ints, size: int, among: int, ranks: Ints) -> Ints:
    """Return, for each set of `size` out of `among` cells, the ranks of the sets that have one cell more."""
    children = np.empty((len(sets), among - size), np.int32)
    for i in range(len(sets)):
        j = 0
        for cell in range(among):
            if not sets[i] >> cell & 1:
                children[i, j] = ranks[sets[i] | 1 << cell]
                j += 1
    return children
