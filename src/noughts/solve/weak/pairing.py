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
those that leave the lowest potential. The number of steps is limited, so a "no" proves nothing.
"""

import numpy as np

from noughts.jit.compiler import kernel_part
from noughts.solve.weak.bits import ONE, Word, ctz, number, popcount
from noughts.solve.weak.lines import Ints, LineTable, Words
from noughts.solve.weak.state import NONE, lines_die, live_lines, maker_plays, potential, shares

BRANCHES = 2  # pairs of a line that are tried
_HOPELESS = 6  # times the potential that Breaker can bear


@kernel_part
def holds_by_pairs(
    table: LineTable,
    level: Words,
    at: int,
    free: Word,
    steps: int,
    pairs: Words,
    queue: Words,
    share: Ints,
) -> tuple[int, Word]:
    """Search for pairs that hold with Maker to move; return their number and the zone, or (-1, 0).

    `pairs[:count]` are the pairs, two bits each. The levels beyond `at`, `queue` and `share` are memory of the search:
    `queue[depth]` has the number of pairs that are left to try, then these pairs.
    """
    k = table.size[0]
    bound, all_free = 1 << k, free
    depth, left = 0, -1
    while True:
        here = at + depth
        if left < 0:  # a new state
            left = 0
            steps -= 1
            total = potential(table, level, here)
            if total < _HOPELESS * bound and not level[here, k - 1, 0] | level[here, k - 1, 1]:
                shares(table, level, here, share[0])
                if total < bound and total + _most(free, share[0]) < bound:
                    return depth, (_cells_of(table, level, here) & free) | (all_free ^ free)
                if steps > 0:
                    left = _branch(table, level, here, free, queue[depth], share)
        else:
            left = number(queue[depth, 0])
        if left == 0:
            if depth == 0:
                return -1, NONE
            depth -= 1
            free |= pairs[depth]
            continue
        queue[depth, 0] = np.uint64(left - 1)
        pair = queue[depth, left]
        pairs[depth] = pair
        free &= ~pair
        a, b = ctz(pair), ctz(pair & (pair - ONE))
        dead0 = table.through[0, a] & table.through[0, b]
        dead1 = table.through[1, a] & table.through[1, b]
        lines_die(table, level, here, here + 1, dead0, dead1)
        maker_plays(table, level, here + 1, here + 1, a)
        maker_plays(table, level, here + 1, here + 1, b)
        depth += 1
        left = -1


@kernel_part(forceinline=True)
def _cells_of(table: LineTable, level: Words, at: int) -> Word:
    """Return the cells of the live lines."""
    found = NONE
    for half in range(2):
        lines = live_lines(table, level, at)[half]
        while lines:
            found |= table.cells[64 * half + ctz(lines)]
            lines &= lines - ONE
    return found


@kernel_part(forceinline=True)
def _most(free: Word, share: Ints) -> int:
    """Return the greatest share of a free cell."""
    most = 0
    while free:
        most = max(most, share[ctz(free)])
        free &= free - ONE
    return most


@kernel_part(forceinline=True)
def _tightest(table: LineTable, level: Words, at: int, free: Word, share: Ints) -> int:
    """Return the line with the fewest free cells; of equal lines the one with the greatest sum of shares."""
    j = table.size[0] - 2
    while not level[at, j, 0] | level[at, j, 1]:
        j -= 1
    found, most = 0, -1
    for half in range(2):
        lines = level[at, j, half]
        while lines:
            line = 64 * half + ctz(lines)
            lines &= lines - ONE
            cells = table.cells[line] & free
            contest = 0
            while cells:
                contest += share[ctz(cells)]
                cells &= cells - ONE
            if contest > most:
                found, most = line, contest
    return found


@kernel_part(forceinline=True)
def _branch(table: LineTable, level: Words, at: int, free: Word, queue: Words, share: Ints) -> int:
    """Queue the best pairs of the tightest line, the best last; return how many."""
    k, width = table.size[0], table.pairs.shape[2]
    line = _tightest(table, level, at, free, share[0])
    both, score = share[1], share[2]  # of each pair: the potential of the lines through both, and its score
    for i in range(width):
        both[i] = 0
    for j in range(k - 1):
        here0, here1 = level[at, j, 0], level[at, j, 1]
        for i in range(width):
            lines = popcount(table.pairs[1, line, i] & here0) + popcount(table.pairs[2, line, i] & here1)
            both[i] += lines << j
    count = 0
    for i in range(width):
        pair = table.pairs[0, line, i]
        if pair & ~free or not pair:
            continue
        a, b = ctz(pair), ctz(pair & (pair - ONE))
        if (level[at, k - 2, 0] & (table.through[0, a] ^ table.through[0, b])) | (
            level[at, k - 2, 1] & (table.through[1, a] ^ table.through[1, b])
        ):
            continue  # another line would have only one cell left
        worth = 3 * both[i] - share[0, a] - share[0, b]
        if count == BRANCHES:
            if worth <= score[1]:
                continue
            place = 1
            while place < count and score[place + 1] < worth:
                score[place], queue[place] = score[place + 1], queue[place + 1]
                place += 1
        else:
            count += 1
            place = count
            while place > 1 and score[place - 1] >= worth:
                score[place], queue[place] = score[place - 1], queue[place - 1]
                place -= 1
        score[place], queue[place] = worth, pair
    return count
