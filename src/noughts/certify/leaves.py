"""The leaves of an argument: a pairing, and the potential of the lines that no pair stops.

Maker is the side that wants a line, with stones `maker`; `free` are the empty cells; every other cell stops a line.
Breaker answers each cell of a pair with its partner, so a line that holds a pair is never completed (Hales and Jewett,
Regularity and positional games, 1963). In the other lines the paired cells are counted as Maker's; with their free
cells outside the pairs, the sum over these lines of 2^-(free cells) is below 1, with Maker to move even after any of
his moves, whose lines count double (P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14,
1973): Breaker takes the cell of the greatest share, and none of them is completed either.
"""

from noughts.certify.entry import Entry, Pairs, short_repr
from noughts.core.game import Game


def fault_of_leaf(entry: Entry, game: Game, maker: int, free: int, *, to_move: bool) -> str | None:
    """Return the fault in a leaf's argument, or None; `to_move`: whether Maker moves next."""
    if not entry.pairs and not entry.potential:
        return f"entry {short_repr(str(entry))} is not a leaf"
    fault = fault_of_pairs(entry.pairs, live_lines(game, maker, free), free, game.k, to_move=to_move)
    return None if fault is None else f"entry {short_repr(str(entry))}: {fault}"


def fault_of_pairs(pairs: Pairs, lines: list[int], free: int, k: int, *, to_move: bool) -> str | None:
    """Return why pairs, and the potential of the others of these live lines, do not close a place, or None."""
    paired = 0
    for a, b in pairs:
        pair = 1 << a | 1 << b
        if a == b or pair & ~free or pair & paired:
            return f"pair {a}-{b} needs two free cells that no other pair has"
        paired |= pair
        if lines:
            lines = [line for line in lines if line & pair != pair]
    if not potential_holds([line & free & ~paired for line in lines], k, to_move=to_move):
        return f"too much potential in the {len(lines)} lines that no pair stops"
    return None


def live_lines(game: Game, maker: int, free: int) -> list[int]:
    """Return the lines, as bitboards, that Maker may still complete."""
    stopped = game.full & ~(maker | free)
    return [line for line in game.line_masks if not line & stopped]


def potential_holds(lines: list[int], k: int, *, to_move: bool) -> bool:
    """Return whether the potential of lines, given by their free cells, is below 1: an exact sum, in units of 2^-k."""
    one = 1 << k
    total = sum([one >> line.bit_count() for line in lines])
    if total >= one or 2 * total < one or not to_move:
        return total < one  # no cell has a greater share than the sum
    shares = dict[int, int]()
    for line in lines:
        weight = one >> line.bit_count()
        while line:
            low = line & -line
            shares[low] = shares.get(low, 0) + weight
            line ^= low  # noqa: PLW2901 - its remaining cells
    return total + max(shares.values(), default=0) < one
