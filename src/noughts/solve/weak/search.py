"""The search of the weak game: depth first, with an explicit stack, in slices.

Module `frame` shows the state. Breaker's best replies are tested first, which costs no search; then they are searched.

The zone (must-play region) of a proof is the set of cells that it relies on. Breaker holds even if Maker owns every
free cell outside the zone: the same reply answers every move outside it, and only moves inside the zones of all
answers are left. Maker wins even if Breaker owns every free cell outside the zone: only replies inside it are left.

With LOG every position that Breaker holds is written down when it is solved, so after all positions that it relies on:

    key   free cells   Maker's stones   zone   (move | reply << 8   zone after both) ...   number of words

The log is read backward (module `proof`). The key is a hash of the position with its zone, up to symmetry.
"""

from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.weak.bits import ONE, Word, bit, ctz, msb, popcount
from noughts.solve.weak.frame import (
    AHEAD,
    BACKWARD,
    DOMINATION,
    FILLED,
    FRAME,
    FRAME_TYPE,
    HOLDS,
    LOG,
    LOGGED,
    LOOKAHEAD,
    NODES,
    ON,
    OPEN,
    RECORD,
    ROOT_STEPS,
    STEPS,
    SYMMETRY,
    TABLE,
    WEIGHTS,
    WHERE,
    WINS,
    ZONES,
    WeakSearch,
    set_up,
    settled,
)
from noughts.solve.weak.lines import MAX_CELLS, Ints, LineTable, Words
from noughts.solve.weak.state import NONE, best, lines_die, live_lines, maker_plays, residue, shares, weigh
from noughts.solve.weak.table import canonical, image, key_of, remember

_ENTER, _MAKER, _MOVED, _BREAKER, _RETURN, DONE, _BEGIN, _PLACED = range(8)  # states of the machine


def start(search: WeakSearch, maker: Word, free: Word, maker_moves: bool, steps: int) -> None:
    """Prepare the search of a position, with so many steps of the pairing search at the root."""
    now, root = search.now, search.frame[0]
    now[FRAME] = now[NODES] = 0
    now[WHERE], now[ROOT_STEPS] = _BEGIN, steps
    for name in FRAME_TYPE.fields or ():
        root[name] = 0
    root["move"], root["reply"] = (0 if maker_moves else -1), -1
    row = 0 if maker_moves else 1
    search.maker[row], search.empty[row] = maker, free


@kernel
def run(table: LineTable, search: WeakSearch, rows: Words, stop: Ints, nodes: int) -> None:
    """Continue until the root is solved, the nodes are spent, the log is full or `stop[0]` is set; then set it."""
    now = search.now
    where, p = now[WHERE], now[FRAME]
    room = search.log.shape[0] - RECORD if now[ON] & LOG else 0
    while where != DONE and now[NODES] < nodes and not stop[0] and now[LOGGED] <= room:
        frame = search.frame[p]
        if where == _BEGIN:
            where = _begin(table, search)
        elif where == _ENTER:
            _list_moves(table, search, p)
            where = _MAKER
        elif where == _MAKER:
            if frame.moves:
                _next_move(table, search, p)
                where = _MOVED
            else:
                frame.verdict = HOLDS
                _finish(table, search, rows, p)
                where = _RETURN
        elif where == _MOVED:
            if _list_replies(table, search, p) == WINS:
                frame.replies = NONE
            where = _BREAKER
        elif where == _BREAKER:
            if frame.replies:
                _place_reply(table, search, p)
                where = _PLACED
            else:
                frame.zone = frame.need
                if frame.move >= 0:
                    frame.zone |= bit(frame.move)
                frame.verdict = WINS
                _finish(table, search, rows, p)
                where = _RETURN
        elif where == _PLACED:
            reply = frame.reply
            tested = reply < 0 or frame.tested & bit(reply)
            q, steps = (p, now[ROOT_STEPS]) if reply < 0 else (p + 1, 0 if tested else now[STEPS])
            verdict = settled(table, search, rows, q, steps)
            if reply < 0:
                frame.verdict = verdict
                where = _ENTER if verdict == OPEN else DONE
            elif verdict != OPEN:
                frame.tested |= bit(reply)
                where = _answered(search, p, reply, verdict)
            elif _is_testing(search, p) and not tested:
                frame.tested |= bit(reply)
                where = _BREAKER
            else:
                p += 1
                where = _ENTER
        elif p == 0:
            where = DONE
        else:
            p -= 1
            where = _answered(search, p, search.frame[p].reply, search.frame[p + 1].verdict)
    now[WHERE], now[FRAME] = where, p
    stop[0] = 1


