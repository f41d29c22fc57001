"""Breaker holds by pairs, and by the potential of what the pairs leave: a bounded search.

Breaker picks disjoint pairs of free cells and answers each cell with its partner, so a line that holds a pair is
dead. Every other line keeps its cells outside all pairs. If the potential of these is low enough, Breaker holds there
too: he answers a move outside the pairs with a move outside the pairs. Without a pair this is the theorem of Erdős
and Selfridge (1973); without a line that is left it is a pairing strategy (Hales and Jewett 1963).

A pair gives Maker both cells, but the lines through both are dead:

    level[at]           level[at + 1]            pairs[at] = {a, b}
    a b . . .    ->     dead
    a . . . .    ->     one level up

The search takes the line with the fewest free cells (of equal lines the most contested one) and tries its best pairs:
those that leave the lowest potential. The number of steps is limited, so a "no" proves nothing. A long search ends
early where no state comes near the potential that Breaker can bear: few of these find pairs later.
"""

from noughts.jit.compiler import kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell, cell_of, column, count, has, load, none, rest_of, some
from noughts.solve.weak.line_table import Ints, LineTable
from noughts.solve.weak.plain_position import BRANCHES, HOPELESS
from noughts.solve.weak.state import line_cells, lines_die, live_lines, maker_plays, potential, shares

_SOON, _LATER = 40, 100  # steps after which the search ends, if no state had less than `_FAR` or `_NEAR` quarters of it
_FAR, _NEAR = 9, 8


@kernel_part
def holds_by_pairs(
    table: LineTable,
    level: Words,
    at: int,
    free: Board,
    steps: int,
    pairs: Ints,
    queue: Ints,
    share: Ints,
) -> tuple[int, Board]:
    """Search for pairs that hold with Maker to move; return their number and the zone, or -1 and no cells.

    `pairs[:count]` are the pairs, as in the table. The levels beyond `at`, `queue` and `share` are memory of the
    search: `queue[depth]` has the number of pairs that are left to try, then these pairs.
    """
    k = table.size[0]
    bound, all_free = 1 << k, free
    depth, left = 0, -1
    least, soon, later = HOPELESS * bound, steps - _SOON, steps - _LATER
    while True:
        here = at + depth
        if left < 0:  # a new state
            left = 0
            steps -= 1
            total = potential(table, level, here)
            if total < HOPELESS * bound and not some(load(level, (here, k - 1), table.no_lines)):
                least = min(least, total)
                shares(table, level, here, share[0])
                if total < bound and total + most_of(free, share[0]) < bound:
                    return depth, (line_cells(table, live_lines(table, level, here)) & free) | (all_free ^ free)
                if (steps <= soon and 4 * least > _FAR * bound) or (steps <= later and 4 * least > _NEAR * bound):
                    return -1, none(free)
                if steps > 0:
                    left = _branch(table, level, here, free, queue[depth], share)
        else:
            left = queue[depth, 0]
        if left == 0:
            if depth == 0:
                return -1, none(free)
            depth -= 1
            a, b = pairs[depth] & 255, pairs[depth] >> 8
            free |= cell(a, free) | cell(b, free)
            continue
        queue[depth, 0] = left - 1
        pair = queue[depth, left]
        pairs[depth] = pair
        a, b = pair & 255, pair >> 8
        free &= ~(cell(a, free) | cell(b, free))
        dead = column(table.through, a, table.no_lines) & column(table.through, b, table.no_lines)
        lines_die(table, level, here, here + 1, dead)
        maker_plays(table, level, here + 1, here + 1, a)
        maker_plays(table, level, here + 1, here + 1, b)
        depth += 1
        left = -1


@kernel_part(forceinline=True)
def most_of(free: Board, share: Ints) -> int:
    """Return the greatest share of a free cell."""
    most = 0
    while some(free):
        most = max(most, share[cell_of(free)])
        free = rest_of(free)
    return most


@kernel_part(forceinline=True)
def _tightest(table: LineTable, level: Words, at: int, free: Board, share: Ints) -> int:
    """Return the line with the fewest free cells; of equal lines the one with the greatest sum of shares."""
    j = table.size[0] - 2
    lines = load(level, (at, j), table.no_lines)
    while not some(lines):
        j -= 1
        lines = load(level, (at, j), lines)
    tightest, most = 0, -1
    while some(lines):
        line = cell_of(lines)
        lines = rest_of(lines)
        cells = load(table.cells, line, free) & free
        contest = 0
        while some(cells):
            contest += share[cell_of(cells)]
            cells = rest_of(cells)
        if contest > most:
            tightest, most = line, contest
    return tightest


@kernel_part(forceinline=True)
def _branch(table: LineTable, level: Words, at: int, free: Board, queue: Ints, share: Ints) -> int:
    """Queue the best pairs of the tightest line, the best last; return how many."""
    k, width = table.size[0], table.pairs.shape[1]
    line = _tightest(table, level, at, free, share[0])
    both, score = share[1], share[2]  # of each pair: the potential of the lines through both, and its score
    for i in range(width):
        both[i] = 0
    for j in range(k - 1):
        here = load(level, (at, j), table.no_lines)
        for i in range(width):
            both[i] += count(column(table.both, (line, i), here) & here) << j
    nearly = load(level, (at, k - 2), table.no_lines)
    number = 0
    for i in range(width):
        pair = table.pairs[line, i]
        a, b = pair & 255, pair >> 8
        if pair < 0 or not (has(free, a) and has(free, b)):
            continue
        if some(nearly & (column(table.through, a, nearly) ^ column(table.through, b, nearly))):
            continue  # another line would have only one cell left
        worth = 3 * both[i] - share[0, a] - share[0, b]
        if number == BRANCHES:
            if worth <= score[1]:
                continue
            place = 1
            while place < number and score[place + 1] < worth:
                score[place], queue[place] = score[place + 1], queue[place + 1]
                place += 1
        else:
            number += 1
            place = number
            while place > 1 and score[place - 1] >= worth:
                score[place], queue[place] = score[place - 1], queue[place - 1]
                place -= 1
        score[place], queue[place] = worth, pair
    return number
