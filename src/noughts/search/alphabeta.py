"""The search: alpha-beta over few moves, threats first, as one loop over a stack of frames.

In each position, in this order, where s is the side to move:

    s completes a line                         won in 1 ply
    no line is open to either side             drawn
    the opponent completes a line              on two cells: lost; on one: that move, without using depth
    s makes a double four                      won in 3 plies
    s wins by fours alone                      won: see `fours`; near the horizon only after a four and a three at once
    s wins by threats, near the root           won: see `threes`
    the opponent could make a double four      only the moves that prevent it, and those that make a four
    the depth is used up                       the estimate
    it is nearly, and the estimate is far      the estimate, less what it may fall
    above the window
    else                                       the most promising cells; if all of them lose, the others too

A list of moves is *whole* if every omitted move loses, or is useless. Only a whole list proves a position lost, and a
list whose moves all lose is made whole: so no win is seen that is not proved.

Scores in a frame count from the root: a win at ply p is WIN - p. Moves are tried with a null window first, and late
ones at less depth (Reinefeld's NegaScout, Marsland's PVS).
"""

from typing import Any

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.jit.instructions import fetch
from noughts.search.finding import DECIDED, WIN
from noughts.search.fours import Fours, win_by_fours
from noughts.search.line_shapes import Ints
from noughts.search.move_lists import DEEPEST, INFINITE, Tree, list_defences, list_moves, list_others
from noughts.search.patterns import COMPLETES, DOUBLE, FOUR, FOUR_THREE, THREE
from noughts.search.search_board import Board, U, add_up, first_ranked, put, remove, sums_of
from noughts.search.threes import Threes, win_by_threes
from noughts.search.transposition_table import EXACT, LOWER, UPPER, Entries, is_proof, place_of, probe, store
from noughts.search.weights import FRACTION, SUMS

_ENTER, _NEXT, _LEFT, _DONE = 0, 1, 2, 3  # a position is entered; its next move is tried; it is left; the root is done
_FULL, _NARROW, _REDUCED = 0, 1, 2  # how a move is tried: with the full window, a null window, at less depth too
_LOW = 2  # up to this depth a run of fours is looked for only where one move makes a four and a three
_BEYOND = -6  # threats are searched to this depth
_DEEP, _AT_THE_ROOT, _BELOW = 6, 40, 12  # where wins by threats are looked for, and in how many positions
_SHALLOW, _MARGIN = 3, 600  # up to this depth: the most that a score is expected to fall, for each ply
_GAIN = 500  # so much, at most, an answer to a threat is expected to gain where the depth is used up
GREATEST = 500_000  # the greatest estimate: less than a proof


@kernel
def start(b: Board, t: Tree, table: Entries, depth: int) -> None:
    """Begin a search of the position to a depth in plies."""
    now = t.now[0]
    now.where, now.ply = _NEXT, 0
    p, side = now.ply, now.side
    _open(t, p, -INFINITE, INFINITE, depth)
    for i in range(len(t.scores)):
        t.scores[i] = -INFINITE
    at = probe(table, b.key[0])
    hint = table[at].move if at >= 0 else -1
    if b.counts[1 - side, DOUBLE]:
        list_defences(b, t, p, side, hint)
    if t.frame[p].count == 0:  # no threat, or one that no move answers
        list_moves(b, t, p, side, hint)


@kernel
def run(b: Board, t: Tree, f: Fours, v: Threes, table: Entries, nodes: int) -> Any:
    """Continue until the root is done or `nodes` nodes are counted; return whether the root is done."""
    now = t.now[0]
    where, p = now.where, now.ply
    while where != _DONE and now.nodes < nodes:
        frame = t.frame[p]
        side = now.side ^ (p & 1)
        if where == _ENTER:
            now.nodes += 1
            where = _enter(b, t, f, v, table, p, side)
        elif where == _NEXT:
            if frame.next == frame.count and frame.best <= -DECIDED and not frame.whole:  # another move may hold
                list_others(b, t, p, side)
                frame.mode = _NARROW
            if frame.next == frame.count or frame.alpha >= frame.beta:
                _finish(b, t, table, p)
                where = _LEFT
            else:
                _go_down(b, t, table, p, side)
                p += 1
                where = _ENTER
        elif p == 0:
            where = _DONE
        else:
            p -= 1
            _come_back(b, t, p, 1 - side)
            where = _NEXT
    now.where, now.ply = where, p
    return where == _DONE


