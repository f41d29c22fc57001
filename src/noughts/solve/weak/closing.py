"""What decides a position of the weak game without a search, for proofs: here positions are not simplified."""

from noughts.jit.compiler import kernel
from noughts.solve.boards import Board, cell, cell_of, column, load, none, rest_of, some
from noughts.solve.weak.frame import WEIGHTS, WeakSearch, set_up, spare
from noughts.solve.weak.lines import Ints, LineTable
from noughts.solve.weak.pairing import holds_by_pairs
from noughts.solve.weak.state import best, lines_die, weigh


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
def closing_reply(table: LineTable, search: WeakSearch, maker: Board, free: Board, steps: int) -> int:
    """Return a reply of Breaker after which pairs decide the position, or -1: none was found."""
    at = spare(search)
    row = at - 1
    set_up(table, search, row, maker, free)
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    rest = load(search.empty, row, free)
    left = rest
    while some(rest):
        reply = best(search.score[row], rest)
        rest &= ~cell(reply, rest)
        lines_die(table, search.level, row, at, column(table.through, reply, table.no_lines))
        count, _ = holds_by_pairs(
            table, search.level, at, left & ~cell(reply, rest), steps, search.pairs, search.queue, search.share
        )
        if count >= 0:
            return reply
    return -1


@kernel
def open_moves(table: LineTable, search: WeakSearch, maker: Board, free: Board, steps: int, enough: int) -> int:
    """Return how many of Maker's moves have no reply that decides the position, at most `enough`."""
    row = spare(search) - 1
    set_up(table, search, row, maker, free)
    count, rest = 0, load(search.empty, row, free)
    while some(rest) and count < enough:
        stone = cell(cell_of(rest), rest)
        rest = rest_of(rest)
        if closing_reply(table, search, maker | stone, free & ~stone, steps) < 0:
            count += 1
    return count


@kernel
def replies_in_order(table: LineTable, search: WeakSearch, maker: Board, free: Board, order: Ints) -> int:
    """Write the replies to `order`, those on most lines first; return how many."""
    row = spare(search) - 1
    set_up(table, search, row, maker, free)
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    count, rest = 0, load(search.empty, row, free)
    while some(rest):
        order[count] = best(search.score[row], rest)
        rest &= ~cell(order[count], rest)
        count += 1
    return count
