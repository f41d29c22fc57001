"""Wins by threats: each move of the attacker makes a four, or threatens a win by fours. All defences are searched.

This is the lambda search of order two (Thomsen, "Lambda-search in game trees", 2000) on threat-space search, by df-pn:
depth-first proof-number search (Nagai, 2002). The attacker's moves are the cells of rank THREE or more. After a move
that makes no four, his win by fours, if the defender passed, is the threat; if there is none, the move is no threat.

Moves that lead to the same position count twice in sums of proof numbers. So the number of several moves that must all
be settled is that of the hardest, and one more for each other one (Ueda, Hashimoto, Hashimoto and Iida, "Weak
proof-number search", 2008). A move that was not tried yet has the numbers that its rank lets expect.

The defences are few, and yet complete. Against a win by fours a defence is one of

    a cell of that win: a four, its answer, or one of the two cells at its end
    a cell on which the defender makes a four, now or after some of his answers in that win

since otherwise the same fours, with the same answers, win as before. So a win found is a proof; that there is none says
only that none was found by such moves.

>>> from noughts.core.game import Game
>>> from noughts.board_text.position_text import parse_position
>>> from noughts.search.search_board import board_of
>>> from noughts.search.fours import new_fours
>>> nine, empty = Game(9, 9, 5), "........./" * 3
>>> position = parse_position("O.......O/" + empty + "...XX..../.....X.../.....X.../........./O.......O", nine)
>>> int(win_by_threes(board_of(position), new_threes(), new_fours(), 0, 1000))  # f5 makes two open threes
5
"""

from typing import Any, NamedTuple

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.search.fours import Fours, win_by_fours
from noughts.search.line_shapes import Ints
from noughts.search.patterns import COMPLETES, FOUR, THREE
from noughts.search.search_board import Board, U, Words, first_ranked, next_ranked, promise, put, remove
from noughts.search.transposition_table import record

_DEEPEST = 60  # plies
_WIDEST = 64  # moves of one position
_INFINITE = 1 << 40
_PLACES = 1 << 16
_BUCKET = 4  # places for a position, one after the other
_LOOKING = 20  # positions of a win by fours that is looked for
_WRITING = 200  # the same, where a known win is written: the search may have known positions without a win by fours
_PROOF = (1, 4, 2, 2, 2, 1, 1)  # [rank] of a move of the attacker: a plain three leaves the defender most answers
_DISPROOF = 3  # of the same
_STATE = record("nodes", "depth")
_FRAME = record("count", "proof", "disproof", "move")
_ENTRY = np.dtype(
    [("key", np.uint64), ("proof", np.int32), ("disproof", np.int32), ("move", np.int16), ("plies", np.int16)],
    align=True,
)
_MOST = np.int64((1 << 31) - 1)


class Threes(NamedTuple):
    """The stack of a search for a win by threats, and its table."""

    now: Any  # [0] the positions looked at; the depth
    frame: Any  # [depth] the number of moves; the limits of both numbers; the move that is being tried
    moves: Ints  # [depth, i]
    order: Ints  # [depth, i]
    table: Any  # _ENTRY: proof and disproof number of a position; the best move and the plies of a proved win
    marks: Words  # [side] to tell the attackers apart


def new_threes() -> Threes:
    """Return an empty stack and table."""
    return Threes(
        now=np.zeros(1, _STATE),
        frame=np.zeros(_DEEPEST + 2, _FRAME),
        moves=np.zeros((_DEEPEST + 2, _WIDEST), np.int64),
        order=np.zeros((_DEEPEST + 2, _WIDEST), np.int64),
        table=np.zeros(_PLACES, _ENTRY),
        marks=np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64),
    )


@kernel
def win_by_threes(b: Board, t: Threes, f: Fours, side: int, nodes: int) -> Any:
    """Return in how many plies the side to move wins by threats, at most; 0 where no win is found.

    The best move of each position of the win is in the table. The board is the same after it. It looks at about `nodes`
    positions; `t.now[0].nodes` is their number.
    """
    now = t.now[0]
    now.nodes = now.depth = 0
    frame = t.frame[0]
    frame.proof = frame.disproof = _INFINITE
    if not _enter(b, t, f, side, 0):
        return _plies(b, t, side)
    while True:
        depth = now.depth
        frame = t.frame[U(depth)]
        mover = side ^ (depth & 1)
        proof, disproof, best, second, hardest = _sums(b, t, side, mover, depth)
        if proof == 0 or disproof == 0 or proof >= frame.proof or disproof >= frame.disproof or now.nodes >= nodes:
            plies = _longest(b, t, side, mover, depth) if proof == 0 and depth & 1 else 0
            move = t.moves[U(depth), U(best)] if depth & 1 == 0 else -1
            if proof == 0 and depth & 1 == 0:
                plies = 1 + t.table[U(_find(t, _key(b, t, side) ^ b.keys[U(mover), U(move)]))].plies
            _store(t, _key(b, t, side), proof, disproof, move, plies)
            if depth == 0:
                return plies if proof == 0 else 0
            now.depth -= 1
            remove(b, 1 - mover, t.frame[U(depth - 1)].move)
            continue
        below = t.frame[U(depth + 1)]
        if depth & 1 == 0:
            below.proof = min(frame.proof, second + 1 + (second >> 2))
            below.disproof = min(_INFINITE, frame.disproof - disproof + hardest)
        else:
            below.disproof = min(frame.disproof, second + 1 + (second >> 2))
            below.proof = min(_INFINITE, frame.proof - proof + hardest)
        move = t.moves[U(depth), U(best)]
        frame.move = move
        put(b, mover, move)
        now.depth += 1
        if not _enter(b, t, f, side, depth + 1):
            now.depth -= 1
            remove(b, mover, move)


