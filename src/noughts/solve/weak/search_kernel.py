"""The search of the weak game: depth first, with an explicit stack, in slices.

Module `frame` shows the state. Breaker's best replies are tested first, which costs no search; then they are searched.

The zone (must-play region) of a proof is the set of cells that it relies on. Breaker holds even if Maker owns every
free cell outside the zone: the same reply answers every move outside it, and only moves inside the zones of all
answers are left. Maker wins even if Breaker owns every free cell outside the zone: only replies inside it are left.

With a log every position that Breaker holds is written down when it is solved, after all those that it relies on:

    number of words   key   free cells   Maker's stones   zone   (move | reply << 8   zone after both) ...

The key is a hash of the position with its zone, up to symmetry. Module `proof` reads the log.
"""

from typing import Any

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell, cell_of, column, count, has, load, lowest, none, rest_of, some, store
from noughts.solve.images import canonical, image
from noughts.solve.weak.frame import (
    DOMINATED,
    FILLED,
    FORCED,
    FRAME,
    FRAME_TYPE,
    HOLDS,
    LOGGED,
    LOGS,
    MOVES,
    MUST,
    NEED,
    NODES,
    OPEN,
    PAIRED,
    REPLIES,
    ROOT_STEPS,
    TESTED,
    WEIGHTS,
    WHERE,
    WINS,
    ZONE,
    WeakSearch,
    add,
    cells_in,
    put,
    set_up,
    settled,
)
from noughts.solve.weak.line_table import LineTable
from noughts.solve.weak.state import (
    best,
    common_cells,
    dominated,
    line_cells,
    lines_die,
    live_lines,
    maker_plays,
    shares,
    weigh,
)
from noughts.solve.weak.transposition_table import key_of, remember

_ENTER, _MAKER, _MOVED, _BREAKER, _RETURN, DONE, _BEGIN, _PLACED = range(8)  # states of the machine
_AHEAD = 8  # replies that are tested before one is searched
_STEPS: Any = np.int64(30)  # of a pairing search


def start(search: WeakSearch, maker: Board, free: Board, maker_moves: bool, steps: int) -> None:
    """Prepare the search of a position; `steps` limits the pairing search at the root."""
    now, root = search.now, search.frame[0]
    now[FRAME] = now[NODES] = 0
    now[WHERE], now[ROOT_STEPS] = _BEGIN, steps
    search.sets[0] = 0
    for name in FRAME_TYPE.fields or ():
        root[name] = 0
    root["move"], root["reply"] = (0 if maker_moves else -1), -1
    row = 0 if maker_moves else 1
    search.maker[row], search.empty[row] = maker, free


@kernel
def run(table: LineTable, search: WeakSearch, rows: Words, nodes: int) -> None:
    """Continue until the root is solved, the nodes are spent, or the log is full."""
    now = search.now
    where, p = now[WHERE], now[FRAME]
    room = search.log.shape[0] - _longest_record(search) if now[LOGS] else 0
    while where != DONE and now[NODES] < nodes and now[LOGGED] <= room:
        frame = search.frame[p]
        if where == _BEGIN:
            where = _begin(table, search)
        elif where == _ENTER:
            _list_moves(table, search, p)
            where = _MAKER
        elif where == _MAKER:
            if some(cells_in(table, search, p, MOVES)):
                _next_move(table, search, p)
                where = _MOVED
            else:
                frame.verdict = HOLDS
                _finish(table, search, rows, p)
                where = _RETURN
        elif where == _MOVED:
            if _list_replies(table, search, p) == WINS:
                put(search, p, REPLIES, none(table.no_cells))
            where = _BREAKER
        elif where == _BREAKER:
            if some(cells_in(table, search, p, REPLIES)):
                _place_reply(table, search, p)
                where = _PLACED
            else:
                put(search, p, ZONE, cells_in(table, search, p, NEED))
                if frame.move >= 0:
                    add(search, p, ZONE, cell(frame.move, table.no_cells))
                frame.verdict = WINS
                _finish(table, search, rows, p)
                where = _RETURN
        elif where == _PLACED:
            reply = frame.reply
            tested = reply < 0 or has(cells_in(table, search, p, TESTED), reply)
            q, steps = (p, now[ROOT_STEPS]) if reply < 0 else (p + 1, 0 if tested else _STEPS)
            verdict = settled(table, search, rows, q, steps)
            if reply < 0:
                frame.verdict = verdict
                where = _ENTER if verdict == OPEN else DONE
            elif verdict != OPEN:
                add(search, p, TESTED, cell(reply, table.no_cells))
                where = _answered(table, search, p, reply, verdict)
            elif _is_testing(table, search, p) and not tested:
                add(search, p, TESTED, cell(reply, table.no_cells))
                where = _BREAKER
            else:
                p += 1
                where = _ENTER
        elif p == 0:
            where = DONE
        else:
            p -= 1
            where = _answered(table, search, p, search.frame[p].reply, search.frame[p + 1].verdict)
    now[WHERE], now[FRAME] = where, p


