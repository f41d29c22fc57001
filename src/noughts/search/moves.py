"""The stack of the search, and its lists of moves: few moves, the most promising first.

A list is *whole* if every omitted move loses, or is on no line that either side can still complete.
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.search.counters import ADD, REMOVE, Counters, Ints, first_double, put, record
from noughts.search.table import WIN

DEEPEST = 96  # plies
_WIDEST = 64  # moves of one position
FEW = 26  # at most so many useful cells: all of them are listed
INFINITE = WIN + 1

_STATE = record("where", "ply", "nodes", "side", "width", "fours")
_FRAME = record("alpha", "beta", "floor", "best", "move", "depth", "whole", "forced", "count", "next", "mode")


class Tree(NamedTuple):
    """The stack of a search."""

    now: Any  # [0] the state of the loop, the ply, the nodes; the side to move, the width, whether fours are searched
    frame: Any  # [ply] _FRAME
    moves: Ints  # [ply, i]
    order: Ints  # [ply, i] how promising each move is
    scores: Ints  # [i] the scores of the root's moves
    killers: Ints  # [ply, i]
    history: Ints  # [side, cell]


def new_tree(cells: int) -> Tree:
    """Return an empty stack for a board of so many cells."""
    return Tree(
        now=np.zeros(1, _STATE),
        frame=np.zeros(DEEPEST + 1, _FRAME),
        moves=np.zeros((DEEPEST + 1, _WIDEST), np.int64),
        order=np.zeros((DEEPEST + 1, _WIDEST), np.int64),
        scores=np.zeros(_WIDEST, np.int64),
        killers=np.full((DEEPEST + 1, 2), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
    )


@kernel
def list_moves(c: Counters, t: Tree, p: int, side: int, hint: int) -> None:
    """List the most promising cells; if at most FEW cells are useful to either side, list these."""
    gain, stone, other, width = c.gain, c.stone, 1 - side, t.now[0].width
    frame, moves, order = t.frame[p], t.moves[p], t.order[p]
    useful = 0
    for cell in range(len(stone)):
        useful += stone[cell] == 0 and gain[cell, 0] + gain[cell, 1] > 0
    limit = FEW if useful <= FEW else width if p else 2 * width
    count = 0
    for cell in range(len(stone)):
        own, theirs = gain[cell, side], gain[cell, other]
        if stone[cell] == 0 and own + theirs > 0:
            value = 2 * own + theirs + (own >> 1)
            if p == 0:  # here the history marks the opponent's run of fours
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
    for i in range(frame.count):  # history and killers change the order only: the list depends on the position alone
        order[i] += t.history[side, moves[i]]
        if moves[i] == t.killers[p, 0] or moves[i] == t.killers[p, 1]:
            order[i] += 100


@kernel
def list_defences(c: Counters, t: Tree, p: int, side: int, hint: int) -> None:
    """List the moves that leave the other side no double four, and those that make a four: no other move helps.

    A double four is two lines of two free cells that share one: one of these three cells must be taken. Only the cells
    of one double four are tried.
    """
    other, frame = 1 - side, t.frame[p]
    double, count = first_double(c, other), 0
    frame.whole = 1
    for cell in range(len(c.stone)):
        if c.stone[cell] == 0:
            makes_four = c.threat[side, cell].fours > 0
            helps = makes_four
            if not makes_four and (cell == double or _answers(c, other, double, cell)):
                put(c, side, cell, ADD)
                helps = c.sums[other].doubles == 0
                put(c, side, cell, REMOVE)
            if helps and count == _WIDEST:
                frame.whole = 0
            elif helps:
                value = 2 * c.gain[cell, side] + c.gain[cell, other] - (500 if makes_four else 0)
                t.moves[p, count] = cell
                t.order[p, count] = INFINITE if cell == hint else value
                count += 1
    frame.count = count


@kernel_part
def _answers(c: Counters, side: int, double: int, cell: int) -> Any:
    """Return whether the cell is the other free one of a line on which the double makes a four."""
    lines, i = c.through[double], 0
    while lines[i] >= 0:
        line = lines[i]
        if c.held[line, side] == c.k - 2 and c.held[line, 1 - side] == 0 and c.line[line].rest - double == cell:
            return True
        i += 1
    return False