@kernel
def proved_move(b: Board, t: Threes, side: int) -> Any:
    """Return the move of a win by threats that is known of this position, side to move, or -1."""
    at = _find(t, _key(b, t, side))
    return np.int64(t.table[U(at)].move) if at >= 0 and t.table[U(at)].proof == 0 else np.int64(-1)


@kernel
def threats_line(b: Board, t: Threes, f: Fours, side: int, line: Ints) -> Any:
    """Write a known win by threats into `line`, against the defence that holds longest; return the number of moves."""
    count, other = 0, 1 - side
    while count < len(line) - 1:
        plies = win_by_fours(b, f, side, _WRITING)
        if plies:
            for i in range(min(plies, len(line) - count)):
                line[count + i] = f.line[i]
            break
        move = proved_move(b, t, side)
        if move < 0:
            plies = 0
            break
        line[count] = move
        put(b, side, move)
        count += 1
        best, most = -1, np.int64(-1)
        for cell in range(len(b.stone)):
            if b.stone[cell] == 0:
                at = _find(t, _key(b, t, side) ^ b.keys[U(other), U(cell)])
                if at >= 0 and t.table[U(at)].proof == 0 and t.table[U(at)].plies > most:
                    best, most = cell, np.int64(t.table[U(at)].plies)
        if best < 0:
            plies = 0
            break
        line[count] = best
        put(b, other, best)
        count += 1
    for i in range(count - 1, -1, -1):
        remove(b, side if i & 1 == 0 else other, line[i])
    return count + plies


@kernel_part
def _key(b: Board, t: Threes, side: int) -> Any:
    return b.key[0] ^ t.marks[U(side)]


@kernel_part
def _plies(b: Board, t: Threes, side: int) -> Any:
    at = _find(t, _key(b, t, side))
    return np.int64(t.table[U(at)].plies) if at >= 0 and t.table[U(at)].proof == 0 else np.int64(0)


@kernel_part(forceinline=True)
def _sums(b: Board, t: Threes, side: int, mover: int, depth: int) -> Any:
    """Return proof and disproof number from the moves, the best move, the second least number and the greatest."""
    attacks = depth & 1 == 0
    least: Any = np.int64(_INFINITE)
    second: Any = least
    hardest: Any = np.int64(0)
    best = left = 0
    key = _key(b, t, side)
    for i in range(t.frame[U(depth)].count):
        move = t.moves[U(depth), U(i)]
        at = _find(t, key ^ b.keys[U(mover), U(move)])
        own: Any = np.int64(1)
        others: Any = np.int64(1)
        if at >= 0:
            entry = t.table[U(at)]
            own, others = np.int64(entry.proof), np.int64(entry.disproof)
            own, others = _INFINITE if own == _MOST else own, _INFINITE if others == _MOST else others
        elif attacks:
            own, others = np.int64(_PROOF[b.rank[U(mover), U(move)]]), np.int64(_DISPROOF)
        if not attacks:
            own, others = others, own
        hardest = max(hardest, others)
        left += others > 0
        if own < least:
            second = least
            least, best = own, i
        elif own < second:
            second = own
    total = min(_INFINITE, hardest + max(0, left - 1))
    if attacks:
        return least, total, best, second, hardest
    return total, least, best, second, hardest


@kernel_part(forceinline=True)
def _longest(b: Board, t: Threes, side: int, mover: int, depth: int) -> Any:
    plies, key = np.int64(2), _key(b, t, side)
    for i in range(t.frame[U(depth)].count):
        at = _find(t, key ^ b.keys[U(mover), U(t.moves[U(depth), U(i)])])
        if at >= 0:
            plies = max(plies, 1 + np.int64(t.table[U(at)].plies))
    return plies