@kernel_part(forceinline=True)
def _open(t: Tree, p: int, alpha: int, beta: int, depth: int) -> None:
    frame = t.frame[p]
    frame.alpha = frame.floor = alpha
    frame.beta = beta
    frame.depth = depth
    frame.best = -INFINITE
    frame.move = -1
    frame.next = frame.count = frame.forced = 0
    frame.mode = _FULL


@kernel_part(forceinline=True)
def _enter(b: Board, t: Tree, f: Fours, v: Threes, table: Entries, p: int, side: int) -> int:
    """Score a position that needs no moves, or list them; return the next state of the loop."""
    frame, own, theirs = t.frame[p], b.counts[side], b.counts[1 - side]
    at_the_end = p >= DEEPEST - 1
    if own[COMPLETES]:
        frame.best = WIN - p - 1
        return _LEFT
    if theirs[COMPLETES] > 1:  # a stone stops one of the cells
        frame.best = p + 2 - WIN
        return _LEFT
    if theirs[COMPLETES] == 1:
        frame.whole = frame.forced = frame.count = 1
        t.moves[p, 0] = first_ranked(b, 1 - side, COMPLETES)
        frame.best = evaluate(b, side) if at_the_end else frame.best
        return _LEFT if at_the_end else _NEXT
    if own[DOUBLE]:  # the opponent completes nothing, and stops one of the two cells
        frame.best = WIN - p - 3
        return _LEFT
    at = probe(table, b.key[0])
    if at >= 0 and _is_answer(t, table, at, p):
        frame.best = at_ply(np.int64(table[at].score), p)
        return _LEFT
    deep = frame.depth > _LOW
    if t.now[0].fours and (own[FOUR_THREE] or (own[FOUR] and deep)) and (at < 0 or p == 1):
        plies = win_by_fours(b, f, side, 1000 if p < 2 else 40 if deep else 5)
        t.now[0].nodes += f.now[0].nodes >> 1
        if plies:
            store(table, b.key[0], WIN - plies, f.line[0], frame.depth, EXACT)
            frame.best = WIN - p - plies
            return _LEFT
    if t.now[0].fours and at < 0 and (p < 2 or frame.depth >= _DEEP) and first_ranked(b, side, THREE) >= 0:
        plies = win_by_threes(b, v, f, side, _AT_THE_ROOT if p < 2 else _BELOW)
        t.now[0].nodes += v.now[0].nodes
        if plies:
            store(table, b.key[0], WIN - plies, -1, frame.depth, EXACT)
            frame.best = WIN - p - plies
            return _LEFT
    threatened = theirs[DOUBLE] > 0
    # A threat makes an estimate worth little, so positions with one are searched on, for a few plies.
    if (frame.depth <= 0 and not threatened) or frame.depth <= _BEYOND or at_the_end:
        frame.best = evaluate(b, side)
        return _LEFT
    if threatened and frame.depth <= 0 and frame.beta - frame.alpha == 1 and abs(frame.beta) < GREATEST:
        most = evaluate(b, side) + _GAIN
        if most <= frame.alpha:  # no answer is expected to reach the window
            frame.best = most
            return _LEFT
    hint = table[at].move if at >= 0 else -1
    if not threatened:
        if frame.depth <= _SHALLOW and frame.beta - frame.alpha == 1 and abs(frame.beta) < GREATEST:
            least = evaluate(b, side) - _MARGIN * frame.depth
            if least >= frame.beta:  # it is not expected to fall below the window in the plies left
                frame.best = least
                return _LEFT
        list_moves(b, t, p, side, hint)
        if frame.count == 0:  # no line is open to either side
            frame.best = 0
            return _LEFT
        if hint < 0 and frame.depth >= 4 and not frame.whole:
            frame.depth -= 1  # without a good first move: a shallower search finds one
        return _NEXT
    list_defences(b, t, p, side, hint)
    if frame.count == 0:  # whatever is played, the opponent makes a double four, and completes a line two plies later
        frame.best = p + 4 - WIN
        return _LEFT
    return _NEXT


