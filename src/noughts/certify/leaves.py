"""Where an argument ends without playing on: a pairing, or the potential. Both keep Maker from completing any line.

Maker is the side that wants a line, with stones `maker`; `free` are the empty cells; every other cell stops a line.
"""

from collections.abc import Sequence

from noughts.certify.format import Entry
from noughts.core.game import Game


def live_lines(lines: Sequence[int], maker: int, free: int) -> list[int]:
    """Return the lines, as bitboards, that Maker may still complete."""
    reach = maker | free
    return [line for line in lines if line & reach == line]


def fault_of_leaf(entry: Entry, game: Game, maker: int, free: int, *, to_move: bool) -> str | None:
    """Return what is wrong with a leaf's argument, or None; `to_move`: whether Maker moves next."""
    lines = live_lines(game.line_masks, maker, free)
    if entry.potential:
        return (
            None
            if potential_holds(lines, free, game.k, to_move=to_move)
            else f"entry {str(entry)!r}: too much potential"
        )
    if not entry.pairs:
        return f"entry {str(entry)!r} is no leaf"
    return fault_of_pairing(entry, lines, free)


def potential_holds(lines: Sequence[int], free: int, k: int, *, to_move: bool) -> bool:
    """Return whether the Erdős-Selfridge sum keeps Maker off: sum over live lines of 2^-(free cells) below 1, and
    with Maker to move the sum after any of its moves (the cell's lines count double). In units of 2^-k, exactly.

    P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14 (1973).
    """
    total, shares = 0, dict[int, int]()
    for line in lines:
        cells = line & free
        weight = 1 << (k - cells.bit_count())
        total += weight
        while to_move and cells:
            low = cells & -cells
            shares[low] = shares.get(low, 0) + weight
            cells ^= low
    return total + max(shares.values(), default=0) < 1 << k


def fault_of_pairing(entry: Entry, lines: Sequence[int], free: int) -> str | None:
    """Return why the pairs keep no hold of every live line, or None. Breaker answers in the pair that Maker
    touches."""
    used, masks = 0, []
    for a, b in entry.pairs:
        pair = 1 << a | 1 << b
        if a == b or pair & ~free or pair & used:
            return f"entry {str(entry)!r}: pair {a}-{b} is not of two free cells of its own"
        used |= pair
        masks.append(pair)
    for line in lines:
        if not any(line & pair == pair for pair in masks):
            return f"entry {str(entry)!r}: a live line holds no pair"
    return None
