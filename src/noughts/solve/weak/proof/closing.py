"""What decides a position of the weak game without a search, for proofs: here positions are not simplified."""

from typing import Any

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, cell, cell_of, column, count, has, load, lowest, none, rest_of, some, store
from noughts.solve.weak.frame import WEIGHTS, WeakSearch, set_up, spare
from noughts.solve.weak.line_table import Ints, LineTable
from noughts.solve.weak.pairing import holds_by_pairs, most_of
from noughts.solve.weak.state import (
    best,
    common_cells,
    dominated,
    line_cells,
    lines_die,
    live_lines,
    maker_plays,
    potential,
    shares,
    simplify,
    weigh,
)

_NO_MOVE: Any = np.int64(0)
_TRIED = 12  # replies that `reply_in_two` tries
_REPLIES = 8  # replies to a move that `closing_replies` tries, the best first
_EARLIER, _FURTHER = 8, 30  # replies whose pairs are tried again, and the steps for further pairs
_KEPT = 3  # cells that Maker cannot get, before `_narrowed` gives up


@kernel
def closing_pairs(table: LineTable, search: WeakSearch, maker: Board, free: Board, steps: int) -> int:
    """Return the number of pairs that decide the position with Maker to move, or -1: none were found."""
    at = spare(search)
    set_up(table, search, at - 1, maker, free)
    lines_die(table, search.level, at - 1, at, none(table.no_lines))
    count, _ = holds_by_pairs(
        table, search.level, at, load(search.empty, at - 1, free), steps, search.pairs, search.queue, search.share
    )
    return count


@kernel
def closing_replies(
    table: LineTable,
    search: WeakSearch,
    maker: Board,
    free: Board,
    steps: int,
    most: int,
    first: Board,
    replies: Ints,
    given: Words,
) -> tuple[int, Board, Board]:
    """Find replies after which pairs decide the position, each for many of Maker's moves.

    The moves in `first` come first. Returns the number of replies; the moves that are left open, but for dominated
    ones, and after more than `most` of them no further ones are looked for; and the zone, if none is open. `given[i]`
    receives the moves that reply i answers: the pairs decide even if Maker owns all of them. `replies[i]` receives the
    reply, the number of pairs, and the pairs, each as a | b << 8.
    """
    row = spare(search) - 1
    set_up(table, search, row, maker, free)
    free = load(search.empty, row, free)
    answered = open_moves = zone = none(free)
    if some(load(search.level, (row, table.size[0]), table.no_lines)):  # Maker has a line
        return 0, ~open_moves, zone
    shares(table, search.level, row, search.score[row])
    left = free & ~dominated(table, search.level, row, free)
    number = 0
    while some(left) and count(open_moves) <= most:
        move = best(search.score[row], left & first if some(left & first) else left)
        if _answer(table, search, free, move, steps, number, replies, given):
            moves = load(given, number, free)
            left &= ~moves
            answered |= moves
            zone |= free & ~moves
            number += 1
        else:
            left &= ~cell(move, left)
            open_moves |= cell(move, left)
    live = live_lines(table, search.level, row)
    rest = zone & ~answered
    while some(rest):  # a dominated move is answered like the better one
        zone |= lowest(common_cells(table, live, cell_of(rest)) & answered)
        rest = rest_of(rest)
    return number, open_moves, zone


@kernel
def reply_in_two(
    table: LineTable,
    search: WeakSearch,
    maker: Board,
    free: Board,
    steps: int,
    score: Ints,
    replies: Ints,
    given: Words,
) -> tuple[int, int, Board]:
    """Find a reply after which every further move has a reply after which pairs decide the position.

    The replies on most lines are tried first. Returns the reply, or -1; how many replies follow, as `closing_replies`
    writes them; and the zone after it. `search.swaps` has the exchanges after the reply.
    """
    row = spare(search) - 1
    set_up(table, search, row, maker, free)
    weigh(table, search.level, row, WEIGHTS, score)
    rest = load(search.empty, row, free)
    hard = none(free)  # the moves that other replies have left open: most likely the next one does too
    for _ in range(_TRIED):
        if not some(rest):
            break
        reply = best(score, rest)
        rest &= ~cell(reply, rest)
        set_up(table, search, row, maker, free & ~cell(reply, free))
        simplify(table, search.level, search.empty, search.maker, search.swaps, row, True)
        stones, left = load(search.maker, row, free), load(search.empty, row, free)
        number, open_moves, zone = closing_replies(table, search, stones, left, steps, _NO_MOVE, hard, replies, given)
        if not some(open_moves):
            return reply, number, zone
        hard |= open_moves
    return -1, 0, hard


