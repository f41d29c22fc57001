"""Shapes: the cells around a cell on one of the four lines through it, as one side sees them, and what they are worth.

With k in a row, k - 1 cells on both sides matter (k where exactly k win). Each is free, holds a stone of the side, or
is blocked: a stone of the other side, or beyond the edge. What a stone on the cell would make there, for k = 5:

    . . . X ? X X X .    complete: five in a row
    . . X X ? X . . .    an open four: two cells then complete five
    . O X X ? X . . .    a four: one cell then completes five
    . . . X ? X . . .    an open three: a further stone makes an open four

A shape's value is a sum: a part for each line of k through the cell that is not blocked, by the stones on it, and one
for what a stone would make. Its index is a number to base 3 with a digit for each cell, 0 free, 1 own, 2 blocked. For k
up to 8 all values stand in a table; for larger k the index is the bitboard of the own stones, and the value is summed
each time.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel
from noughts.search.weights import LineWeights

Ints = npt.NDArray[np.int64]

NOTHING, OPEN_THREE, A_FOUR, OPEN_FOUR, COMPLETE = (np.int64(made) for made in range(5))
MADE = 5
# A value is four numbers in one word: for the side to move and for the other, in the order of moves, and the threats.
WAITER, ORDER, THREATS = 20, 40, 51  # the bits where they begin
FIELD, ORDER_FIELD = (1 << 20) - 1, (1 << 11) - 1
BITS = 3  # of the threats: so many count the open threes, the fours, the open fours and the complete lines
_LARGEST = 14  # cells around a cell of which a table holds all shapes, at most: 3^14 entries


class Parts(NamedTuple):
    """What the parts of a value are worth, for one k."""

    k: int
    exact: int  # 1 if exactly k in a row win
    line: Ints  # [stones] of a line that is not blocked, by the stones on it besides the cell
    made: Ints  # [what a stone makes] NOTHING, ..., COMPLETE


def reach_of(k: int, exact: bool) -> int:
    """Return how many cells on each side of a cell matter to its shapes.

    >>> reach_of(5, exact=False), reach_of(5, exact=True)
    (4, 5)
    """
    return k if exact else k - 1


def parts_of(k: int, exact: bool, weights: LineWeights) -> Parts:
    """Return the parts of the values."""
    line = weights.mover + (weights.waiter << WAITER) + (weights.order << ORDER)
    made = weights.made_mover + (weights.made_waiter << WAITER)
    made[OPEN_THREE:] += np.array([1 << i * BITS for i in range(MADE - 1)]) << THREATS
    made += weights.made_order << ORDER
    return Parts(k, int(exact), line, made)


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
            stones = count_of(own & cells)
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
                if count_of(own & cells) == k - 2:
                    others |= cells & ~own & ~(1 << cell)
        if others & (others - 1):
            return True
    return False


@kernel
def value_of(own: int, blocked: int, parts: Parts) -> Any:
    """Return the value of a shape, its four numbers in one word."""
    k, exact = parts.k, parts.exact
    value = parts.made[made_by(own, blocked, k, exact)]
    middle = 1 << k - 1 + exact
    for at in range(exact, exact + k):
        cells = ((1 << k) - 1) << at
        if _is_open(own | middle, blocked, cells, exact):
            value += parts.line[count_of(own & cells)]
    return value


@kernel
def count_of(cells: int) -> Any:
    """Return the number of cells of a bitboard."""
    count = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


def has_table(k: int, exact: bool) -> bool:
    """Return whether all values stand in a table."""
    return 2 * reach_of(k, exact) <= _LARGEST


@lru_cache(maxsize=4)
def shape_table(k: int, exact: bool, weights: LineWeights) -> tuple[npt.NDArray[np.uint16], Ints]:
    """Return for each index the number of its value, and the values; an empty table where there is none."""
    if not has_table(k, exact):
        return np.zeros(0, np.uint16), np.zeros(0, np.int64)
    values = np.zeros(3 ** (2 * reach_of(k, exact)), np.int64)
    _fill(values, parts_of(k, exact, weights))
    different, numbers = np.unique(values, return_inverse=True)
    return numbers.astype(np.uint16), different


@kernel
def _fill(values: Ints, parts: Parts) -> None:
    for index in range(len(values)):
        own, blocked = masks_of(index, parts.k - 1 + parts.exact)
        values[index] = value_of(own, blocked, parts)


@kernel
def masks_of(index: int, reach: int) -> Any:
    """Return the bitboards of the own stones and of the blocked cells of an index to base 3."""
    own = blocked = np.int64(0)
    for place in range(2 * reach + 1):
        if place != reach:
            digit = index % 3
            index //= 3
            own |= np.int64(digit == 1) << place
            blocked |= np.int64(digit == 2) << place
    return own, blocked


def steps_of(k: int, exact: bool) -> Ints:
    """Return what a stone at each of the 2 r + 1 places around a cell adds to the index: [place, own or theirs]."""
    reach = reach_of(k, exact)
    if not has_table(k, exact):
        return np.array([[1 << place, 0] for place in range(2 * reach + 1)], np.int64)
    digits = [place - (place > reach) for place in range(2 * reach + 1)]  # the middle has none
    return np.array([[3**digit, 2 * 3**digit] for digit in digits], np.int64)
