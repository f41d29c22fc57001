"""The leaves of an argument: a pairing, and the potential of the lines that no pair stops.

Maker is the side that wants a line, with stones `maker`; `free` are the empty cells; every other cell stops a line.
Breaker answers each cell of a pair with its partner, so a line that holds a pair is never completed (Hales and Jewett,
Regularity and positional games, 1963). In the other lines the paired cells are counted as Maker's; with their free
cells outside the pairs, the sum over these lines of 2^-(free cells) is below 1, with Maker to move even after any of
his moves, whose lines count double (P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14,
1973): Breaker takes the cell of the greatest share, and none of them is completed either.
"""

from functools import lru_cache

from noughts.certify.entry import Entry, Pairs, short_repr
from noughts.core.game import Game, cells_of


def fault_of_leaf(entry: Entry, game: Game, maker: int, free: int, *, to_move: bool) -> str | None:
    """Return the fault in a leaf's argument, or None; `to_move`: whether Maker moves next."""
    if not entry.pairs and not entry.potential:
        return f"entry {short_repr(str(entry))} is not a leaf"
    fault = fault_of_pairs(game, entry.pairs, live_lines(game, maker, free), free, to_move=to_move)
    return None if fault is None else f"entry {short_repr(str(entry))}: {fault}"


def fault_of_pairs(game: Game, pairs: Pairs, lines: int, free: int, *, to_move: bool) -> str | None:
    """Return why pairs, and the potential of the others of these live lines, do not close a place, or None."""
    paired, through = 0, lines_through(game)
    for a, b in pairs:
        pair = 1 << a | 1 << b
        if a == b or pair & ~free or pair & paired:
            return f"pair {a}-{b} needs two free cells that no other pair has"
        paired |= pair
        lines &= ~(through[a] & through[b])
    if not potential_holds(game, lines, free & ~paired, to_move=to_move):
        return f"too much potential in the {lines.bit_count()} lines that no pair stops"
    return None


@lru_cache(maxsize=4)
def lines_through(game: Game) -> tuple[int, ...]:
    """Return for every cell the set of lines through it: bit n of a number is line n of `game.line_masks`."""
    masks = game.line_masks
    return tuple(sum(1 << n for n, line in enumerate(masks) if line >> cell & 1) for cell in range(game.cells))


def live_lines(game: Game, maker: int, free: int) -> int:
    """Return the lines that Maker may still complete, as `lines_through` has sets of lines."""
    through, lines = lines_through(game), (1 << len(game.line_masks)) - 1
    for cell in cells_of(game.full & ~(maker | free)):
        lines &= ~through[cell]
    return lines


def masks_of(game: Game, lines: int) -> list[int]:
    """Return the bitboards of a set of lines."""
    return [game.line_masks[number] for number in cells_of(lines)]


def potential_holds(game: Game, lines: int, free: int, *, to_move: bool) -> bool:
    """Return whether the potential of lines with these free cells is below 1: an exact sum, in units of 2^-k."""
    one, sets = 1 << game.k, [line & free for line in masks_of(game, lines)]
    total = sum([one >> cells.bit_count() for cells in sets])
    if total >= one or 2 * total < one or not to_move:
        return total < one  # no cell has a greater share than the sum
    shares = dict[int, int]()
    for cells in sets:
        weight = one >> cells.bit_count()
        while cells:
            low = cells & -cells
            shares[low] = shares.get(low, 0) + weight
            cells ^= low  # noqa: PLW2901 - those that remain
    return total + max(shares.values(), default=0) < one
