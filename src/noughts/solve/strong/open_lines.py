"""The open lines of a position, all lines of a direction at once: their free cells, and what follows from these.

`a` is the attacker, who wants a line; `d` the defender. A line is open to a side while the other has no cell
of it. For each direction three boards hold, at a line's first cell, its number of free cells in binary:

    cells  X X . .   . X . O        alive  1 0 0 0  0 0 0 0     the second line is not open to X
                                    twos   1 ...                free cells: 2 = 0b010
                                    ones   0 ...                         twos, ones

Some reductions of the search are here too. They hold for the game as played, where both sides have lines:
* a cell on no open line of either side is *void*, and so is a stone on no open line of its side: void cells
  belong to both boards, so positions with the same prospects become the same position;
* a free cell is *dominated* by another if all the open lines through it, of both sides, hold the other too:
  the other does everything that it does (play the other, as if the two had changed places);
* the attacker cannot win if the sum over the open lines of 2^-(free cells) is under 1 with the defender to
  move (Erdős & Selfridge 1973): the defender stops all of them without a line of their own.
"""

from typing import Any

from noughts.jit.kernels import kernel, kernel_part
from noughts.solve.boards import Board, Words, add, count, load, some, store
from noughts.solve.strong.geometry import AFTER, BEFORE, FIRST, FULL, Geometry

# The rows that `look` writes for each direction: the lines that are open to a side, and their cells; for each side its
# open lines with 4 or more free cells, with 3 and with 2. Only the first one is written where there is no open line.
_CELLS, _DEFENDER, _ATTACKER, _ROWS = 1, 2, 5, 8
LINES = 4 * _ROWS

UNIT = 128  # what a line without free cells counts in a potential: with f free cells 2^(7-f)


@kernel(forceinline=True)
def free_cells(a: Board, d: Board, shape: Geometry) -> Board:
    """Return the cells that are neither taken nor void."""
    return load(shape.boards, FULL, a) & ~(a | d)


@kernel(forceinline=True)
def open_lines(own: Board, other: Board, shape: Geometry, direction: int) -> Board:
    """Return the lines of a direction that are open to `own`: without a cell of `other`.

    In an exact game also without a cell of `own` beyond their ends.
    """
    step = shape.steps[direction]
    alive = load(shape.boards, FIRST + direction, other)
    if shape.exact:
        longer = own << step & load(shape.boards, BEFORE + direction, other)
        for _ in range(shape.k):
            own = own >> step
        alive = alive & ~(longer | (own & load(shape.boards, AFTER + direction, other)))
    for _ in range(shape.k):
        alive = alive & ~other
        other = other >> step
    return alive


@kernel(forceinline=True)
def spread(lines: Board, step: Any, k: int) -> Board:
    """Return all the cells of some lines."""
    cells = lines
    for _ in range(1, k):
        cells = lines | (cells << step)
    return cells


@kernel(forceinline=True)
def by_free_cells(
    free: Board, alive: Board, step: Any, k: int
) -> tuple[Board, Board, Board, Board, Board, Board, Board]:
    """Return the lines with 1, 2, ..., 6 and 7 free cells.

    From 8 on the third binary digit stays set: such lines are counted with 4 to 7. They are then taken for
    nearer to completion than they are, which errs on the attacker's side.
    """
    ones = twos = fours = free ^ free
    for _ in range(k):
        carry = ones & free
        ones = ones ^ free
        fours = fours | (twos & carry)
        twos = twos ^ carry
        free = free >> step
    low, high = alive & ~fours, alive & fours
    return (
        low & ones & ~twos, low & twos & ~ones, low & twos & ones,
        high & ~(ones | twos), high & ones & ~twos, high & twos & ~ones, high & twos & ones,
    )  # fmt: skip


@kernel(forceinline=True)
def look(a: Board, d: Board, shape: Geometry, most: int, lines: Words) -> tuple[Board, Board, int, Board]:
    """Return where the attacker wins at once, where the defender does, the attacker's potential, and the cells of lines
    that are open to a side. The open lines are written to `lines`.

    The potential leaves out lines with more than `most` free cells: the stones left do not complete them. A line with
    f free cells counts UNIT / 2^f; one with more than 7 counts as one with 4 to 7 (see by_free_cells).
    """
    free = free_cells(a, d, shape)
    attacks = counters = used = a ^ a
    potential = 0
    for direction in range(4):
        row = direction * _ROWS
        mine, theirs = open_lines(a, d, shape, direction), open_lines(d, a, shape, direction)
        either = mine | theirs
        store(lines, row, either)
        if some(either):
            step = shape.steps[direction]
            cells = spread(either, step, shape.k)
            used = used | cells
            store(lines, row + _CELLS, cells)
            one, two, three, four, five, six, seven = by_free_cells(free, either, step, shape.k)
            if some(one):
                attacks = attacks | spread(one & mine, step, shape.k)
                counters = counters | spread(one & theirs, step, shape.k)
                potential += count(one & mine) << 6 if most >= 1 else 0
            more = four | five | six | seven
            store(lines, row + _DEFENDER, more & theirs)
            store(lines, row + _DEFENDER + 1, three & theirs)
            store(lines, row + _DEFENDER + 2, two & theirs)
            store(lines, row + _ATTACKER, more & mine)
            store(lines, row + _ATTACKER + 1, three & mine)
            store(lines, row + _ATTACKER + 2, two & mine)
            potential += count(two & mine) << 5 if most >= 2 else 0
            potential += count(three & mine) << 4 if most >= 3 else 0
            potential += count(four & mine) << 3 if most >= 4 else 0
            if shape.k > 4:
                potential += count(five & mine) << 2 if most >= 5 else 0
                potential += count(six & mine) << 1 if most >= 6 else 0
                potential += count(seven & mine) if most >= 7 else 0
    return attacks & free, counters & free, potential, used


