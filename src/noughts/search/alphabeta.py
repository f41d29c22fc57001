"""The search: alpha-beta, threats first, over few moves, one loop over a stack of frames.

In each position, in this order, where s is to move:

    s completes a line                      won in 1 ply
    no line is left to anyone               drawn
    the other completes a line              in two cells: lost; in one: that move, and the depth is not reduced
    s makes two fours at once               won in 3 plies
    s wins by fours alone                   won: see `fours`
    the other would make two fours at once  only moves that take that away, or make a four
    the depth is spent                      the worth of all lines
    else                                    the most promising cells: what they bring and what they take

A list of moves is *whole* where every move left out loses (or is of no use to anyone). A position is proved lost only
by a whole list; where the list is not whole and all moves lose, it counts as SEEN to be lost, which is less.

Scores in a frame count from the root: a win at ply p is WIN - p. Moves are tried with a window of no width first,
late ones at less depth (Reinefeld's NegaScout, Marsland's PVS), best guess first.
"""

from typing import Any

from noughts.jit.compiler import njit
from noughts.search.counters import (
    COMPLETES,
    COMPLETING,
    DOUBLES,
    FOURS,
    OPEN,
    SUM_COMPLETING,
    WORTH,
    Counters,
    Ints,
    put,
)
from noughts.search.fours import SPENT, Fours, win_by_fours
from noughts.search.moves import (
    BEYOND,
    DEEPEST,
    DONE,
    ENTER,
    FAR,
    FOURS_ON,
    FULL,
    INFINITE,
    LEFT,
    NARROW,
    NEXT,
    NODES,
    PLY,
    REDUCED,
    SIDE,
    WHERE,
    Tree,
    list_defences,
    list_moves,
)
from noughts.search.table import EXACT, LOWER, PROVED, SEEN, UPPER, WIN, Entries, recall, remember


@njit(nogil=True)
def start(c: Counters, t: Tree, memory: Entries, depth: int) -> None:
    """Begin a search of the position at so many plies."""
    t.now[WHERE], t.now[PLY] = NEXT, 0
    _open(t, 0, -INFINITE, INFINITE, depth)
    t.scores[:] = -INFINITE
    at, side = recall(memory, c.key[0]), t.now[SIDE]
    hint = memory[at].move if at >= 0 else -1
    if c.sums[1 - side, DOUBLES]:
        list_defences(c, t, 0, side, hint)
    if t.frame[0].count == 0:  # no threat, or one that nothing answers
        list_moves(c, t, 0, side, hint)


@njit(nogil=True)
def run(c: Counters, t: Tree, f: Fours, memory: Entries, nodes: int) -> None:
    """Search on until the root is done or `t.now[NODES]` has reached `nodes`."""
    now, p = t.now, t.now[PLY]
    where = now[WHERE]
    while where != DONE and now[NODES] < nodes:
        frame = t.frame[p]
        side = now[SIDE] ^ (p & 1)
        if where == ENTER:
            now[NODES] += 1
            where = _enter(c, t, f, memory, p, side)
        elif where == NEXT:
            if frame.next == frame.count or frame.alpha >= frame.beta:
                _finish(c, t, memory, p, side)
                where = LEFT
            else:
                _go_down(c, t, p, side)
                p += 1
                where = ENTER
        elif p == 0:
            where = DONE
        else:
            p -= 1
            where = _come_back(c, t, p, 1 - side)
    now[WHERE], now[PLY] = where, p


@njit(nogil=True)
def _open(t: Tree, p: int, alpha: int, beta: int, depth: int) -> None:
    frame = t.frame[p]
    frame.alpha = frame.floor = alpha
    frame.beta = beta
    frame.depth = depth
    frame.best = -INFINITE
    frame.move = -1
    frame.next = frame.count = frame.forced = 0
    frame.mode = FULL


@njit(nogil=True)
def _settle(t: Tree, p: int, score: int) -> int:
    t.frame[p].best = score
    return LEFT


@njit(nogil=True)
def _enter(c: Counters, t: Tree, f: Fours, memory: Entries, p: int, side: int) -> int:
    """Settle a position that needs no moves, or list them; return where the machine stands."""
    frame, own, theirs = t.frame[p], c.sums[side], c.sums[1 - side]
    if own[COMPLETING]:
        return _settle(t, p, WIN - p - 1)
    if own[OPEN] == 0 and theirs[OPEN] == 0:
        return _settle(t, p, 0)
    if theirs[COMPLETING] > 1:
        return _settle(t, p, p + 2 - WIN)
    if theirs[COMPLETING] == 1:
        if p >= DEEPEST - 1:
            return _settle(t, p, own[WORTH] - theirs[WORTH])
        frame.whole = frame.forced = frame.count = 1
        t.moves[p, 0] = theirs[SUM_COMPLETING]
        return NEXT
    if own[DOUBLES]:
        return _settle(t, p, WIN - p - 3)
    at = recall(memory, c.key[0])
    hint = -1
    if at >= 0:
        hint = memory[at].move
        score = at_ply(memory[at].score, p)
        bound = memory[at].bound
        if memory[at].depth >= frame.depth or abs(score) >= PROVED:
            if bound == EXACT or (bound == LOWER and score >= frame.beta) or (bound == UPPER and score <= frame.alpha):
                return _settle(t, p, score)
    if t.now[FOURS_ON] and own[FOURS] and (at < 0 or p == 1):
        plies = win_by_fours(c, f, side, 1000 if p < 2 else 100 if frame.depth > 2 else 5)
        t.now[NODES] += f.now[SPENT] >> 1
        if plies:
            remember(memory, c.key[0], WIN - plies, f.line[0], frame.depth, EXACT)
            return _settle(t, p, WIN - p - plies)
    threatened = theirs[DOUBLES] > 0
    if (frame.depth <= 0 and not threatened) or frame.depth <= BEYOND or p >= DEEPEST - 1:
        return _settle(t, p, worth(c, side))
    if threatened:
        list_defences(c, t, p, side, hint)
        if frame.count == 0:
            return _settle(t, p, p + 4 - WIN)
    else:
        list_moves(c, t, p, side, hint)
    return NEXT


