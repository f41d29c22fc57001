"""The stack of the search, and its lists of moves: few moves, the most promising first.

A list is *whole* if every omitted move loses, or is on no line that either side can still complete.
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.search.finding import WIN
from noughts.search.line_shapes import FOURS, Ints
from noughts.search.patterns import DOUBLE, FOUR
from noughts.search.search_board import Board, U, class_in, first_ranked, next_ranked, promise, rank_after
from noughts.search.transposition_table import record

DEEPEST = 96  # plies
FEW = 26  # useful cells: up to this number all of them are listed
INFINITE = WIN + 1

_WIDTH = 14  # moves of a position; twice as many at the root
_CELL = 10  # bits
_FIRST = np.int64(1 << 30)
_STATE = record("where", "ply", "nodes", "side", "fours")
_FRAME = record("alpha", "beta", "floor", "best", "move", "depth", "whole", "forced", "count", "next", "mode")


class Tree(NamedTuple):
    """The stack of a search."""

    now: Any  # [0] the state of the loop, the ply, the nodes; the side to move, whether fours are searched
    frame: Any  # [ply] _FRAME
    moves: Ints  # [ply, i]
    order: Ints  # [ply, i] how promising each move is
    scores: Ints  # [i] the scores of the root's moves
    killers: Ints  # [ply, i]
    history: Ints  # [side, cell]
    value: Ints  # [cell] in the order of moves
    less: Ints  # [depth, i] by how much less depth the i-th move is tried


def new_tree(cells: int) -> Tree:
    """Return an empty stack for a board of `cells` cells."""
    return Tree(
        now=np.zeros(1, _STATE),
        frame=np.zeros(DEEPEST + 1, _FRAME),
        moves=np.zeros((DEEPEST + 1, cells), np.int64),
        order=np.zeros((DEEPEST + 1, cells), np.int64),
        scores=np.zeros(cells, np.int64),
        killers=np.full((DEEPEST + 1, 2), -1, np.int64),
        history=np.zeros((2, cells), np.int64),
        value=np.zeros(cells, np.int64),
        less=_reductions(cells),
    )


def _reductions(cells: int) -> Ints:
    """Return by how much less depth late moves are tried first: more for later moves, and far from the horizon."""
    less = np.zeros((DEEPEST + 1, cells + 1), np.int64)
    depth, i = np.arange(2, DEEPEST + 1)[:, None], np.arange(3, cells)
    less[2:, i] = np.minimum(depth - 1, np.rint(0.4 + np.log(depth) * np.log(i) / 2.6))
    return less


@kernel
def list_moves(b: Board, t: Tree, p: int, side: int, hint: int) -> None:
    """List the most promising cells; if at most FEW cells are useful to either side, list these."""
    frame, moves, order, value = t.frame[p], t.moves[p], t.order[p], t.value
    useful = _weigh(b, t, side)
    if hint >= 0 and value[hint]:
        value[hint] = _FIRST
    limit = FEW if useful <= FEW else _WIDTH if p else 2 * _WIDTH
    count: Any = 0
    least: Any = np.int64(0)
    if p:  # the moves of the position before are likely: with these first, few others come in
        for i in range(min(t.frame[p - 1].count, limit)):
            cell = t.moves[p - 1, i]
            if value[cell]:
                count = _insert(t, p, side, cell, count, limit)
                value[cell] = 0
        if count == limit:
            least = (order[limit - 1] >> _CELL) - 1
    for cell in range(len(value)):
        if value[cell] > least:
            count = _insert(t, p, side, cell, count, limit)
            if count == limit:
                least = (order[limit - 1] >> _CELL) - 1
    for i in range(count):
        moves[i], order[i] = ~order[i] & (1 << _CELL) - 1, order[i] >> _CELL
    frame.whole = useful <= limit
    frame.count = count
    for i in range(count):  # history and killers change the order only: the list depends on the position alone
        order[i] = INFINITE if moves[i] == hint else order[i] + t.history[side, moves[i]]
        if moves[i] == t.killers[p, 0] or moves[i] == t.killers[p, 1]:
            order[i] += 100


@kernel
def list_others(b: Board, t: Tree, p: int, side: int) -> None:
    """Append all other useful cells to a list: it is whole then. The best of the rest is picked before each move."""
    frame, moves, order, value = t.frame[p], t.moves[p], t.order[p], t.value
    _weigh(b, t, side)
    for i in range(frame.count):
        value[moves[i]] = 0
    for cell in range(len(value)):
        if value[U(cell)]:
            moves[frame.count], order[frame.count] = cell, value[U(cell)]
            frame.count += 1
    frame.whole = 1


@kernel_part
def _weigh(b: Board, t: Tree, side: int) -> Any:
    """Note how promising each free cell is; return how many are useful, those on a line that is open to a side."""
    useful = 0
    for cell in range(len(t.value)):
        worth = np.int64(0) if b.stone[U(cell)] else promise(b, side, cell)
        t.value[U(cell)] = worth
        useful += worth != 0
    return useful


@kernel_part
def _insert(t: Tree, p: int, side: int, cell: int, count: int, limit: int) -> Any:
    """Insert a cell into the sorted list, if it is one of the best; return the number of moves.

    Until the list is complete its `order` holds the value of a move and, for equal ones, its cell.
    """
    worth, order = t.value[U(cell)], t.order[U(p)]
    if p == 0:  # here the history marks the opponent's run of fours
        worth += t.history[side, cell]
    key = worth << _CELL | ((1 << _CELL) - 1 - cell)
    if count < limit:
        place = count
        count += 1
    elif key > order[U(limit - 1)]:
        place = limit - 1
    else:
        return count
    while place > 0 and key > order[U(place - 1)]:
        order[U(place)] = order[U(place - 1)]
        place -= 1
    order[U(place)] = key
    return count


@kernel
def list_defences(b: Board, t: Tree, p: int, side: int, hint: int) -> None:
    """List the moves that leave the other side no double four, and those that make a four: no other move helps.

    What prevents a double lies on a line of its fours, within reach, so only the cells around the first one are tried.
    """
    other, frame, moves, count = 1 - side, t.frame[p], t.moves[p], 0
    double = first_ranked(b, other, DOUBLE)
    frame.whole = 1
    for direction in range(4):
        place = 4 * double + direction
        if class_in(b, other, double, direction) < FOURS:
            continue
        for far in range(-b.far[2 * place], b.far[2 * place + 1] + 1):
            cell = double + far * b.strides[direction]
            if b.stone[cell] == 0 and b.rank[side, cell] < FOUR:
                count = _append(b, t, p, side, count, cell, hint, 0)
    while double >= 0:
        kept = 0
        for i in range(count):
            if moves[i] == double or rank_after(b, other, double, moves[i]) < DOUBLE:
                moves[kept], t.order[p, kept] = moves[i], t.order[p, i]
                kept += 1
        count = kept
        double = next_ranked(b, other, DOUBLE, double)
    cell = first_ranked(b, side, FOUR)
    while cell >= 0:
        count = _append(b, t, p, side, count, cell, hint, 500)
        cell = next_ranked(b, side, FOUR, cell)
    frame.count = count


@kernel_part(forceinline=True)
def _append(b: Board, t: Tree, p: int, side: int, count: int, cell: int, hint: int, less: int) -> Any:
    """Append a move to a list, if it is not there; return the number of moves."""
    for i in range(count):
        if t.moves[p, i] == cell:
            return count
    value = promise(b, side, cell) - less
    t.moves[p, count] = cell
    t.order[p, count] = INFINITE if cell == hint else value
    return count + 1
