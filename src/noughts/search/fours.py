"""Wins by fours: each move of the attacker makes a four, so the defender has one answer, until two fours stand.

    . . . X .        four in a row, X to move: b1 makes a four (b1, b3, b4), and O must answer on b2;
    . . . . O        then c1 makes a four with b1 and d1, which two cells complete: a1 and e1
    O X . . .
    O X . . .

This is the space of threats of the highest kind (Allis, van den Herik and Huntjens, "Go-Moku and threat-space
search", 1993): the tree has no choice for the defender, so it is searched to the end, and a win found is a proof.
The defender's own fours count: an answer that makes one must itself be answered, by a four or not at all.

>>> from noughts.core.game import Game
>>> from noughts.core.notation import parse_position
>>> from noughts.search.counters import counters_of
>>> game, fours = Game(5, 4, 4), new_fours()
>>> plies = win_by_fours(counters_of(parse_position("...X./....O/OX.../OX...", game)), fours, 0, 1000)
>>> [game.name(cell) for cell in fours.line[:plies].tolist()]
['b1', 'b2', 'c1', 'a1', 'e1']
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import njit
from noughts.search.counters import (
    COMPLETES,
    COMPLETING,
    DOUBLES,
    FOURS,
    LISTED,
    SUM_COMPLETING,
    Counters,
    Ints,
    Words,
    first_double,
    lowest_completing,
    put,
)

DEEPEST = 32  # attacking moves in a row
WIDEST = 48  # fours tried in one position
_FAILED = 1 << 14  # places for positions where no win was found

SPENT = 0  # what `now` holds: how many positions this search has looked at


class Fours(NamedTuple):
    """The stack of a search for a win by fours, and what it leaves behind."""

    now: Ints
    tries: Ints  # [depth, i] the attacker's moves, the most promising first
    listed: Ints  # [depth] how many there are
    next: Ints  # [depth] which is next
    line: Ints  # moves of both sides that lead to the win
    failed: Words  # keys of positions without a win by fours


def new_fours() -> Fours:
    """Return an empty stack."""
    return Fours(
        now=np.zeros(1, np.int64),
        tries=np.zeros((DEEPEST, WIDEST), np.int64),
        listed=np.zeros(DEEPEST, np.int64),
        next=np.zeros(DEEPEST, np.int64),
        line=np.zeros(2 * DEEPEST + 4, np.int64),
        failed=np.zeros(_FAILED, np.uint64),
    )


@njit(nogil=True)
def win_by_fours(c: Counters, f: Fours, side: int, nodes: int) -> Any:
    """Return in how many plies the side to move wins by fours alone, the moves in `f.line`; 0 where none is found.

    The counters are left as they were. At most so many positions are looked at; `f.now[SPENT]` says how many were.
    """
    other = 1 - side
    f.now[SPENT] = 0
    plies, depth = 0, 0
    whole = True  # whether what is left without a win has been searched to the end
    where = 0  # 0: a position is entered; 1: its next move; 2: it is left without a win
    while True:
        if where == 0:
            f.now[SPENT] += 1
            plies = _at_once(c, f, side, depth)
            if plies:
                break
            known = c.key[0] + np.uint64(side)
            if f.failed[known & np.uint64(_FAILED - 1)] == known:
                where = 2
            elif f.now[SPENT] >= nodes or depth + 1 >= DEEPEST:
                whole = False
                where = 2
            else:
                whole = _list(c, f, side, depth) and whole
                where = 1
        elif where == 1:
            if f.next[depth] == f.listed[depth] or f.now[SPENT] >= nodes:
                whole = whole and f.now[SPENT] < nodes
                if whole:
                    known = c.key[0] + np.uint64(side)
                    f.failed[known & np.uint64(_FAILED - 1)] = known
                where = 2
                continue
            move = f.tries[depth, f.next[depth]]
            f.next[depth] += 1
            put(c, side, move, 1)
            f.line[2 * depth] = move
            if c.sums[side, COMPLETING] > 1:  # a double that answers the defender's four as well
                plies = _two_fours(c, f, side, depth)
                put(c, side, move, -1)
                break
            answer = c.sums[side, SUM_COMPLETING]
            f.line[2 * depth + 1] = answer
            put(c, other, answer, 1)
            depth += 1
            where = 0
        else:
            if depth == 0:
                break
            depth -= 1
            put(c, other, f.line[2 * depth + 1], -1)
            put(c, side, f.line[2 * depth], -1)
            where = 1
    while depth > 0:
        depth -= 1
        put(c, other, f.line[2 * depth + 1], -1)
        put(c, side, f.line[2 * depth], -1)
    return plies


@njit(nogil=True)
def _at_once(c: Counters, f: Fours, side: int, depth: int) -> Any:
    """Return the plies of a win that needs no search, its moves written behind those that stand; else 0."""
    other = 1 - side
    if c.sums[side, COMPLETING]:
        f.line[2 * depth] = lowest_completing(c, side)
        return 2 * depth + 1
    if c.sums[side, DOUBLES] == 0 or c.sums[other, COMPLETING]:
        return 0
    move = first_double(c, side)
    put(c, side, move, 1)
    f.line[2 * depth] = move
    plies = _two_fours(c, f, side, depth)
    put(c, side, move, -1)
    return plies


@njit(nogil=True)
def _two_fours(c: Counters, f: Fours, side: int, depth: int) -> Any:
    """Write the end of the line, where two cells complete one: the lowest is filled, so the highest wins."""
    f.line[2 * depth + 1] = lowest_completing(c, side)
    for cell in range(c.size[1]):
        if c.threat[side, cell, COMPLETES]:
            f.line[2 * depth + 2] = cell
    return 2 * depth + 3


@njit(nogil=True)
def _list(c: Counters, f: Fours, side: int, depth: int) -> Any:
    """List the moves that make a four, the most promising first; return whether all are there."""
    other = 1 - side
    tries, count = f.tries[depth], 0
    for i in range(c.sums[side, FOURS]):
        move = c.threat[side, i, LISTED]
        if c.sums[other, COMPLETING] == 0 or (c.sums[other, COMPLETING] == 1 and c.threat[other, move, COMPLETES]):
            at = min(count, WIDEST - 1)
            if count < WIDEST or _better(c, side, move, tries[at]):
                while at > 0 and _better(c, side, move, tries[at - 1]):
                    tries[at] = tries[at - 1]
                    at -= 1
                tries[at] = move
            count += 1
    f.listed[depth], f.next[depth] = min(count, WIDEST), 0
    return count <= WIDEST


@njit(nogil=True)
def _better(c: Counters, side: int, move: int, than: int) -> Any:
    """Return whether a move comes first: in an order that the stones alone decide."""
    if c.promise[move, side] != c.promise[than, side]:
        return c.promise[move, side] > c.promise[than, side]
    return move < than
