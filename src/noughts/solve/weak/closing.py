"""What decides a position of the weak game without a search, for proofs: here positions are not simplified."""

from noughts.jit.compiler import kernel
from noughts.solve.weak.bits import ONE, Word, bit, ctz, number
from noughts.solve.weak.frame import ROWS, WEIGHTS, WeakSearch, set_up
from noughts.solve.weak.lines import LineTable, Words
from noughts.solve.weak.pairing import holds_by_pairs
from noughts.solve.weak.state import NONE, best, lines_die, weigh


@kernel
def closing_pairs(table: LineTable, search: WeakSearch, maker: Word, free: Word, steps: int) -> int:
    """Return the number of pairs that decide the position with Maker to move, or -1: none were found."""
    set_up(table, search, ROWS - 1, maker, free)
    lines_die(table, search.level, ROWS - 1, ROWS, NONE, NONE)
    count, _ = holds_by_pairs(
        table, search.level, ROWS, search.empty[ROWS - 1], steps, search.pairs, search.queue, search.share
    )
    return count


@kernel
def closing_reply(table: LineTable, search: WeakSearch, maker: Word, free: Word, steps: int) -> int:
    """Return a reply of Breaker after which pairs decide the position, or -1: none was found."""
    row = ROWS - 1
    set_up(table, search, row, maker, free)
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    rest = search.empty[row]
    while rest:
        reply = best(search.score[row], rest)
        rest &= ~bit(reply)
        through0, through1 = table.through[0, reply], table.through[1, reply]
        lines_die(table, search.level, row, ROWS, through0, through1)
        left = search.empty[row] & ~bit(reply)
        count, _ = holds_by_pairs(table, search.level, ROWS, left, steps, search.pairs, search.queue, search.share)
        if count >= 0:
            return reply
    return -1


@kernel
def open_moves(table: LineTable, search: WeakSearch, maker: Word, free: Word, steps: int, enough: int) -> int:
    """Return how many of Maker's moves have no reply that decides the position, at most `enough`."""
    set_up(table, search, ROWS - 1, maker, free)
    count, rest = 0, search.empty[ROWS - 1]
    while rest and count < enough:
        move = ctz(rest)
        rest &= rest - ONE
        if closing_reply(table, search, maker | bit(move), free & ~bit(move), steps) < 0:
            count += 1
    return count


@kernel
def replies_in_order(table: LineTable, search: WeakSearch, maker: Word, free: Word, order: Words) -> int:
    """Write the replies to `order`, those on most lines first; return how many."""
    row = ROWS - 1
    set_up(table, search, row, maker, free)
    weigh(table, search.level, row, WEIGHTS, search.score[row])
    count, rest = 0, search.empty[row]
    while rest:
        order[count] = Word(best(search.score[row], rest))
        rest &= ~bit(number(order[count]))
        count += 1
    return count
