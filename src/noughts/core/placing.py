"""Reachability: an order in which the stones of a position can be placed without an early end.

In most games any order will do. Where a stone waits for those below it, these may be the other side's: the position
is taken apart, move by move, from its end. Where a line does not stay whole, as in an exact game, an overline grows
past k without ever being k in a row: two shorter rows are joined by the stone between them. The stones of one side
do not depend on those of the other then, so an order is found for each side alone.
"""

from typing import Final

from noughts.core.game import Game, Move, cells_of
from noughts.errors import LimitExceeded

_TRIED: Final = 2_000  # sets of stones of one side: half a second on the largest boards
_MOST_POSITIONS: Final = 100_000  # a second


def is_reached(game: Game, x: int, o: int, last: int = 0) -> bool:
    """Return whether some order of moves leads to these stones and completes no line before the end.

    With `last` the last stone is one of these cells. The stones are as many as side by side, none floats, and a side
    has no line that lasts without the last stone. Where the search takes too long, an order is assumed.
    """
    if game.cells_stay_open and game.lines_last:
        return True
    try:
        return moves_to(game, x, o, last) is not None
    except LimitExceeded:
        return True


def moves_to(game: Game, x: int, o: int, last: int = 0) -> tuple[Move, ...] | None:
    """Return moves that lead to such stones, or None if there are none. Raises LimitExceeded where the search for them
    takes too long.

    >>> moves_to(Game(3, 3, 3), 0b100_010_000, 0b000_000_001)
    (4, 0, 8)
    """
    if not game.cells_stay_open:
        return _taken_apart(game, x, o, last)
    orders = [order(game, stones, last & stones) for stones in (x, o)]
    if None in orders:
        return None
    first, second = (iter(each or ()) for each in orders)
    return tuple(next(second if ply % 2 else first) for ply in range((x | o).bit_count()))


def _taken_apart(game: Game, x: int, o: int, last: int) -> tuple[Move, ...] | None:
    """Return the moves, found by taking the last stones away one after the other, until none is left."""
    todo, seen = [(x, o, last, tuple[Move, ...]())], set[tuple[int, int]]()
    while todo:
        x, o, last, after = todo.pop()
        if not (x | o):
            return after
        if len(seen) > _MOST_POSITIONS:
            raise LimitExceeded(f"no order found among {len(seen):,} positions")
        moved, waits = (x, o) if x.bit_count() > o.bit_count() else (o, x)
        cells = (moved & last or moved) & game.latest(moved | waits)
        for cell in reversed(cells_of(cells)):  # the highest column is taken apart first
            rest = moved ^ 1 << cell
            before = (rest, waits) if moved is x else (waits, rest)
            if before not in seen and (game.lines_last or not game.has_line(rest)):
                seen.add(before)
                todo.append((*before, 0, (cell, *after)))
    return None


def order(game: Game, stones: int, last: int = 0) -> tuple[Move, ...] | None:
    """Return an order of the stones of one side in which none completes a line, or None if there is none.

    With `last`, the cells of a line that wins, the last stone is one of them, and completes it. Raises LimitExceeded if
    the search for an order takes too long.

    >>> order(Game(4, 1, 3, exact=True), 0b1111)
    (0, 1, 3, 2)
    >>> order(Game(4, 2, 2, exact=True), 0b0011) is None
    True
    """
    ends: list[tuple[Move, ...]] = [(cell,) for cell in cells_of(last)] or [()]  # the last stones, the very last first
    tried = set[int]()
    while ends:
        end = ends.pop()
        rest = stones
        for cell in end:
            rest ^= 1 << cell
        if rest in tried:
            continue
        tried.add(rest)
        if len(tried) > _TRIED:
            raise LimitExceeded(f"no order of {stones.bit_count()} stones found among {_TRIED:,} sets of stones")
        if game.has_line(rest):
            continue
        longer = 0  # stones of overlines: the others can be placed first
        for line in game.line_masks:
            if rest & line == line:
                longer |= line
        if not longer:
            return (*cells_of(rest), *reversed(end))
        ends += ((*end, cell) for cell in cells_of(longer))
    return None
