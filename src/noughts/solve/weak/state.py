"""One position of the weak game, as the lines that Maker can still complete.

A line with one of Breaker's stones is dead. A position is its live lines, by the number of Maker's stones on them, with
their cells; every other cell is irrelevant:

    level[at, 0]   the live lines without a stone       empty[at]   the free cells on live lines
    level[at, 1]   the live lines with one stone        maker[at]   Maker's stones on live lines
    ...

A stone of Maker lifts the lines through its cell by one level, a stone of Breaker removes them. A potential is a
weighted number of lines: with weight 2^j for level j it is that of Erdős and Selfridge (1973), in units of 2^-k.
"""

import numpy as np

from noughts.jit.compiler import kernel_part
from noughts.solve.weak.bits import ONE, Word, bit, ctz, msb, popcount
from noughts.solve.weak.lines import Ints, LineTable, Words

NONE = np.uint64(0)

# Reductions that can be switched off, to measure what each gains.
TWINS, FREE = 2, 4


@kernel_part(forceinline=True)
def maker_plays(table: LineTable, level: Words, at: int, to: int, cell: int) -> None:
    """Write the lines of `at` to `to` with Maker's stone on the cell."""
    through0, through1 = table.through[0, cell], table.through[1, cell]
    lifted0, lifted1 = NONE, NONE
    for j in range(table.size[0] + 1):
        here0, here1 = level[at, j, 0], level[at, j, 1]
        level[to, j, 0] = (here0 & ~through0) | lifted0
        level[to, j, 1] = (here1 & ~through1) | lifted1
        lifted0, lifted1 = here0 & through0, here1 & through1


@kernel_part(forceinline=True)
def lines_die(table: LineTable, level: Words, at: int, to: int, dead0: Word, dead1: Word) -> None:
    """Write the lines of `at` to `to` without the dead ones."""
    for j in range(table.size[0] + 1):
        level[to, j, 0] = level[at, j, 0] & ~dead0
        level[to, j, 1] = level[at, j, 1] & ~dead1


@kernel_part(forceinline=True)
def live_lines(table: LineTable, level: Words, at: int) -> tuple[Word, Word]:
    """Return the set of live lines."""
    live0, live1 = NONE, NONE
    for j in range(table.size[0] + 1):
        live0 |= level[at, j, 0]
        live1 |= level[at, j, 1]
    return live0, live1


@kernel_part(forceinline=True)
def potential(table: LineTable, level: Words, at: int) -> int:
    """Return the potential of Erdős and Selfridge in units of 2^-k."""
    total = 0
    for j in range(table.size[0] + 1):
        total += (popcount(level[at, j, 0]) + popcount(level[at, j, 1])) << j
    return total


@kernel_part(forceinline=True)
def shares(table: LineTable, level: Words, at: int, share: Ints) -> None:
    """Write every cell's share of the potential: the sum over the lines through it.

    The compiler makes vector instructions of the inner loop.
    """
    for cell in range(64):
        share[cell] = 0
    for j in range(table.size[0]):
        here0, here1 = level[at, j, 0], level[at, j, 1]
        if here0 | here1:
            for cell in range(64):
                lines = popcount(table.through[0, cell] & here0) + popcount(table.through[1, cell] & here1)
                share[cell] += lines << j


@kernel_part(forceinline=True)
def weigh(table: LineTable, level: Words, at: int, weight: Ints, share: Ints) -> None:
    """Write every cell's share of another potential: the sum of `weight[j]` over its lines with j stones."""
    for cell in range(64):
        share[cell] = 0
    for j in range(table.size[0]):
        here0, here1 = level[at, j, 0], level[at, j, 1]
        if here0 | here1:
            for cell in range(64):
                lines = popcount(table.through[0, cell] & here0) + popcount(table.through[1, cell] & here1)
                share[cell] += weight[j] * lines


@kernel_part(forceinline=True)
def residue(table: LineTable, level: Words, at: int, j: int, empty: Word) -> Word:
    """Return the free cells of the lines on level j."""
    found = NONE
    for half in range(2):
        lines = level[at, j, half]
        while lines:
            found |= table.cells[64 * half + ctz(lines)]
            lines &= lines - ONE
    return found & empty


@kernel_part(forceinline=True)
def _note(swaps: Words, a: int, b: int) -> None:
    swaps[0] += ONE
    swaps[swaps[0]] = Word(a | b << 8)


@kernel_part
def simplify(
    table: LineTable, level: Words, empty: Words, maker: Words, swaps: Words, at: int, on: int
) -> tuple[Word, Word]:
    """Remove what is irrelevant in a position with Maker to move; return (cells paired off, cells forced).

    Each removal is an exchange: Maker gets a cell a, Breaker a cell b whose lines all go through a. `swaps` receives
    their number, then each as a | b << 8.

    TWINS: Breaker can always get one of two cells on exactly the same lines, so these lines are dead. FREE: if a line
    has two free cells, and one of them is on no other line, Maker takes the other one: Breaker must answer, and his
    answer prevents no other line.
    """
    paired, forced = NONE, NONE
    swaps[0] = NONE
    changed = True
    while changed:
        changed = False
        live0, live1 = live_lines(table, level, at)
        used = NONE
        rest = empty[at]
        while rest:
            cell = ctz(rest)
            rest &= rest - ONE
            lines0, lines1 = table.through[0, cell] & live0, table.through[1, cell] & live1
            if not lines0 | lines1:
                continue
            used |= bit(cell)
            low = ctz(lines0) if lines0 else 64 + ctz(lines1)
            high = 64 + msb(lines1) if lines1 else msb(lines0)
            if table.way[low] != table.way[high]:
                continue
            # Its lines have one direction, so the cells on the first and the last one are on all.
            others = table.cells[low] & table.cells[high] & empty[at] & ~bit(cell)
            if on & TWINS:
                look = others
                while look:
                    twin = ctz(look)
                    look &= look - ONE
                    if table.through[0, twin] & live0 == lines0 and table.through[1, twin] & live1 == lines1:
                        lines_die(table, level, at, at, lines0, lines1)
                        paired |= bit(cell) | bit(twin)
                        _note(swaps, cell, twin)
                        empty[at] &= ~paired
                        changed = True
                        break
                if changed:
                    break
            if on & FREE and low == high and popcount(others) == 1:
                lines_die(table, level, at, at, lines0, lines1)
                maker_plays(table, level, at, at, ctz(others))
                maker[at] |= others
                forced |= bit(cell) | others
                _note(swaps, ctz(others), cell)
                empty[at] &= ~forced
                changed = True
                break
        if not changed:
            empty[at] = used
    live0, live1 = live_lines(table, level, at)
    rest = maker[at]
    while rest:
        cell = ctz(rest)
        rest &= rest - ONE
        if not (table.through[0, cell] & live0) | (table.through[1, cell] & live1):
            maker[at] &= ~bit(cell)
    return paired, forced


@kernel_part(forceinline=True)
def best(score: Ints, cells: Word) -> int:
    """Return the cell with the highest score."""
    found = ctz(cells)
    cells &= cells - ONE
    while cells:
        cell = ctz(cells)
        cells &= cells - ONE
        if score[cell] > score[found]:
            found = cell
    return found
