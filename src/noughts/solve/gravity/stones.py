"""Cells as the bits of a number, column by column: the lowest cell first, and above each column a bit that stays free.

On a board of three columns and three rows:

     3  7 11      no cells: lines do not run from one column into the next
     2  6 10
     1  5  9
     0  4  8

A step up is 1, a step to the right is `side`, here 4; the diagonals are `side` + 1 and `side` - 1. Where stones stand
without a gap, `taken + bottom` has one bit in each column: the cell on which the next stone falls, above a full column
the bit that is no cell.

"""

from noughts.jit.kernels import kernel_part


@kernel_part(forceinline=True)
def completing(stones: int, k: int, side: int) -> int:
    """Return the cells where one more stone makes k in a row: also taken ones, and bits that are no cells."""
    return (
        _completing(stones, k, 1)
        | _completing(stones, k, side - 1)
        | _completing(stones, k, side)
        | _completing(stones, k, side + 1)
    )


@kernel_part(forceinline=True)
def _completing(stones: int, k: int, step: int) -> int:
    if k == 4:  # the same as below, in half the steps
        before, after = stones << step, stones >> step
        two_before, two_after = before & (before << step), after & (after >> step)
        return two_before & (stones << 3 * step | after) | two_after & (stones >> 3 * step | before)
    cells = 0
    for place in range(k):  # of the missing stone
        others = -1
        for stone in range(k):
            if stone < place:
                others &= stones << (place - stone) * step
            elif stone > place:
                others &= stones >> (stone - place) * step
        cells |= others
    return cells


@kernel_part(forceinline=True)
def has_line(stones: int, k: int, side: int) -> bool:
    """Return whether k of the stones are in a row."""
    return (
        _lines(stones, k, 1) | _lines(stones, k, side - 1) | _lines(stones, k, side) | _lines(stones, k, side + 1)
    ) != 0


@kernel_part(forceinline=True)
def _lines(stones: int, k: int, step: int) -> int:
    if k == 4:
        pairs = stones & (stones >> step)
        return pairs & (pairs >> 2 * step)
    lines = stones
    for stone in range(1, k):
        lines &= stones >> stone * step
    return lines


@kernel_part(forceinline=True)
def safe_moves(threats: int, landing: int) -> int:
    """Return the moves after which the other side does not win at once.

    `threats`: the cells where it completes a line. `landing`: the cells where a stone may go now.
    """
    forced = threats & landing
    if forced & (forced - 1):  # one stone stops one of them
        return 0
    return (forced if forced else landing) & ~(threats >> 1)


@kernel_part(forceinline=True)
def count(cells: int) -> int:
    """Return the number of cells."""
    number = 0
    while cells:
        cells &= cells - 1
        number += 1
    return number


@kernel_part()
def mirrored(cells: int, columns: int, side: int) -> int:
    """Return the cells with left and right exchanged."""
    image, column = 0, (1 << side) - 1
    for _ in range(columns):
        image = image << side | cells & column
        cells >>= side
    return image