@kernel_part
def _answer(
    table: LineTable, search: WeakSearch, free: Board, move: int, steps: int, index: int, written: Ints, given: Words
) -> bool:
    """Write the first reply to a move after which pairs decide the position, as number `index`, if there is one.

    First the pairs of earlier replies are tried. That costs little, and a file whose lines share pairs is smaller.
    """
    at, level = spare(search), search.level
    row, after = at - 1, at - 2
    maker_plays(table, level, row, after, move)
    rest = free & ~cell(move, free)
    threats = line_cells(table, load(level, (after, table.size[0] - 1), table.no_lines)) & rest
    replies = threats if some(threats) else rest
    for earlier in range(index - 1, max(-1, index - 1 - _EARLIER), -1):
        if _answer_again(table, search, free, move, replies, index, earlier, written, given):
            return True
    weigh(table, level, after, WEIGHTS, search.score[after])
    tried = 0
    while some(replies) and tried < _REPLIES:
        tried += 1
        reply = best(search.score[after], replies)
        replies &= ~cell(reply, replies)
        lines_die(table, level, after, at, column(table.through, reply, table.no_lines))
        others = rest & ~cell(reply, rest)
        number, _ = holds_by_pairs(table, level, at, others, steps, search.pairs, search.queue, search.share)
        if number >= 0:
            _write(table, search, free, others, reply, index, 0, number, written, given)
            return True
    return False


@kernel_part
def _answer_again(
    table: LineTable,
    search: WeakSearch,
    free: Board,
    move: int,
    replies: Board,
    index: int,
    earlier: int,
    written: Ints,
    given: Words,
) -> bool:
    """Write a reply to a move, if the pairs of an earlier reply and some further ones decide the position after it.

    The reply is the cell that is paired with the move, else the earlier reply.
    """
    at, level = spare(search), search.level
    after, reply, size = at - 2, written[earlier, 0], written[earlier, 1]
    for i in range(2, 2 + size):
        a, b = written[earlier, i] & 255, written[earlier, i] >> 8
        if move == a:
            reply = b
        elif move == b:
            reply = a
    if not has(replies, reply):
        return False
    lines_die(table, level, after, at, column(table.through, reply, table.no_lines))
    others = free & ~(cell(move, free) | cell(reply, free))
    left, kept = others, 0
    for i in range(2, 2 + size):
        a, b = written[earlier, i] & 255, written[earlier, i] >> 8
        both = cell(a, free) | cell(b, free)
        dead = column(table.through, a, table.no_lines) & column(table.through, b, table.no_lines)
        if not some(both & ~left) and some(dead & live_lines(table, level, at)):
            lines_die(table, level, at, at, dead)
            maker_plays(table, level, at, at, a)
            maker_plays(table, level, at, at, b)
            left &= ~both
            written[index, 2 + kept] = written[earlier, i]
            kept += 1
    number, _ = holds_by_pairs(table, level, at, left, _FURTHER, search.pairs, search.queue, search.share)
    if number < 0:
        return False
    _write(table, search, free, others, reply, index, kept, number, written, given)
    return True


@kernel_part
def _write(
    table: LineTable,
    search: WeakSearch,
    free: Board,
    others: Board,
    reply: int,
    index: int,
    kept: int,
    number: int,
    written: Ints,
    given: Words,
) -> None:
    """Write a reply after which pairs decide: `kept` pairs that are written already, and `number` new ones.

    `others`: the free cells after it.
    """
    used = none(free)
    written[index, 0], written[index, 1] = reply, kept + number
    for i in range(number):
        written[index, 2 + kept + i] = search.pairs[i]
    for i in range(2, 2 + kept + number):
        used |= cell(written[index, i] & 255, used) | cell(written[index, i] >> 8, used)
    used |= _narrowed(table, search.level, spare(search) + number, others & ~used, search.share)
    store(given, index, free & ~(used | cell(reply, used)))


@kernel_part
def _narrowed(table: LineTable, level: Words, at: int, free: Board, share: Ints) -> Board:
    """Return the free cells that a low potential relies on: Maker gets the others, as many as he can without harm."""
    bound = 1 << table.size[0]
    kept, rest = none(free), line_cells(table, live_lines(table, level, at)) & free
    while some(rest) and count(kept) < _KEPT:
        shares(table, level, at, share[0])
        for c in range(share.shape[1]):
            share[0, c] = -share[0, c]
        least = best(share[0], rest)
        rest &= ~cell(least, rest)
        maker_plays(table, level, at, at + 1, least)
        total = potential(table, level, at + 1)
        if total < bound:
            shares(table, level, at + 1, share[0])
            total += most_of(kept | rest, share[0])
        if total < bound:
            lines_die(table, level, at + 1, at, none(table.no_lines))
        else:
            kept |= cell(least, kept)
    return kept | rest
