"""One position of the weak game, as the lines that Maker can still complete.

A line with one of Breaker's stones is dead. A position is its live lines, by the number of Maker's stones on them, with
their cells; every other cell is irrelevant:

    level[at, 0]   the live lines without a stone       empty[at]   the free cells on live lines
    level[at, 1]   the live lines with one stone        maker[at]   Maker's stones on live lines
    ...

A stone of Maker lifts the lines through its cell by one level, a stone of Breaker removes them. A potential is a
weighted number of lines: with weight 2^j for level j it is that of Erdős and Selfridge (1973), in units of 2^-k.
"""

from noughts.jit.compiler import kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell, cell_of, column, count, highest_cell, load, none, rest_of, some, store
from noughts.solve.weak.line_table import Ints, LineTable


@kernel_part(forceinline=True)
def maker_plays(table: LineTable, level: Words, at: int, to: int, cell: int) -> None:
    """Write the lines of `at` to `to` with Maker's stone on the cell."""
    through = column(table.through, cell, table.no_lines)
    lifted = none(through)
    for j in range(table.size[0] + 1):
        here = load(level, (at, j), through)
        store(level, (to, j), (here & ~through) | lifted)
        lifted = here & through


@kernel_part(forceinline=True)
def lines_die(table: LineTable, level: Words, at: int, to: int, dead: Board) -> None:
    """Write the lines of `at` to `to` without the dead ones."""
    for j in range(table.size[0] + 1):
        store(level, (to, j), load(level, (at, j), dead) & ~dead)


@kernel_part(forceinline=True)
def live_lines(table: LineTable, level: Words, at: int) -> Board:
    """Return the set of live lines."""
    live = none(table.no_lines)
    for j in range(table.size[0] + 1):
        live |= load(level, (at, j), live)
    return live


@kernel_part(forceinline=True)
def potential(table: LineTable, level: Words, at: int) -> int:
    """Return the potential of Erdős and Selfridge in units of 2^-k."""
    total = 0
    for j in range(table.size[0] + 1):
        total += count(load(level, (at, j), table.no_lines)) << j
    return total


@kernel_part(forceinline=True)
def shares(table: LineTable, level: Words, at: int, share: Ints) -> None:
    """Write every cell's share of the potential: the sum over the lines through it.

    The compiler makes vector instructions of the inner loop.
    """
    cells = table.through.shape[1]
    for c in range(cells):
        share[c] = 0
    for j in range(table.size[0]):
        here = load(level, (at, j), table.no_lines)
        if some(here):
            for c in range(cells):
                share[c] += count(column(table.through, c, here) & here) << j


@kernel_part(forceinline=True)
def weigh(table: LineTable, level: Words, at: int, weight: Ints, share: Ints) -> None:
    """Write every cell's share of another potential: the sum of `weight[j]` over its lines with j stones."""
    cells = table.through.shape[1]
    for c in range(cells):
        share[c] = 0
    for j in range(table.size[0]):
        here = load(level, (at, j), table.no_lines)
        if some(here):
            for c in range(cells):
                share[c] += weight[j] * count(column(table.through, c, here) & here)


@kernel_part(forceinline=True)
def line_cells(table: LineTable, lines: Board) -> Board:
    """Return the cells of some lines."""
    union = none(table.no_cells)
    while some(lines):
        union |= load(table.cells, cell_of(lines), union)
        lines = rest_of(lines)
    return union


@kernel_part(forceinline=True)
def _note(swaps: Ints, a: int, b: int) -> None:
    swaps[0] += 1
    swaps[swaps[0]] = a | b << 8


@kernel_part
def simplify(
    table: LineTable, level: Words, empty: Words, maker: Words, swaps: Ints, at: int, removes: bool
) -> tuple[Board, Board]:
    """Remove what is irrelevant in a position with Maker to move; return (cells paired off, cells forced).

    Without `removes` only dead cells and stones go. Each removal is an exchange: Maker gets a cell a, Breaker a cell b
    whose lines all go through a. `swaps` receives their number, then each as a | b << 8.

    Twins: Breaker can always get one of two cells on exactly the same lines, so these lines are dead. And if a line has
    two free cells, and one of them is on no other line, Maker takes the other one: Breaker must answer, and his
    answer prevents no other line.
    """
    free = load(empty, at, table.no_cells)
    paired = forced = used = none(free)
    swaps[0] = 0
    changed = True
    while changed:
        changed = False
        live = live_lines(table, level, at)
        used = none(free)
        rest = free
        while some(rest):
            here = cell_of(rest)
            rest = rest_of(rest)
            lines = column(table.through, here, live) & live
            if not some(lines):
                continue
            alone = cell(here, free)
            used |= alone
            low, high = cell_of(lines), highest_cell(lines)
            if table.way[low] != table.way[high]:
                continue
            # Its lines have one direction, so the cells on the first and the last one are on all.
            others = load(table.cells, low, free) & load(table.cells, high, free) & free & ~alone
            if removes:
                look = others
                while some(look):
                    twin = cell_of(look)
                    look = rest_of(look)
                    if column(table.through, twin, live) & live == lines:
                        lines_die(table, level, at, at, lines)
                        paired |= alone | cell(twin, free)
                        _note(swaps, here, twin)
                        free &= ~paired
                        changed = True
                        break
                if changed:
                    break
            if removes and low == high and count(others) == 1:
                lines_die(table, level, at, at, lines)
                maker_plays(table, level, at, at, cell_of(others))
                store(maker, at, load(maker, at, free) | others)
                forced |= alone | others
                _note(swaps, cell_of(others), here)
                free &= ~forced
                changed = True
                break
    store(empty, at, used)
    live = live_lines(table, level, at)
    stones = load(maker, at, free)
    rest = stones
    while some(rest):
        here = cell_of(rest)
        rest = rest_of(rest)
        if not some(column(table.through, here, live) & live):
            stones &= ~cell(here, free)
    store(maker, at, stones)
    return paired, forced


@kernel_part(forceinline=True)
def common_cells(table: LineTable, live: Board, here: int) -> Board:
    """Return the cells on all live lines through a cell, if these lines have one direction; else no cells."""
    lines = column(table.through, here, live) & live
    low, high = cell_of(lines), highest_cell(lines)
    if table.way[low] != table.way[high]:
        return none(table.no_cells)
    return load(table.cells, low, table.no_cells) & load(table.cells, high, table.no_cells)


@kernel_part(forceinline=True)
def dominated(table: LineTable, level: Words, at: int, empty: Board) -> Board:
    """Return the free cells whose live lines all go through another free cell; of equal cells one is left out."""
    live = live_lines(table, level, at)
    left_out, rest = none(empty), empty
    while some(rest):
        here = cell(cell_of(rest), rest)
        if some(common_cells(table, live, cell_of(rest)) & empty & ~here & ~left_out):
            left_out |= here
        rest = rest_of(rest)
    return left_out


@kernel_part(forceinline=True)
def best(score: Ints, cells: Board) -> int:
    """Return the cell with the highest score."""
    highest: int = cell_of(cells)
    cells = rest_of(cells)
    while some(cells):
        here = cell_of(cells)
        cells = rest_of(cells)
        if score[here] > score[highest]:
            highest = here
    return highest
