"""Shapes: the cells around a cell on one of the four lines through it, as one side sees them, in a few classes.

With k in a row, k - 1 cells on both sides matter (k where exactly k win). Each is free, holds a stone of the side, or
is blocked: a stone of the other side, or beyond the edge. What a stone on the cell would make there, for k = 5:

    . . . X ? X X X .    complete: five in a row
    . . X X ? X . . .    an open four: two cells then complete five
    . O X X ? X . . .    a four: one cell then completes five
    . . . X ? X . . .    an open three: a further stone makes an open four

The class of a shape is what a stone makes there; if that is none of these, it is how many stones the best lines of k
would still lack, and how many such lines there are. So the classes of all k are the same.

A shape has two halves. What matters of a half are the cells from the middle on up to the first that is blocked; they
are a number in binary, 1 for an own stone, with a 1 before the first. For k up to 8 tables tell these numbers from the
stones of both sides, and the class from the numbers of the two halves; for larger k the class is found each time.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel
from noughts.jit.instructions import bits

Ints = npt.NDArray[np.int64]

_WORD = 32  # bits
NOTHING, OPEN_THREE, A_FOUR, OPEN_FOUR, COMPLETE = (np.int64(kind) for kind in range(5))
_LARGEST = 7  # the reach up to which tables hold all shapes: 2^16 pairs of halves

# Classes, the stronger the higher: what the best lines lack after the stone, and how many such lines there are.
LACKING = (
    (9, 0),
    (4, 1),
    (4, 3),
    (3, 1),
    (3, 2),
    (3, 3),
    (3, 4),
    (2, 1),
    (2, 2),
    (2, 2),
    (2, 3),
    (1, 1),
    (1, 2),
    (0, 1),
)
CLASSES = len(LACKING)
OF_NOTHING = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [7, 8, 8, 8], [3, 4, 5, 6], [1, 1, 2, 2]])  # [lacking, lines - 1]
OPEN, FOURS, DOUBLES, COMPLETED = (np.int64(first) for first in (9, 11, 12, 13))  # classes from here on make a threat


def reach_of(k: int, exact: bool) -> int:
    """Return how many cells on each side of a cell matter to its shapes.

    >>> reach_of(5, exact=False), reach_of(5, exact=True)
    (4, 5)
    """
    return k if exact else k - 1


@kernel
def made_by(own: int, blocked: int, k: int, exact: int) -> Any:
    """Return what a stone in the middle of two bitboards makes; with a reach of r, the middle is bit r of 2 r + 1.

    >>> int(made_by(0b0001_0_1110, 0, 5, 0)), int(made_by(0b0001_0_1000, 0, 5, 0))  # COMPLETE, OPEN_THREE
    (4, 1)
    """
    own |= 1 << k - 1 + exact
    answers = most = 0
    for at in range(exact, exact + k):
        cells = ((1 << k) - 1) << at
        if _is_open(own, blocked, cells, exact):
            stones = bits(own & cells)
            most = max(most, stones)
            if stones == k - 1:
                answers |= cells & ~own
    if most == k:
        return COMPLETE
    if most == k - 1:
        return OPEN_FOUR if answers & (answers - 1) else A_FOUR
    return OPEN_THREE if most == k - 2 and _opens(own, blocked, k, exact) else NOTHING


@kernel
def _is_open(own: int, blocked: int, cells: int, exact: int) -> Any:
    """Return whether a line can be completed: none of it is blocked, and, where k is exact, it gets no longer."""
    return not blocked & cells and not (exact and own & ((cells << 1 | cells >> 1) & ~cells))


@kernel
def _opens(own: int, blocked: int, k: int, exact: int) -> Any:
    """Return whether a cell makes an open four of k - 2 stones: two lines share it, with different other free cells."""
    for cell in range(2 * (k - 1 + exact) + 1):
        others = 0
        for at in range(exact, exact + k):
            cells = ((1 << k) - 1) << at
            if cells >> cell & 1 and not own >> cell & 1 and _is_open(own, blocked, cells, exact):
                if bits(own & cells) == k - 2:
                    others |= cells & ~own & ~(1 << cell)
        if others & (others - 1):
            return True
    return False


@kernel
def class_of(own: int, blocked: int, k: int, exact: int) -> Any:
    """Return the class of a shape.

    >>> int(class_of(0b0001_0_1110, 0, 5, 0)), int(class_of(0b0001_0_1000, 0, 5, 0)), int(class_of(0, 0b1_0_1000, 5, 0))
    (13, 10, 0)
    """
    effect = made_by(own, blocked, k, exact)
    if effect == COMPLETE:
        return COMPLETED
    if effect == OPEN_FOUR:
        return DOUBLES
    if effect == A_FOUR:
        return FOURS
    middle = 1 << k - 1 + exact
    most, lines = -1, 0
    for at in range(exact, exact + k):
        cells = ((1 << k) - 1) << at
        if _is_open(own | middle, blocked, cells, exact):
            stones = bits(own & cells)
            if stones > most:
                most, lines = stones, 0
            lines += stones == most
    if most < 0:
        return np.int64(0)
    if effect == OPEN_THREE:
        return OPEN + (lines > 2)
    return np.int64(OF_NOTHING[min(k - 1 - most, 4), min(lines, 4) - 1])


def has_table(k: int, exact: bool) -> bool:
    """Return whether all classes stand in a table."""
    return reach_of(k, exact) <= _LARGEST


@lru_cache(maxsize=4)
def half_tables(k: int, exact: bool) -> Ints:
    """Return the numbers of halves: [0 before the middle, 1 after it; X | O << reach], those to O 32 bits higher.

    An index holds the stones of X and of O; what has both is beyond the edge. The numbers of halves before the middle
    stand higher, so that both together are the index of a class. Empty where there is no table.
    """
    reach = reach_of(k, exact)
    halves = np.zeros((2, 4**reach if has_table(k, exact) else 0), np.int64)
    _fill_halves(halves, reach)
    halves.setflags(write=False)
    return halves


@kernel
def _fill_halves(halves: Ints, reach: int) -> None:
    for index in range(halves.shape[1]):
        x, o = index & (1 << reach) - 1, index >> reach
        for way in range(2):
            numbers = _half(x, o, reach, way) | _half(o, x, reach, way) << _WORD
            halves[way, index] = numbers if way else numbers << reach + 1


@kernel
def _half(own: int, theirs: int, reach: int, way: int) -> Any:
    """Return the number of a half to a side."""
    number = 1
    for far in range(reach):
        place = far if way else reach - 1 - far
        if theirs >> place & 1:
            break
        number = number << 1 | own >> place & 1
    return number


@lru_cache(maxsize=4)
def class_table(k: int, exact: bool) -> npt.NDArray[np.uint8]:
    """Return the class of each shape: [number of the half before the middle << reach + 1 | of the half after it]."""
    classes = np.zeros(4 ** (reach_of(k, exact) + 1) if has_table(k, exact) else 0, np.uint8)
    _fill(classes, k, int(exact))
    classes.setflags(write=False)
    return classes


@kernel
def _fill(classes: npt.NDArray[np.uint8], k: int, exact: int) -> None:
    reach = k - 1 + exact
    for index in range(len(classes)):
        own, blocked = masks_of(index, reach)
        classes[index] = class_of(own, blocked, k, exact)


@kernel
def masks_of(index: int, reach: int) -> Any:
    """Return the bitboards of the own stones and of the blocked cells of two halves."""
    own = blocked = np.int64(0)
    for way in range(2):
        half = index & (2 << reach) - 1 if way else index >> reach + 1
        length = 0
        while half >> length > 1:
            length += 1
        for far in range(reach):
            place = reach + 1 + far if way else reach - 1 - far
            if far < length:
                own |= (half >> length - 1 - far & 1) << place
            else:
                blocked |= np.int64(1) << place
    return own, blocked
