"""The state of a search of the weak game, and the verdict on a position that needs no search.

A frame is a position with Maker to move, one of Maker's moves, and one of Breaker's replies to it:

    row 2p       Maker to move     frame[p].moves    not answered yet   .zone   the cells that the answers rely on
    row 2p + 1   Breaker to move   frame[p].replies  not refuted yet    .need   the cells that the refutations rely on
    row 2p + 2   Maker to move: frame p + 1

The rows from ROWS on are memory of the pairing search.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel_part
from noughts.solve.weak.bits import ONE, Word, bit
from noughts.solve.weak.lines import MAX_CELLS, Ints, LineTable, Words
from noughts.solve.weak.pairing import BRANCHES, holds_by_pairs
from noughts.solve.weak.state import NONE, lines_die, potential, residue, shares, simplify
from noughts.solve.weak.table import canonical, image, recall

OPEN, HOLDS, WINS = 0, 1, 2  # verdicts: unknown, Breaker holds, Maker wins

# Reductions that can be switched off, as can those of `state`.
POTENTIAL, PAIRING, LOOKAHEAD, DOMINATION, ZONES, TABLE, SYMMETRY = 8, 16, 32, 64, 128, 256, 512
EVERYTHING = 1023
BACKWARD = 1024  # Maker's moves in the opposite order, for a second worker
LOG = 2048  # write every position that Breaker holds to the log, for a certificate

# The weights of the potential that orders Breaker's replies; it is flatter than that of Erdős and Selfridge.
WEIGHTS = np.rint(1000 * 1.3 ** np.arange(27)).astype(np.int64)

# The fields of `now`: the state of the machine, its frame, nodes, table rows filled; the reductions, the replies that
# are tested before one is searched, the steps of a pairing search, and of that at the root; the words of the log.
WHERE, FRAME, NODES, FILLED, ON, AHEAD, STEPS, ROOT_STEPS, LOGGED = range(9)
_FRAMES = MAX_CELLS // 2 + 2
ROWS = 2 * _FRAMES
RECORD = 6 + 2 * MAX_CELLS  # the most words of a record of the log
_LOG_WORDS = 1 << 17
FRAME_TYPE = np.dtype(
    [
        *((name, Word) for name in ("moves", "zone", "must", "dominated", "paired", "forced")),
        *((name, Word) for name in ("replies", "need", "tested")),
        *((name, np.int64) for name in ("move", "reply", "began", "verdict")),
    ]
)


class WeakSearch(NamedTuple):
    """The state of a search except its table, as arrays: they can be saved and restored."""

    now: Ints  # [9]
    frame: npt.NDArray[np.void]
    level: Words  # [row, j, 2], then the levels of the pairing search
    empty: Words  # [row]
    maker: Words  # [row]
    score: Ints  # [row, cell] for the order of moves
    pairs: Words  # memory of the pairing search, like the next two
    queue: Words
    share: Ints
    swaps: Words  # see `simplify`
    answered: Ints  # [frame] how many of Maker's moves are answered
    answers: Words  # [frame, i, 2] the move with its reply << 8, the zone after both
    log: Words  # see `search`


def new_search(table: LineTable, on: int) -> WeakSearch:
    """Return the arrays of a search with the reductions `on`."""
    now = np.zeros(9, np.int64)
    now[ON], now[AHEAD], now[STEPS] = on, 8, 30
    frames = _FRAMES if on & LOG else 0
    return WeakSearch(
        now=now,
        frame=np.zeros(_FRAMES, FRAME_TYPE),
        level=np.zeros((2 * ROWS, int(table.size[0]) + 1, 2), Word),
        empty=np.zeros(ROWS, Word),
        maker=np.zeros(ROWS, Word),
        score=np.zeros((ROWS, MAX_CELLS), np.int64),
        pairs=np.zeros(ROWS, Word),
        queue=np.zeros((ROWS, BRANCHES + 2), Word),
        share=np.zeros((3, max(MAX_CELLS, table.pairs.shape[2])), np.int64),
        swaps=np.zeros(MAX_CELLS // 2 + 1, Word),
        answered=np.zeros(frames, np.int64),
        answers=np.zeros((frames, MAX_CELLS, 2), Word),
        log=np.zeros(_LOG_WORDS if on & LOG else 0, Word),
    )


@kernel_part
def set_up(table: LineTable, search: WeakSearch, row: int, maker: Word, free: Word) -> None:
    """Write the position with these stones of Maker and these free cells to a row."""
    for j in range(table.size[0] + 1):
        search.level[row, j, 0] = NONE
        search.level[row, j, 1] = NONE
    live = NONE
    for line in range(table.size[2]):
        cells = table.cells[line]
        if not cells & ~(maker | free):
            stones, j = cells & maker, 0
            while stones:
                stones &= stones - ONE
                j += 1
            search.level[row, j, line >> 6] |= bit(line & 63)
            live |= cells
    search.maker[row] = maker & live
    search.empty[row] = free & live


@kernel_part
def settled(table: LineTable, search: WeakSearch, rows: Words, p: int, steps: int) -> int:
    """Simplify frame p's position; return its verdict if no search is needed, with its zone in the frame."""
    row, on, frame, k = 2 * p, search.now[ON], search.frame[p], table.size[0]
    frame.paired, frame.forced = simplify(table, search.level, search.empty, search.maker, search.swaps, row, on)
    level, empty = search.level, search.empty[row]
    aside = frame.paired | frame.forced
    if level[row, k, 0] | level[row, k, 1]:  # after a forced move, see `simplify`
        frame.zone = frame.forced
        return WINS
    last = residue(table, level, row, k - 1, empty)
    if last:
        frame.zone = (last & (~last + ONE)) | frame.forced
        return WINS
    total, bound = potential(table, level, row), 1 << k
    if total == 0:
        frame.zone = aside
        return HOLDS
    if on & POTENTIAL and total < bound:
        score = search.score[row]
        shares(table, level, row, score)
        most = 0
        for cell in range(MAX_CELLS):
            most = max(most, score[cell])
        if total + most < bound:
            frame.zone = empty | aside
            return HOLDS
    if on & TABLE:
        key, stones, s = empty, search.maker[row], 0
        if on & SYMMETRY:
            key, stones, s = canonical(table, key, stones)
        verdict, zone = recall(rows, key, stones)
        if verdict:
            zone = image(table, table.inverse[s], zone)
            frame.zone = zone | (aside if verdict == HOLDS else frame.forced)
            return verdict
    if on & PAIRING and steps:
        lines_die(table, level, row, ROWS, NONE, NONE)
        count, used = holds_by_pairs(table, level, ROWS, empty, steps, search.pairs, search.queue, search.share)
        if count >= 0:
            frame.zone = used | aside
            return HOLDS
    return OPEN
