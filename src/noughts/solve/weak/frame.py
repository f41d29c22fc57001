"""The state of a search of the weak game, and the verdict on a position that needs no search.

A frame is a position with Maker to move, one of Maker's moves, and one of Breaker's replies to it:

    row 2p       Maker to move     MOVES    not answered yet   ZONE   the cells that the answers rely on
    row 2p + 1   Breaker to move   REPLIES  not refuted yet    NEED   the cells that the refutations rely on
    row 2p + 2   Maker to move: frame p + 1

The row after the last one (`spare`), and the levels beyond it, are memory of the pairing search.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell, count, load, lowest, none, some, store
from noughts.solve.images import canonical, image
from noughts.solve.weak.line_table import Ints, LineTable
from noughts.solve.weak.pairing import holds_by_pairs
from noughts.solve.weak.plain_position import BRANCHES
from noughts.solve.weak.state import line_cells, lines_die, potential, shares, simplify
from noughts.solve.weak.transposition_table import recall

OPEN, HOLDS, WINS = 0, 1, 2  # verdicts: unknown, Breaker holds, Maker wins

# The weights of the potential that orders Breaker's replies; it is flatter than that of Erdős and Selfridge.
WEIGHTS = np.rint(1000 * 1.3 ** np.arange(27)).astype(np.int64)

# The fields of `now`: the state of the machine, its frame, nodes, table rows filled; whether it writes a log; the steps
# of the pairing search at the root; the words of the log.
WHERE, FRAME, NODES, FILLED, LOGS, ROOT_STEPS, LOGGED, _NOW = range(8)
_LOG_WORDS = 1 << 17
FRAME_TYPE = np.dtype([(name, np.int64) for name in ("move", "reply", "began", "verdict")])

# The sets of cells of a frame.
MOVES, ZONE, MUST, DOMINATED, PAIRED, FORCED, REPLIES, NEED, TESTED = map(np.int64, range(9))


class WeakSearch(NamedTuple):
    """The state of a search except its table, as arrays: they can be saved and restored."""

    now: Ints  # see above
    frame: npt.NDArray[np.void]  # [p] the moves, the nodes before it and the verdict
    sets: Words  # [p, name, word] the sets of cells
    level: Words  # [row, j, word] sets of lines, then the levels of the pairing search
    empty: Words  # [row, word]
    maker: Words  # [row, word]
    score: Ints  # [row, cell] for the order of moves
    pairs: Ints  # memory of the pairing search, like the next two
    queue: Ints
    share: Ints
    swaps: Ints  # see `simplify`
    answered: Ints  # [p] how many of Maker's moves are answered
    answers: Words  # [p, i, ...] the move with its reply << 8, then the words of the zone after both
    log: Words  # see `search_kernel`


def new_search(table: LineTable, logs: bool = False) -> WeakSearch:
    """Return the arrays of a search; `logs`: it writes a log."""
    now = np.zeros(_NOW, np.int64)
    now[LOGS] = logs
    cells, cell_words, line_words = table.through.shape[1], len(table.no_cells), len(table.no_lines)
    frames = 32 * cell_words + 2
    rows, logged = 2 * frames, frames if logs else 0
    return WeakSearch(
        now=now,
        frame=np.zeros(frames, FRAME_TYPE),
        sets=np.zeros((frames, TESTED + 1, cell_words), np.uint64),
        level=np.zeros((2 * rows, int(table.size[0]) + 1, line_words), np.uint64),
        empty=np.zeros((rows, cell_words), np.uint64),
        maker=np.zeros((rows, cell_words), np.uint64),
        score=np.zeros((rows, cells), np.int64),
        pairs=np.zeros(rows, np.int64),
        queue=np.zeros((rows, BRANCHES + 2), np.int64),
        share=np.zeros((3, max(cells, table.pairs.shape[1])), np.int64),
        swaps=np.zeros(frames, np.int64),
        answered=np.zeros(logged, np.int64),
        answers=np.zeros((logged, cells, 1 + cell_words), np.uint64),
        log=np.zeros(_LOG_WORDS if logs else 0, np.uint64),
    )


@kernel_part(forceinline=True)
def spare(search: WeakSearch) -> int:
    """Return the first row of the pairing search."""
    return len(search.empty)


@kernel_part(forceinline=True)
def cells_in(table: LineTable, search: WeakSearch, p: int, name: np.int64) -> Board:
    """Return one of frame p's sets of cells."""
    return load(search.sets, (p, name), table.no_cells)


@kernel_part(forceinline=True)
def put(search: WeakSearch, p: int, name: np.int64, cells: Board) -> None:
    """Write one of frame p's sets of cells."""
    store(search.sets, (p, name), cells)


@kernel_part(forceinline=True)
def add(search: WeakSearch, p: int, name: np.int64, cells: Board) -> None:
    """Add cells to one of frame p's sets."""
    store(search.sets, (p, name), load(search.sets, (p, name), cells) | cells)


@kernel_part
def set_up(table: LineTable, search: WeakSearch, row: int, maker: Board, free: Board) -> None:
    """Write the position with these stones of Maker and these free cells to a row."""
    for j in range(table.size[0] + 1):
        store(search.level, (row, j), none(table.no_lines))
    live = none(free)
    for line in range(table.size[2]):
        cells = load(table.cells, line, free)
        if not some(cells & ~(maker | free)):
            at = (row, count(cells & maker))
            store(search.level, at, load(search.level, at, table.no_lines) | cell(line, table.no_lines))
            live |= cells
    store(search.maker, row, maker & live)
    store(search.empty, row, free & live)


@kernel_part
def settled(table: LineTable, search: WeakSearch, rows: Words, p: int, steps: int) -> int:
    """Simplify frame p's position; return its verdict if no search is needed, with its zone in the frame."""
    row, k, level = 2 * p, table.size[0], search.level
    # A proof begins with the position as it is, where Breaker is to move with that after his reply.
    begins = bool(search.now[LOGS]) and (p == 0 or (p == 1 and search.frame[0].move < 0))
    paired, forced = simplify(table, level, search.empty, search.maker, search.swaps, row, not begins)
    put(search, p, PAIRED, paired)
    put(search, p, FORCED, forced)
    empty, aside = load(search.empty, row, forced), paired | forced
    if some(load(level, (row, k), table.no_lines)):  # after a forced move, see `simplify`
        put(search, p, ZONE, forced)
        return WINS
    last = line_cells(table, load(level, (row, k - 1), table.no_lines)) & empty
    if some(last):
        put(search, p, ZONE, lowest(last) | forced)
        return WINS
    total, bound = potential(table, level, row), 1 << k
    if total == 0:
        put(search, p, ZONE, aside)
        return HOLDS
    if total < bound:
        score = search.score[row]
        shares(table, level, row, score)
        most = 0
        for c in range(len(score)):
            most = max(most, score[c])
        if total + most < bound:
            put(search, p, ZONE, empty | aside)
            return HOLDS
    key, stones, s = canonical(table.images, empty, load(search.maker, row, empty))
    verdict, zone = recall(rows, key, stones)
    if verdict:
        zone = image(table.images, table.inverse[s], zone)
        put(search, p, ZONE, zone | (aside if verdict == HOLDS else forced))
        return verdict
    if steps:
        at = spare(search)
        lines_die(table, level, row, at, none(table.no_lines))
        number, used = holds_by_pairs(table, level, at, empty, steps, search.pairs, search.queue, search.share)
        if number >= 0:
            put(search, p, ZONE, used | aside)
            return HOLDS
    return OPEN
