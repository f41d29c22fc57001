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

# ruff: noqa: RUF005 - compiled code has no (*a, *b)

from typing import Any

from noughts.jit.compiler import kernel, kernel_part, overload
from noughts.solve.board_words import Board, count, load, some
from noughts.solve.strong.geometry import FULL, Geometry

UNIT = 128  # what a line without free cells counts in a potential: with f free cells 2^(7-f)


@kernel(forceinline=True)
def free_cells(a: Board, d: Board, shape: Geometry) -> Board:
    """Return the cells that are neither taken nor void."""
    return load(shape.boards, FULL, a) & ~(a | d)


@kernel(forceinline=True)
def open_lines(other: Board, shape: Geometry, direction: int) -> Board:
    """Return the lines of a direction without a cell of `other`."""
    step = shape.steps[direction]
    alive = load(shape.boards, direction + 1, other)
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
def look(own: Board, other: Board, shape: Geometry, most: int) -> tuple[Board, int, Board]:
    """Return where a side wins at once, its potential, and the cells of its open lines.

    The potential leaves out lines with more than `most` free cells: the stones left do not complete them. A line with
    f free cells counts UNIT / 2^f; one with more than 7 counts as one with 4 to 7 (see by_free_cells).
    """
    free = free_cells(own, other, shape)
    wins = used = own ^ own
    potential = 0
    for direction in range(4):
        alive = open_lines(other, shape, direction)
        if some(alive):
            step = shape.steps[direction]
            used = used | spread(alive, step, shape.k)
            one, two, three, four, five, six, seven = by_free_cells(free, alive, step, shape.k)
            if some(one):
                wins = wins | spread(one, step, shape.k)
                potential += count(one) << 6 if most >= 1 else 0
            potential += count(two) << 5 if most >= 2 else 0
            potential += count(three) << 4 if most >= 3 else 0
            potential += count(four) << 3 if most >= 4 else 0
            if shape.k > 4:
                potential += count(five) << 2 if most >= 5 else 0
                potential += count(six) << 1 if most >= 6 else 0
                potential += count(seven) if most >= 7 else 0
    return wins & free, potential, used


def add(planes: Any, cells: Board) -> Any:
    """Return numbers kept as planes, lowest bits first, with 1 added on some cells; the top bit sticks."""
    raise NotImplementedError


@overload(add)
def _add(planes, cells):  # type: ignore[no-untyped-def]
    if planes.count == 1:
        return lambda planes, cells: (planes[0] | cells,)
    return lambda planes, cells: (planes[0] ^ cells,) + add(planes[1:], planes[0] & cells)


@kernel(forceinline=True)
def add_doubling(planes: Any, own: Board, other: Board, shape: Geometry, most: int) -> Any:
    """Add to each cell's number 1, 2, 4 for an open line with 4 (or more), 3, 2 free cells."""
    free = free_cells(own, other, shape)
    for direction in range(4):
        alive = open_lines(other, shape, direction)
        if some(alive):
            step = shape.steps[direction]
            _, two, three, four, five, six, seven = by_free_cells(free, alive, step, shape.k)
            more = four | five | six | seven
            if most < 4:
                more = more ^ more
            if most < 3:
                three = three ^ three
            for _ in range(shape.k):
                planes = add(planes, more)
                planes = planes[:1] + add(planes[1:], three)
                planes = planes[:2] + add(planes[2:], two)
                more, three, two = more << step, three << step, two << step
    return planes


@kernel(forceinline=True)
def add_quadrupling(planes: Any, own: Board, other: Board, shape: Geometry) -> Any:
    """Add to each cell's number 1, 4, 16 for an open line with 4 (or more), 3, 2 free cells."""
    free = free_cells(own, other, shape)
    for direction in range(4):
        alive = open_lines(other, shape, direction)
        if some(alive):
            step = shape.steps[direction]
            _, two, three, four, five, six, seven = by_free_cells(free, alive, step, shape.k)
            more = four | five | six | seven
            for _ in range(shape.k):
                planes = add(planes, more)
                planes = planes[:2] + add(planes[2:], three)
                planes = planes[:4] + add(planes[4:], two)
                more, three, two = more << step, three << step, two << step
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
def breaker_holds(a: Board, d: Board, shape: Geometry, potential: int, most: int) -> bool:
    """Return whether the potential alone shows, with the attacker to move, that no line is ever completed.

    Cell by cell: a stone there doubles the lines through it, and the sum must stay under 1.
    """
    if potential >= UNIT:
        return False
    zero = a ^ a
    # 4, 2, 1 for a line with 2, 3, 4 free cells is an eighth of what it counts in the potential. Lines with more count
    # as with 4, which errs on the attacker's side; there are none with 1, or the attacker would complete it.
    shares = add_doubling((zero, zero, zero, zero, zero), a, d, shape, most)
    return potential + 8 * greatest(shares, free_cells(a, d, shape)) < UNIT


@kernel(forceinline=True)
def dominated(a: Board, d: Board, shape: Geometry) -> Board:
    """Return the free cells that others dominate; of several that dominate each other all but the lowest.

    The other cell lies in the direction of the only open lines through this one.
    """
    free = free_cells(a, d, shape)
    steps, k = shape.steps, shape.k
    row = open_lines(d, shape, 0) | open_lines(a, shape, 0)
    column = open_lines(d, shape, 1) | open_lines(a, shape, 1)
    down = open_lines(d, shape, 2) | open_lines(a, shape, 2)
    up = open_lines(d, shape, 3) | open_lines(a, shape, 3)
    on_row, on_column = spread(row, steps[0], k), spread(column, steps[1], k)
    on_down, on_up = spread(down, steps[2], k), spread(up, steps[3], k)
    found = a ^ a
    found = found | _dominated_along(row, free & on_row & ~(on_column | on_down | on_up), free, steps[0], k)
    found = found | _dominated_along(column, free & on_column & ~(on_row | on_down | on_up), free, steps[1], k)
    found = found | _dominated_along(down, free & on_down & ~(on_row | on_column | on_up), free, steps[2], k)
    return found | _dominated_along(up, free & on_up & ~(on_row | on_column | on_down), free, steps[3], k)


@kernel_part(forceinline=True)
def _dominated_along(lines: Board, only: Board, free: Board, step: Any, k: int) -> Board:
    """The dominated cells among `only`, whose open lines are all of this direction.

    All lines through c hold c + j*step unless one of the j lines that end at c, ..., c + (j-1)*step is open;
    they hold c - j*step unless one of the j that start at c, ..., c - (j-1)*step is.
    """
    found = only ^ only
    if not some(only):
        return found
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
        found = found | (behind & target_behind) | (ahead & target_ahead & ~mutual)
    return found