@kernel_part(forceinline=True)
def _is_answer(t: Tree, table: Entries, at: int, p: int) -> Any:
    """Return whether a table entry is deep enough, and its bound settles the frame."""
    frame, entry = t.frame[p], table[at]
    score = at_ply(np.int64(entry.score), p)
    bound = entry.bound
    if entry.depth < frame.depth and not is_proof(score, bound):
        return False
    return bound == EXACT or (bound == LOWER and score >= frame.beta) or (bound == UPPER and score <= frame.alpha)


@kernel
def evaluate(b: Board, side: int) -> Any:
    """Return the estimate of a position for the side to move, in thousandths of a logit.

    A linear part, of the free cells and the threats of both sides, and what a small network makes of the sums over the
    cells. (Y. Nasu, *Efficiently updatable neural-network-based evaluation functions for computer shogi*, 2018.)
    """
    add_up(b)
    own, theirs = sums_of(b, side), sums_of(b, 1 - side)
    score = own[0] - theirs[1] + b.tempo + _network(b, own, theirs)
    for rank in range(THREE, DOUBLE):
        mine, others = min(b.counts[side, rank], 2), min(b.counts[1 - side, rank], 2)
        score += b.threats[0, rank, mine] - b.threats[1, rank, others]
    return max(-GREATEST, min(GREATEST, score))


@kernel_part(forceinline=True)
def _network(b: Board, own: Any, theirs: Any) -> Any:
    """Return the output of the network: one hidden layer of rectified linear units."""
    output: Any = np.int64(0)
    for unit in range(len(b.out)):
        j = U(unit)
        total = np.int32(b.bias[j] + _from_side(b, j, 0, own) + _from_side(b, j, SUMS, theirs))
        output += b.out[j] * (max(total, np.int32(0)) >> FRACTION)
    return output >> FRACTION


@kernel_part(forceinline=True)
def _from_side(b: Board, j: Any, first: int, sums: Any) -> Any:
    """Return what the sums of a side bring to a unit, in 32 bits: eight or sixteen units at once."""
    return (
        b.hidden[U(first), j] * np.int32(sums[0])
        + b.hidden[U(first + 1), j] * np.int32(sums[1])
        + b.hidden[U(first + 2), j] * np.int32(sums[2])
        + b.hidden[U(first + 3), j] * np.int32(sums[3])
        + b.hidden[U(first + 4), j] * np.int32(sums[4])
        + b.hidden[U(first + 5), j] * np.int32(sums[5])
        + b.hidden[U(first + 6), j] * np.int32(sums[6])
        + b.hidden[U(first + 7), j] * np.int32(sums[7])
    )


@kernel
def at_ply(score: Any, p: int) -> Any:
    """Return a score that counts from the position, p plies below the root, as one that counts from the root.

    With -p it converts back. Estimates do not change.

    >>> at_ply(WIN - 5, 3) == WIN - 8, at_ply(at_ply(WIN - 5, 3), -3) == WIN - 5, at_ply(-120, 3)
    (True, True, -120)
    """
    if score >= DECIDED:
        return score - p
    if score <= -DECIDED:
        return score + p
    return score


