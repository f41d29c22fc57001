"""Wins by fours: each move of the attacker makes a four, so the defender has one answer, until a double four.

    . . . X .        four in a row, X to move: b1 makes a four (b1, b3, b4), and O must answer on b2;
    . . . . O        then c1 makes a four with b1 and d1, which two cells complete: a1 and e1
    O X . . .
    O X . . .

This is threat-space search with threats of the strongest kind (Allis, van den Herik and Huntjens, "Go-Moku and
threat-space search", 1993): the defender has no choice, so the tree is searched to the end, and a win found is a proof.
The defender's own fours count: if his answer makes one, the attacker's next four must answer it.

>>> from noughts.core.game import Game
>>> from noughts.board_text.position_text import parse_position
>>> from noughts.search.search_board import board_of
>>> game, fours = Game(5, 4, 4), new_fours()
>>> plies = win_by_fours(board_of(parse_position("...X./....O/OX.../OX...", game)), fours, 0, 1000)
>>> [game.name(cell) for cell in fours.line[:plies].tolist()]
['b1', 'b2', 'c1', 'a1', 'e1']
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.search.line_shapes import Ints
from noughts.search.patterns import COMPLETES, DOUBLE, FOUR
from noughts.search.search_board import Board, U, Words, first_ranked, next_ranked, promise, put, remove
from noughts.search.transposition_table import record

_DEEPEST = 32  # attacking moves in a row
_WIDEST = 48  # fours tried in one position
_FAILED = 1 << 14  # places for positions where no win was found
_STATE = record("nodes", "depth", "all")
_ENTER, _NEXT, _BACK = 0, 1, 2  # a position is entered; its next move is tried; it has no win


class Fours(NamedTuple):
    """The stack of a search for a win by fours, and its results."""

    now: Any  # [0] the positions looked at; the depth; whether all moves were tried where no win was found
    tries: Ints  # [depth, i] the attacker's moves, the most promising first
    listed: Ints  # [depth] their number
    next: Ints  # [depth] the index of the next
    line: Ints  # moves of both sides that lead to the win
    failed: Words  # keys of positions without a win by fours


def new_fours() -> Fours:
    """Return an empty stack."""
    return Fours(
        now=np.zeros(1, _STATE),
        tries=np.zeros((_DEEPEST, _WIDEST), np.int64),
        listed=np.zeros(_DEEPEST, np.int64),
        next=np.zeros(_DEEPEST, np.int64),
        line=np.zeros(2 * _DEEPEST + 4, np.int64),
        failed=np.zeros(_FAILED, np.uint64),
    )


@kernel
def win_by_fours(b: Board, f: Fours, side: int, nodes: int) -> Any:
    """Return in how many plies the side to move wins by fours alone, the moves in `f.line`; 0 where none is found.

    The board is the same after it. It looks at `nodes` positions at most; `f.now[0].nodes` is their number.
    """
    now, other, plies = f.now[0], 1 - side, 0
    now.nodes = now.depth = 0
    now.all = 1
    where = _ENTER
    while True:
        depth = now.depth
        if where == _ENTER:
            now.nodes += 1
            plies = _at_once(b, f, side, depth)
            if plies:
                break
            known = b.key[0] + np.uint64(side)
            if f.failed[known & U(_FAILED - 1)] == known:
                where = _BACK
            elif now.nodes >= nodes or depth + 1 >= _DEEPEST:
                now.all = 0
                where = _BACK
            else:
                _list(b, f, side, depth)
                where = _NEXT
        elif where == _NEXT:
            if now.nodes >= nodes:
                now.all = 0
            if f.next[U(depth)] == f.listed[U(depth)] or now.nodes >= nodes:
                if now.all:
                    known = b.key[0] + np.uint64(side)
                    f.failed[known & U(_FAILED - 1)] = known
                where = _BACK
                continue
            move = f.tries[depth, f.next[U(depth)]]
            f.next[U(depth)] += 1
            put(b, side, move)
            f.line[U(2 * depth)] = move
            if b.counts[U(side), COMPLETES] > 1:  # a double that answers the defender's four as well
                plies = _two_fours(b, f, side, depth)
                remove(b, side, move)
                break
            answer = first_ranked(b, side, COMPLETES)
            f.line[U(2 * depth + 1)] = answer
            put(b, other, answer)
            now.depth += 1
            where = _ENTER
        elif depth == 0:
            break
        else:
            _go_back(b, f, side)
            where = _NEXT
    while now.depth > 0:
        _go_back(b, f, side)
    return plies


@kernel_part(forceinline=True)
def _go_back(b: Board, f: Fours, side: int) -> None:
    f.now[0].depth -= 1
    depth = f.now[0].depth
    remove(b, 1 - side, f.line[U(2 * depth + 1)])
    remove(b, side, f.line[U(2 * depth)])


@kernel_part(forceinline=True)
def _at_once(b: Board, f: Fours, side: int, depth: int) -> Any:
    """Return the plies of a win that needs no search, and append its moves to the line; else 0."""
    if b.counts[U(side), COMPLETES]:
        f.line[U(2 * depth)] = first_ranked(b, side, COMPLETES)
        return 2 * depth + 1
    if b.counts[U(side), DOUBLE] == 0 or b.counts[U(1 - side), COMPLETES]:
        return 0
    move = first_ranked(b, side, DOUBLE)
    put(b, side, move)
    f.line[U(2 * depth)] = move
    plies = _two_fours(b, f, side, depth)
    remove(b, side, move)
    return plies


@kernel_part(forceinline=True)
def _two_fours(b: Board, f: Fours, side: int, depth: int) -> Any:
    """Append the end of the line, where two cells complete one: the defender fills the lowest, so the highest wins."""
    cell = first_ranked(b, side, COMPLETES)
    f.line[U(2 * depth + 1)] = cell
    while cell >= 0:
        f.line[U(2 * depth + 2)] = cell
        cell = next_ranked(b, side, COMPLETES, cell)
    return 2 * depth + 3


@kernel_part(forceinline=True)
def _list(b: Board, f: Fours, side: int, depth: int) -> None:
    """List the moves that make a four and answer the defender's, the most promising first."""
    tries, count = f.tries[U(depth)], 0
    block = first_ranked(b, 1 - side, COMPLETES) if b.counts[U(1 - side), COMPLETES] else -1
    move = first_ranked(b, side, FOUR) if b.counts[U(1 - side), COMPLETES] < 2 else -1
    while move >= 0:
        if block < 0 or move == block:
            at = min(count, _WIDEST - 1)
            if count < _WIDEST or _better(b, side, move, tries[U(at)]):
                while at > 0 and _better(b, side, move, tries[U(at - 1)]):
                    tries[U(at)] = tries[U(at - 1)]
                    at -= 1
                tries[U(at)] = move
            count += 1
        move = next_ranked(b, side, FOUR, move)
    f.listed[U(depth)], f.next[U(depth)] = min(count, _WIDEST), 0
    if count > _WIDEST:
        f.now[0].all = 0


@kernel_part(forceinline=True)
def _better(b: Board, side: int, move: int, than: int) -> Any:
    """Return whether a move comes first: in an order that depends on the stones alone."""
    worth, rival_worth = promise(b, side, move), promise(b, side, than)
    return worth > rival_worth or (worth == rival_worth and move < than)