@kernel(forceinline=True)
def _add_along(planes: Any, lines: Board, step: Any, k: int) -> Any:
    """Add 1 to each cell's number for each of some lines through it."""
    if some(lines):
        for _ in range(k):
            planes = add(planes, lines)
            lines = lines << step
    return planes


@kernel(forceinline=True)
def add_doubling(planes: Any, side: int, shape: Geometry, most: int, lines: Words) -> Any:
    """Add to each cell's number 1, 2, 4 for an open line of a side with 4 (or more), 3, 2 free cells.

    `side`: 1 for the attacker. `lines`: what `look` has written. Lines with more than `most` free cells are left out.
    """
    zero, k = planes[0] ^ planes[0], shape.k
    for direction in range(4):
        row = direction * _ROWS
        if some(load(lines, row, zero)):
            step = shape.steps[direction]
            row += _ATTACKER if side else _DEFENDER
            if most >= 4:
                planes = _add_along(planes, load(lines, row, zero), step, k)
            if most >= 3:
                planes = planes[:1] + _add_along(planes[1:], load(lines, row + 1, zero), step, k)
            planes = planes[:2] + _add_along(planes[2:], load(lines, row + 2, zero), step, k)
    return planes


@kernel(forceinline=True)
def add_quadrupling(planes: Any, side: int, shape: Geometry, lines: Words) -> Any:
    """Add to each cell's number 1, 4, 16 for an open line of a side with 4 (or more), 3, 2 free cells."""
    zero, k = planes[0] ^ planes[0], shape.k
    for direction in range(4):
        row = direction * _ROWS
        if some(load(lines, row, zero)):
            step = shape.steps[direction]
            row += _ATTACKER if side else _DEFENDER
            planes = _add_along(planes, load(lines, row, zero), step, k)
            planes = planes[:2] + _add_along(planes[2:], load(lines, row + 1, zero), step, k)
            planes = planes[:4] + _add_along(planes[4:], load(lines, row + 2, zero), step, k)
    return planes


@kernel(forceinline=True)
def greatest(planes: Any, cells: Board) -> int:
    """Return the greatest number on any of the cells."""
    number = 0
    for index in range(len(planes) - 1, -1, -1):
        top = cells & planes[index]
        number += number
        if some(top):
            cells = top
            number += 1
    return number


@kernel(forceinline=True)
def breaker_holds(free: Board, shape: Geometry, potential: int, most: int, lines: Words) -> bool:
    """Return whether the potential alone shows, with the attacker to move, that no line is ever completed.

    Cell by cell: a stone there doubles the lines through it, and the sum must stay under 1.
    """
    if potential >= UNIT:
        return False
    zero = free ^ free
    # 4, 2, 1 for a line with 2, 3, 4 free cells is an eighth of what it counts in the potential. Lines with more count
    # as with 4, which errs on the attacker's side; there are none with 1, or the attacker would complete it.
    shares = add_doubling((zero, zero, zero, zero, zero), 1, shape, most, lines)
    return potential + 8 * greatest(shares, free) < UNIT


@kernel(forceinline=True)
def dominated(free: Board, shape: Geometry, lines: Words) -> Board:
    """Return the free cells that others dominate; of several that dominate each other all but the lowest.

    The other cell lies in the direction of the only open lines through this one.
    """
    once = twice = free ^ free  # the cells on open lines of a direction, and of two
    for row in range(0, 4 * _ROWS, _ROWS):
        if some(load(lines, row, free)):
            cells = load(lines, row + _CELLS, free)
            twice = twice | (once & cells)
            once = once | cells
    dominated_ = free ^ free
    for direction in range(4):
        row = direction * _ROWS
        if some(load(lines, row, free)):
            only = free & load(lines, row + _CELLS, free) & ~twice
            along = _dominated_along(load(lines, row, free), only, free, shape.steps[direction], shape.k)
            dominated_ = dominated_ | along
    return dominated_


@kernel_part(forceinline=True)
def _dominated_along(lines: Board, only: Board, free: Board, step: Any, k: int) -> Board:
    """The dominated cells among `only`, whose open lines are all of this direction.

    All lines through c hold c + j*step unless one of the j lines that end at c, ..., c + (j-1)*step is open;
    they hold c - j*step unless one of the j that start at c, ..., c - (j-1)*step is.
    """
    left_out = only ^ only
    if not some(only):
        return left_out
    starting = ending = lines
    for _ in range(1, k):
        ending = ending << step
    ahead = behind = only  # cells all of whose lines go on to c + j*step, to c - j*step
    target_ahead = target_behind = free
    for j in range(1, k):
        ahead, behind = ahead & ~ending, behind & ~starting
        ending, starting = ending >> step, starting << step
        target_ahead, target_behind = target_ahead >> step, target_behind << step
        mutual = behind
        for _ in range(j):
            mutual = mutual >> step
        left_out = left_out | (behind & target_behind) | (ahead & target_ahead & ~mutual)
    return left_out
