"""Reachability in exact games: an order in which one side can place its stones without an early win.

An overline grows past k without ever being k in a row: two shorter rows are joined by the stone between them. The
stones of one side do not depend on those of the other, so an order is found for each side alone, from its end.
"""

from typing import Final

from noughts.core.game import Game, Move, cells_of
from noughts.errors import LimitExceeded

_TRIED: Final = 2_000  # sets of stones: half a second on the largest boards


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