@kernel_part
def _begin(table: LineTable, search: WeakSearch) -> int:
    """Write the root's lines, and its verdict if a line is complete or none is alive; return the next state."""
    root, k = search.frame[0], table.size[0]
    row = 0 if root.move >= 0 else 1
    maker, empty = load(search.maker, row, table.no_cells), load(search.empty, row, table.no_cells)
    set_up(table, search, row, maker, empty)
    if some(load(search.level, (row, k), table.no_lines)):
        root.verdict = WINS
    elif not some(load(search.empty, row, empty)):
        root.verdict = HOLDS
    else:
        return _MOVED if row else _PLACED
    return DONE


@kernel_part
def _list_moves(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: list Maker's moves."""
    row, now = 2 * p, search.now
    now[NODES] += 1
    search.frame[p].began = now[NODES]
    empty = load(search.empty, row, table.no_cells)
    skip = dominated(table, search.level, row, empty)
    if now[LOGS]:
        search.answered[p] = 0
    put(search, p, ZONE, none(empty))
    put(search, p, MUST, empty)
    put(search, p, DOMINATED, skip)
    put(search, p, MOVES, empty & ~skip)
    shares(table, search.level, row, search.score[row])


@kernel_part(forceinline=True)
def _next_move(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: play Maker's best move."""
    row = 2 * p
    move = best(search.score[row], cells_in(table, search, p, MOVES))
    search.frame[p].move = move
    stone = cell(move, table.no_cells)
    maker_plays(table, search.level, row, row + 1, move)
    store(search.empty, row + 1, load(search.empty, row, stone) & ~stone)
    store(search.maker, row + 1, load(search.maker, row, stone) | stone)


@kernel_part
def _list_replies(table: LineTable, search: WeakSearch, p: int) -> int:
    """Frame p: list the replies to the move; return WINS if Maker threatens two cells."""
    row, k = 2 * p + 1, table.size[0]
    empty = load(search.empty, row, table.no_cells)
    put(search, p, NEED, none(empty))
    put(search, p, TESTED, none(empty))
    threats = line_cells(table, load(search.level, (row, k - 1), table.no_lines)) & empty
    if some(load(search.level, (row, k), table.no_lines)):
        return WINS
    if some(threats):
        others = rest_of(threats)
        put(search, p, REPLIES, threats)
        put(search, p, NEED, (threats ^ others) | lowest(others))
        return WINS if some(others) else OPEN
    skip = dominated(table, search.level, row, empty)
    put(search, p, REPLIES, empty & ~skip)
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    return OPEN


@kernel_part(forceinline=True)
def _is_testing(table: LineTable, search: WeakSearch, p: int) -> bool:
    """Frame p: return whether the best replies are still tested, before one of them is searched."""
    return bool(count(cells_in(table, search, p, TESTED)) < _AHEAD)


@kernel_part
def _place_reply(table: LineTable, search: WeakSearch, p: int) -> None:
    """Frame p: choose a reply, one that is not tested if there is one to test, and place it in frame p + 1."""
    row = 2 * p + 2
    replies = cells_in(table, search, p, REPLIES)
    untested = replies & ~cells_in(table, search, p, TESTED)
    reply = best(search.score[row - 1], untested if some(untested) and _is_testing(table, search, p) else replies)
    search.frame[p].reply = reply
    lines_die(table, search.level, row - 1, row, column(table.through, reply, table.no_lines))
    store(search.empty, row, load(search.empty, row - 1, replies) & ~cell(reply, replies))
    store(search.maker, row, load(search.maker, row - 1, replies))


@kernel_part(forceinline=True)
def _answered(table: LineTable, search: WeakSearch, p: int, reply: int, verdict: int) -> int:
    """Frame p: apply the verdict on the reply, which is frame p + 1; return the next state."""
    frame, zone = search.frame[p], cells_in(table, search, p + 1, ZONE)
    if verdict == WINS:
        add(search, p, NEED, zone)
        left = cells_in(table, search, p, REPLIES) & ~cell(reply, zone)
        put(search, p, REPLIES, left & zone)
        return _BREAKER
    if search.now[LOGS] and frame.move >= 0:
        at = (p, search.answered[p])
        search.answers[p, search.answered[p], 0] = np.uint64(frame.move | reply << 8)
        store(search.answers, at, zone, 1)
        search.answered[p] += 1
    zone |= cell(reply, zone)
    add(search, p, ZONE, zone)
    put(search, p, MUST, cells_in(table, search, p, MUST) & zone)
    frame.reply = reply
    if frame.move >= 0:
        left = cells_in(table, search, p, MOVES) & ~cell(frame.move, zone)
        put(search, p, MOVES, left & zone)
    return _MAKER


@kernel_part
def _finish(table: LineTable, search: WeakSearch, rows: Words, p: int) -> None:
    """Frame p is solved: complete its zone and store it in the table."""
    row, frame, now = 2 * p, search.frame[p], search.now
    verdict, zone = frame.verdict, cells_in(table, search, p, ZONE)
    empty, skipped = load(search.empty, row, zone), cells_in(table, search, p, DOMINATED)
    rest = skipped & cells_in(table, search, p, MUST)
    if verdict == HOLDS and some(rest):
        # A dominated move that is in every zone is answered like the better move, so the proof relies on that cell.
        live = live_lines(table, search.level, row)
        while some(rest):
            zone |= lowest(common_cells(table, live, cell_of(rest)) & empty & ~skipped)
            rest = rest_of(rest)
    if p or frame.move >= 0:
        key, stones, s = canonical(table.images, empty, load(search.maker, row, empty))
        work, mapped = now[NODES] - frame.began + 1, image(table.images, s, zone)
        now[FILLED] += remember(rows, key, stones, verdict, mapped, work)
        if now[LOGS] and verdict == HOLDS:
            _write_down(table, search, p, key_of(key, stones, mapped), zone)
    zone |= cells_in(table, search, p, FORCED)
    if verdict == HOLDS:
        zone |= cells_in(table, search, p, PAIRED)
    put(search, p, ZONE, zone)


@kernel_part
def _write_down(table: LineTable, search: WeakSearch, p: int, key: Any, zone: Board) -> None:
    """Write a record of frame p to the log."""
    began, log = search.now[LOGGED], search.log
    log[began + 1] = key
    at = _append(log, began + 2, load(search.empty, 2 * p, zone))
    at = _append(log, at, load(search.maker, 2 * p, zone))
    at = _append(log, at, zone)
    for i in range(search.answered[p]):
        for word in range(search.answers.shape[2]):
            log[at] = search.answers[p, i, word]
            at += 1
    log[began] = np.uint64(at - began)
    search.now[LOGGED] = at


@kernel_part(forceinline=True)
def _append(log: Words, at: int, cells: Board) -> int:
    """Write a set of cells to the log; return the next place."""
    for word in cells:
        log[at] = word
        at += 1
    return at


@kernel_part(forceinline=True)
def _longest_record(search: WeakSearch) -> int:
    _, answers, words = search.answers.shape
    return int(2 + 3 * search.empty.shape[1] + answers * words)