@kernel_part(forceinline=True)
def _go_down(b: Board, t: Tree, table: Entries, p: int, side: int) -> None:
    """Play the next move of the list and open the frame below it, with the window of its mode."""
    frame, i = t.frame[p], t.frame[p].next
    _pick(t, p, i)
    depth = frame.depth if frame.forced else frame.depth - 1
    if frame.mode == _FULL or i == 0:
        frame.mode = _FULL
        _open(t, p + 1, -frame.beta, -frame.alpha, depth)
    else:
        if frame.mode == _REDUCED:
            depth -= t.less[frame.depth, i]
        _open(t, p + 1, -frame.alpha - 1, -frame.alpha, depth)
    move = t.moves[p, i]
    fetch(table, place_of(table, b.key[0] ^ b.keys[U(side), U(move)]))  # it comes while the stone is put
    put(b, side, move)


@kernel_part(forceinline=True)
def _pick(t: Tree, p: int, i: int) -> None:
    """Move the most promising of the moves from the i-th on to the i-th place."""
    moves, order = t.moves[p], t.order[p]
    best = i
    for j in range(i + 1, t.frame[p].count):
        if order[j] > order[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    order[i], order[best] = order[best], order[i]


@kernel_part(forceinline=True)
def _come_back(b: Board, t: Tree, p: int, side: int) -> None:
    """Take back a move and note its score, or arrange that it is tried again with a wider window."""
    frame, i = t.frame[p], t.frame[p].next
    move, score = t.moves[p, i], -t.frame[p + 1].best
    remove(b, side, move)
    # A null window shows only that the move is better than alpha. It is tried again, for its score.
    if frame.mode != _FULL and score > frame.alpha and (frame.mode == _REDUCED or score < frame.beta):
        frame.mode = _NARROW if frame.mode == _REDUCED else _FULL
        t.order[p, i] = INFINITE
        return
    if p == 0:
        t.scores[i] = score
    if score > frame.best:
        frame.best, frame.move = score, move
        if score > frame.alpha:
            frame.alpha = score
            if score >= frame.beta and not frame.forced:
                _has_cut(t, p, side, move)
    frame.next = i + 1
    late = not frame.whole and frame.depth >= 2 and t.less[frame.depth, frame.next]
    frame.mode = _REDUCED if late else _NARROW


@kernel_part(forceinline=True)
def _has_cut(t: Tree, p: int, side: int, move: int) -> None:
    if t.killers[p, 0] != move:
        t.killers[p, 1] = t.killers[p, 0]
        t.killers[p, 0] = move
    depth = max(t.frame[p].depth, 0)
    t.history[side, move] = min(t.history[side, move] + depth * depth, 1 << 10)


@kernel_part(forceinline=True)
def _finish(b: Board, t: Tree, table: Entries, p: int) -> None:
    """Store the result of a frame, when all its moves are tried or one of them is enough."""
    frame = t.frame[p]
    if frame.best >= frame.beta:  # moves that were not tried may be better
        bound = LOWER
    elif frame.best > frame.floor:
        bound = EXACT
    else:  # no move reached the window: each score is a bound from above
        bound = UPPER
    store(table, b.key[0], at_ply(frame.best, -p), frame.move, frame.depth, bound)


@kernel
def principal(b: Board, t: Tree, table: Entries, line: Ints) -> int:
    """Write the best moves in the table, from the root's on, into `line`; return their number."""
    count, move = 0, t.frame[0].move
    while move >= 0 and b.stone[move] == 0 and count < len(line):
        side = t.now[0].side ^ (count & 1)
        line[count] = move
        count += 1
        if b.rank[side, move] == COMPLETES:
            break
        put(b, side, move)
        at = probe(table, b.key[0])
        move = table[at].move if at >= 0 else -1
    for i in range(count - 1, -1, -1):
        if b.stone[line[i]]:
            remove(b, t.now[0].side ^ (i & 1), line[i])
    return count