@njit(nogil=True)
def worth(c: Counters, side: int) -> Any:
    """Return what the position looks worth to the side to move."""
    own, theirs = c.sums[side, WORTH], c.sums[1 - side, WORTH]
    return max(-FAR, min(FAR, own + (own >> 1) - theirs))


@njit(nogil=True)
def at_ply(score: int, p: int) -> Any:
    """Return a score of a position as one that counts from the root, p plies above it; and back with -p."""
    if score >= SEEN - 10_000:
        return score - p
    if score <= 10_000 - SEEN:
        return score + p
    return score


@njit(nogil=True)
def _go_down(c: Counters, t: Tree, p: int, side: int) -> None:
    """Play the next move of the list and open the frame below, with the window its mode asks for."""
    frame, i = t.frame[p], t.frame[p].next
    _pick(t, p, i)
    depth = frame.depth if frame.forced else frame.depth - 1
    if frame.mode == FULL or i == 0:
        frame.mode = FULL
        _open(t, p + 1, -frame.beta, -frame.alpha, depth)
    else:
        if frame.mode == REDUCED:
            depth -= 1 + (i > 8)
        _open(t, p + 1, -frame.alpha - 1, -frame.alpha, depth)
    put(c, side, t.moves[p, i], 1)


@njit(nogil=True)
def _pick(t: Tree, p: int, i: int) -> None:
    """Bring the most promising of the moves from the i-th on to that place."""
    moves, order = t.moves[p], t.order[p]
    best = i
    for j in range(i + 1, t.frame[p].count):
        if order[j] > order[best]:
            best = j
    move, value = moves[best], order[best]
    for j in range(best, i, -1):  # the others keep their order
        moves[j], order[j] = moves[j - 1], order[j - 1]
    moves[i], order[i] = move, value


@njit(nogil=True)
def _come_back(c: Counters, t: Tree, p: int, side: int) -> int:
    """Take a move back and count what it has come to; where it has to be tried again, see to that."""
    frame, i = t.frame[p], t.frame[p].next
    move, score = t.moves[p, i], -t.frame[p + 1].best
    put(c, side, move, -1)
    if frame.mode != FULL and score > frame.alpha and (frame.mode == REDUCED or score < frame.beta):
        frame.mode = NARROW if frame.mode == REDUCED else FULL
        t.order[p, i] = INFINITE
        return NEXT
    if p == 0:
        t.scores[i] = score
    if score > frame.best:
        frame.best, frame.move = score, move
        if score > frame.alpha:
            frame.alpha = score
            if score >= frame.beta and not frame.forced:
                _has_cut(t, p, side, move)
    frame.next = i + 1
    late = not frame.whole and frame.depth >= 3 and frame.next >= 4
    frame.mode = REDUCED if late else NARROW
    return NEXT


@njit(nogil=True)
def _has_cut(t: Tree, p: int, side: int, move: int) -> None:
    if t.killers[p, 0] != move:
        t.killers[p, 1] = t.killers[p, 0]
        t.killers[p, 0] = move
    depth = max(t.frame[p].depth, 0)
    t.history[side, move] = min(t.history[side, move] + depth * depth, 1 << 10)


@njit(nogil=True)
def _finish(c: Counters, t: Tree, memory: Entries, p: int, side: int) -> None:
    """Close a frame whose moves are tried, or one of them is enough, and remember what it came to."""
    frame = t.frame[p]
    if frame.best <= -PROVED and not frame.whole:
        frame.best = p - SEEN
    if frame.best >= frame.beta:
        bound = LOWER
    elif frame.best > frame.floor:
        bound = EXACT
    else:
        bound = UPPER
    remember(memory, c.key[0], at_ply(frame.best, -p), frame.move, frame.depth, bound)


@njit(nogil=True)
def principal(c: Counters, t: Tree, memory: Entries, line: Ints) -> int:
    """Write down the moves that the memory holds best, from the root's on; return their number."""
    count, move = 0, t.frame[0].move
    while move >= 0 and c.stone[move] == 0 and count < len(line):
        side = t.now[SIDE] ^ (count & 1)
        line[count] = move
        count += 1
        if c.threat[side, move, COMPLETES]:
            break
        put(c, side, move, 1)
        at = recall(memory, c.key[0])
        move = memory[at].move if at >= 0 else -1
    for i in range(count - 1, -1, -1):
        if c.stone[line[i]]:
            put(c, t.now[SIDE] ^ (i & 1), line[i], -1)
    return count