@kernel_part
def _begin(table: LineTable, search: WeakSearch) -> int:
    """Write the root's lines, and its verdict if a line is complete or none is alive; return the next state."""
    root, k = search.frame[0], table.size[0]
    row = 0 if root.move >= 0 else 1
    set_up(table, search, row, search.maker[row], search.empty[row])
    if search.level[row, k, 0] | search.level[row, k, 1]:
        root.verdict = WINS
    elif not search.empty[row]:
        root.verdict = HOLDS
    else:
        return _MOVED if row else _PLACED
    return DONE


@kernel_part
def _list_moves(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: list Maker's moves."""
    row, frame, now = 2 * p, search.frame[p], search.now
    now[NODES] += 1
    frame.began = now[NODES]
    frame.zone = NONE
    frame.must = search.empty[row]
    if now[ON] & LOG:
        search.answered[p] = 0
    frame.dominated = _dominated(table, search, row) if now[ON] & DOMINATION else NONE
    frame.moves = search.empty[row] & ~frame.dominated
    shares(table, search.level, row, search.score[row])
    if now[ON] & BACKWARD:
        for cell in range(MAX_CELLS):
            search.score[row, cell] = -search.score[row, cell]


@kernel_part(forceinline=True)
def _next_move(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: play Maker's best move."""
    row, frame = 2 * p, search.frame[p]
    move = best(search.score[row], frame.moves)
    frame.move = move
    maker_plays(table, search.level, row, row + 1, move)
    search.empty[row + 1] = search.empty[row] & ~bit(move)
    search.maker[row + 1] = search.maker[row] | bit(move)


@kernel_part
def _list_replies(table: LineTable, search: WeakSearch, p: int) -> int:
    """Frame p: list the replies to the move; return WINS if Maker threatens two cells."""
    row, frame, k = 2 * p + 1, search.frame[p], table.size[0]
    frame.need = NONE
    frame.tested = NONE
    threats = residue(table, search.level, row, k - 1, search.empty[row])
    if search.level[row, k, 0] | search.level[row, k, 1]:
        return WINS
    if threats:
        low = threats & (~threats + ONE)
        others = threats ^ low
        frame.need = low | (others & (~others + ONE))
        frame.replies = threats
        return WINS if others else OPEN
    skip = _dominated(table, search, row) if search.now[ON] & DOMINATION else NONE
    frame.replies = search.empty[row] & ~skip
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    return OPEN


@kernel_part(forceinline=True)
def _is_testing(search: WeakSearch, p: int) -> bool:
    """Frame p: return whether the best replies are still tested, before one of them is searched."""
    now, frame = search.now, search.frame[p]
    return bool(now[ON] & LOOKAHEAD and popcount(frame.tested) < now[AHEAD])


@kernel_part
def _place_reply(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: choose a reply, one that is not tested if there is one to test, and place it in frame p + 1."""
    row, frame = 2 * p + 2, search.frame[p]
    rest = frame.replies & ~frame.tested
    reply = best(search.score[row - 1], rest if rest and _is_testing(search, p) else frame.replies)
    frame.reply = reply
    lines_die(table, search.level, row - 1, row, table.through[0, reply], table.through[1, reply])
    search.empty[row] = search.empty[row - 1] & ~bit(reply)
    search.maker[row] = search.maker[row - 1]


@kernel_part(forceinline=True)
def _answered(search: WeakSearch, p: int, reply: int, verdict: int) -> int:
    """Frame p: apply the verdict on the reply, which is frame p + 1; return the next state."""
    frame, zone = search.frame[p], search.frame[p + 1].zone
    if verdict == WINS:
        frame.need |= zone
        frame.replies &= ~bit(reply)
        if search.now[ON] & ZONES:
            frame.replies &= zone
        return _BREAKER
    if search.now[ON] & LOG and frame.move >= 0:
        answer = search.answers[p, search.answered[p]]
        answer[0], answer[1] = Word(frame.move | reply << 8), zone
        search.answered[p] += 1
    zone |= bit(reply)
    frame.zone |= zone
    frame.must &= zone
    frame.reply = reply
    if frame.move >= 0:
        frame.moves &= ~bit(frame.move)
        if search.now[ON] & ZONES:
            frame.moves &= zone
    return _MAKER


@kernel_part
def _finish(table: LineTable, search: WeakSearch, rows: Words, p: int) -> None:
    """Frame p is solved: complete its zone and store it in the table."""
    row, frame, now = 2 * p, search.frame[p], search.now
    verdict = frame.verdict
    if verdict == HOLDS and frame.dominated & frame.must:
        # A dominated move that is in every zone is answered like the better move, so the proof relies on that cell.
        live0, live1 = live_lines(table, search.level, row)
        rest = frame.dominated & frame.must
        while rest:
            better = _common(table, live0, live1, ctz(rest)) & search.empty[row] & ~frame.dominated
            rest &= rest - ONE
            frame.zone |= better & (~better + ONE)
    if now[ON] & TABLE and (p or frame.move >= 0):
        key, stones, s = search.empty[row], search.maker[row], 0
        if now[ON] & SYMMETRY:
            key, stones, s = canonical(table, key, stones)
        work = now[NODES] - frame.began + 1
        now[FILLED] += remember(rows, key, stones, verdict, image(table, s, frame.zone), work)
        if now[ON] & LOG and verdict == HOLDS:
            _write_down(search, p, key_of(key, stones, image(table, s, frame.zone)))
    frame.zone |= frame.forced
    if verdict == HOLDS:
        frame.zone |= frame.paired


@kernel_part
def _write_down(search: WeakSearch, p: int, key: Word) -> None:
    """Write a record of frame p to the log."""
    at, frame, log = search.now[LOGGED], search.frame[p], search.log
    log[at], log[at + 1], log[at + 2], log[at + 3] = key, search.empty[2 * p], search.maker[2 * p], frame.zone
    at += 4
    for i in range(search.answered[p]):
        log[at], log[at + 1] = search.answers[p, i, 0], search.answers[p, i, 1]
        at += 2
    log[at] = Word(at + 1 - search.now[LOGGED])
    search.now[LOGGED] = at + 1


@kernel_part(forceinline=True)
def _common(table: LineTable, live0: Word, live1: Word, cell: int) -> Word:
    """Return the cells on all live lines through a cell, if these lines have one direction; else no cells."""
    lines0, lines1 = table.through[0, cell] & live0, table.through[1, cell] & live1
    low = ctz(lines0) if lines0 else 64 + ctz(lines1)
    high = 64 + msb(lines1) if lines1 else msb(lines0)
    if table.way[low] != table.way[high]:
        return NONE
    return Word(table.cells[low] & table.cells[high])


@kernel_part(forceinline=True)
def _dominated(table: LineTable, search: WeakSearch, row: int) -> Word:
    """Return the free cells whose live lines all go through another free cell; of equal cells one is left out."""
    live0, live1 = live_lines(table, search.level, row)
    found, rest = NONE, search.empty[row]
    while rest:
        cell = ctz(rest)
        rest &= rest - ONE
        if _common(table, live0, live1, cell) & search.empty[row] & ~bit(cell) & ~found:
            found |= bit(cell)
    return found
