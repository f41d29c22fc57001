"""The stack of a search, and the lists of moves that stand in it: few moves, the most promising first.

A list is *whole* where every move left out loses, or is of no use to anyone.
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import njit
from noughts.search.counters import DOUBLES, MAKES, REST, Counters, Ints, first_double, put
from noughts.search.table import SEEN, WIN

ENTER, NEXT, LEFT, DONE = 0, 1, 2, 3  # where the machine stands
WHERE, PLY, NODES, SIDE, WIDTH, FOURS_ON = 0, 1, 2, 3, 4, 5  # what `now` holds

DEEPEST = 96  # plies
WIDEST = 64  # moves of one position
FEW = 26  # so many moves are all looked at
BEYOND = -6  # how far threats are followed when the depth is spent
INFINITE = WIN + 1
FAR = SEEN - 20_000  # no worth is as much as a win that has been seen
FULL, NARROW, REDUCED = 0, 1, 2  # how a move is being tried

FRAME = np.dtype(
    [
        (name, np.int64)
        for name in ("alpha", "beta", "floor", "best", "move", "depth", "whole", "forced", "count", "next", "mode")
    ]
)


class Tree(NamedTuple):
    """The stack of a search."""

    now: Ints
    frame: Any
    moves: Ints  # [ply, i]
    order: Ints  # [ply, i] what the moves promise
    scores: Ints  # [i] what the root's moves have come to
    killers: Ints  # [ply, i]
    history: Ints  # [side, cell]


def new_tree(cells: int) -> Tree:
    """Return an empty stack for a board of so many cells."""
    return Tree(
        now=np.zeros(8, np.int64),
        frame=np.zeros(DEEPEST + 1, FRAME),
        moves=np.zeros((DEEPEST + 1, WIDEST), np.int64),
        order=np.zeros((DEEPEST + 1, WIDEST), np.int64),
        scores=np.zeros(WIDEST, np.int64),
        killers=np.full((DEEPEST + 1, 2), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
    )


@njit(nogil=True)
def list_moves(c: Counters, t: Tree, p: int, side: int, hint: int) -> None:
    """List the most promising cells; all that are of use to anyone where those are few."""
    promise, stone, other = c.promise, c.stone, 1 - side
    frame, moves, order = t.frame[p], t.moves[p], t.order[p]
    useful = 0
    for cell in range(c.size[1]):
        useful += stone[cell] == 0 and promise[cell, 0] + promise[cell, 1] > 0
    limit = FEW if useful <= FEW else t.now[WIDTH] if p else 2 * t.now[WIDTH]
    count = 0
    for cell in range(c.size[1]):
        own, theirs = promise[cell, side], promise[cell, other]
        if stone[cell] == 0 and own + theirs > 0:
            value = 2 * own + theirs + (own >> 1)
            if p == 0:  # where their run of fours must be minded
                value += t.history[side, cell]
            if cell == hint:
                value = INFINITE
            at = min(count, limit - 1)
            if count < limit or value > order[at]:
                while at > 0 and value > order[at - 1]:
                    moves[at], order[at] = moves[at - 1], order[at - 1]
                    at -= 1
                moves[at], order[at] = cell, value
            count += 1
    frame.whole = count <= limit
    frame.count = min(count, limit)
    for i in range(frame.count):  # what has cut before changes the order, not the list: that is the position's own
        order[i] += t.history[side, moves[i]]
        if moves[i] == t.killers[p, 0] or moves[i] == t.killers[p, 1]:
            order[i] += 100


@njit(nogil=True)
def list_defences(c: Counters, t: Tree, p: int, side: int, hint: int) -> None:
    """List the moves that leave the other side no double four, and those that make a four; no other can help.

    A double is two lines of two free cells that share one: to be rid of it takes one of these three cells, and those of
    one double are enough to look at.
    """
    other, frame = 1 - side, t.frame[p]
    double, count = first_double(c, other), 0
    frame.whole = 1
    for cell in range(c.size[1]):
        if c.stone[cell] == 0:
            makes_four = c.threat[side, cell, MAKES] > 0
            helps = makes_four
            if not makes_four and (cell == double or _answers(c, other, double, cell)):
                put(c, side, cell, 1)
                helps = c.sums[other, DOUBLES] == 0
                put(c, side, cell, -1)
            if helps and count == WIDEST:
                frame.whole = 0
            elif helps:
                t.moves[p, count] = cell
                value = 2 * c.promise[cell, side] + c.promise[cell, other] - (500 if makes_four else 0)
                t.order[p, count] = INFINITE if cell == hint else value
                count += 1
    frame.count = count


@njit(nogil=True)
def _answers(c: Counters, side: int, double: int, cell: int) -> Any:
    """Return whether the cell is the other free one of a line on which the double makes a four."""
    k = c.size[0]
    lines, i = c.through[double], 0
    while lines[i] >= 0:
        line = lines[i]
        if c.line[line, side] == k - 2 and c.line[line, 1 - side] == 0 and c.line[line, REST] - double == cell:
            return True
        i += 1
    return False