@kernel_part(forceinline=True)
def _enter(b: Board, t: Threes, f: Fours, side: int, depth: int) -> Any:
    """Settle a position and return False, or list its moves and return True."""
    t.now[0].nodes += 1
    other, proved, plies, move = 1 - side, False, np.int64(0), -1
    own, theirs = b.counts[U(side)], b.counts[U(other)]
    frame = t.frame[U(depth)]
    frame.count = 0
    if depth & 1 == 0:
        if own[COMPLETES]:
            proved, plies, move = True, np.int64(1), first_ranked(b, side, COMPLETES)
        elif theirs[COMPLETES] < 2:
            plies = win_by_fours(b, f, side, _LOOKING)
            if plies:
                proved, move = True, f.line[0]
            elif depth < _DEEPEST:
                _list_attacks(b, t, side, depth)
    elif theirs[COMPLETES] == 0:
        if own[COMPLETES] > 1:
            proved, plies = True, np.int64(2)
        elif own[COMPLETES]:
            t.moves[U(depth), 0] = first_ranked(b, side, COMPLETES)
            frame.count = 1
        else:
            plies = win_by_fours(b, f, side, _LOOKING)
            if plies:
                _list_defences(b, t, f, side, depth, plies)
    if frame.count:
        return True
    _store(t, _key(b, t, side), 0 if proved else _INFINITE, _INFINITE if proved else 0, move, plies if proved else 0)
    return False


@kernel_part(forceinline=True)
def _list_attacks(b: Board, t: Threes, side: int, depth: int) -> None:
    """List the cells of rank THREE or more, the best first; or the one that the defender would complete a line on."""
    block = first_ranked(b, 1 - side, COMPLETES)
    if block >= 0:
        t.moves[U(depth), 0] = block
        t.frame[U(depth)].count = 1
        return
    cell = first_ranked(b, side, THREE)
    while cell >= 0:
        value = (np.int64(b.rank[U(side), U(cell)]) << 24) + promise(b, side, cell)
        _insert(t, depth, cell, value)
        cell = next_ranked(b, side, THREE, cell)


@kernel_part(forceinline=True)
def _list_defences(b: Board, t: Threes, f: Fours, side: int, depth: int, plies: int) -> None:
    """List the defences against the win by fours in `f.line`; none where there are too many."""
    other, frame = 1 - side, t.frame[U(depth)]
    for i in range(plies):
        _insert(t, depth, f.line[U(i)], 0)
    _insert_fours(b, t, other, depth)
    for i in range(1, plies - 1, 2):
        put(b, other, f.line[U(i)])
        _insert_fours(b, t, other, depth)
    for i in range((plies - 1) // 2 * 2 - 1, 0, -2):
        remove(b, other, f.line[U(i)])
    if frame.count == _WIDEST:
        frame.count = 0


@kernel_part
def _insert_fours(b: Board, t: Threes, side: int, depth: int) -> None:
    cell = first_ranked(b, side, FOUR)
    while cell >= 0:
        _insert(t, depth, cell, 0)
        cell = next_ranked(b, side, FOUR, cell)


@kernel_part
def _insert(t: Threes, depth: int, cell: int, value: Any) -> None:
    """Insert a cell into the list of moves, after those of its value or more, if it is not there and there is room."""
    moves, order, frame = t.moves[U(depth)], t.order[U(depth)], t.frame[U(depth)]
    for i in range(frame.count):
        if moves[U(i)] == cell:
            return
    place = min(frame.count, _WIDEST - 1)
    if frame.count == _WIDEST and value <= order[U(place)]:
        return
    while place > 0 and value > order[U(place - 1)]:
        order[U(place)], moves[U(place)] = order[U(place - 1)], moves[U(place - 1)]
        place -= 1
    order[U(place)], moves[U(place)] = value, cell
    frame.count = min(frame.count + 1, _WIDEST)


@kernel_part
def _find(t: Threes, key: Any) -> Any:
    """Return the place of a position in the table, or -1."""
    first = np.int64(key & U(_PLACES - _BUCKET))
    for at in range(first, first + _BUCKET):
        if t.table[U(at)].key == key:
            return at
    return -1


@kernel_part(forceinline=True)
def _store(t: Threes, key: Any, proof: int, disproof: int, move: Any, plies: Any) -> None:
    """Store a result in its own place, or in that of its bucket which is worth least: the moves of a win are kept."""
    at = _find(t, key)
    if at < 0:
        at = np.int64(key & U(_PLACES - _BUCKET))
        for other in range(at + 1, at + _BUCKET):
            if _worth(t.table[U(other)]) < _worth(t.table[U(at)]):
                at = other
    entry = t.table[U(at)]
    entry.key = key
    entry.proof = min(proof, _MOST)
    entry.disproof = min(disproof, _MOST)
    entry.move = move
    entry.plies = plies


@kernel_part
def _worth(entry: Any) -> Any:
    """Return 0 for an empty place, 1 for a position that is open, 2 for one without a win, 3 for a proved win."""
    return 0 if entry.key == 0 else 3 if entry.proof == 0 else 2 if entry.disproof == 0 else 1
