"""The leaves of an argument: a pairing, and the potential of the lines that no pair stops.

Maker is the side that wants a line, with stones `maker`; `free` are the empty cells; every other cell stops a line.
Breaker answers each cell of a pair with its partner, so a line that holds a pair is never completed (Hales and Jewett,
Regularity and positional games, 1963). In the other lines the paired cells are counted as Maker's; with their free
cells outside the pairs, the sum over these lines of 2^-(free cells) is below 1, with Maker to move even after any of
his moves, whose lines count double (P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14,
1973): Breaker takes the cell of the greatest share, and none of them is completed either.
"""

from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import compress
from operator import and_, or_
from typing import Final

from noughts.certify.entry import Entry, Pairs, short_repr
from noughts.core.game import Game, Move, cells_of

_TRUTH: Final = bytes.maketrans(b"01", b"\x00\x01")


def fault_of_leaf(entry: Entry, game: Game, maker: int, free: int, *, to_move: bool) -> str | None:
    """Return the fault in a leaf's argument, or None; `to_move`: whether Maker moves next."""
    if not entry.pairs and not entry.potential:
        return f"entry {short_repr(str(entry))} is not a leaf"
    fault = fault_of_pairs(game, entry.pairs, live_lines(game, maker, free), free, to_move=to_move)
    return None if fault is None else f"entry {short_repr(str(entry))}: {fault}"


def fault_of_pairs(game: Game, pairs: Pairs, lines: int, free: int, *, to_move: bool) -> str | None:
    """Return why pairs, and the potential of the others of these live lines, do not close a place, or None."""
    if pairs:
        masks, unstopped = zip(*map(_pair_masks(game), pairs), strict=True)
        paired = reduce(or_, masks)
        if paired & ~free or paired.bit_count() < 2 * len(pairs):
            return _fault_of_cells(pairs, free)
        free, lines = free ^ paired, reduce(and_, unstopped, lines)
    if not potential_holds(game, lines, free, to_move=to_move):
        return f"too much potential in the {lines.bit_count()} lines that no pair stops"
    return None


def _fault_of_cells(pairs: Pairs, free: int) -> str | None:
    """Return the fault of the first of these pairs whose cells are not free, or are not two cells of its own."""
    for a, b in pairs:
        pair = 1 << a | 1 << b
        if a == b or pair & ~free:
            return f"pair {a}-{b} needs two free cells that no other pair has"
        free ^= pair
    return None


@lru_cache(maxsize=4)
def _pair_masks(game: Game) -> Callable[[tuple[Move, Move]], tuple[int, int]]:
    """Return the function that gives the bitboard of a pair, and the set of lines that the pair does not stop."""
    through = lines_through(game)

    @lru_cache(maxsize=1 << 14)
    def masks(pair: tuple[Move, Move]) -> tuple[int, int]:
        a, b = pair
        return 1 << a | 1 << b, ~(through[a] & through[b])

    return masks


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
    """Return the bitboards of a set of lines, the last line first."""
    # The digits of the set choose from the lines: four times as fast as one line after the other.
    masks = _last_line_first(game)
    return list(compress(masks, f"{lines:0{len(masks)}b}".encode().translate(_TRUTH)))


@lru_cache(maxsize=4)
def _last_line_first(game: Game) -> tuple[int, ...]:
    return tuple(reversed(game.line_masks))


def potential_holds(game: Game, lines: int, free: int, *, to_move: bool) -> bool:
    """Return whether the potential of lines with these free cells is below 1: an exact sum, in units of 2^-k."""
    whole, sets = 1 << game.k, [line & free for line in masks_of(game, lines)]
    weights = [whole >> cells.bit_count() for cells in sets]
    total = sum(weights)
    if total >= whole or 2 * total < whole or not to_move:
        return total < whole  # no cell has a greater share than the sum
    # The shares of all cells at once: the cells whose share has the bit n are digits[n].
    digits = [0] * (game.k + 2)
    for cells, weight in zip(sets, weights, strict=True):
        at = weight.bit_length() - 1
        while cells:
            digits[at], cells = digits[at] ^ cells, digits[at] & cells  # noqa: PLW2901 - those that carry
            at += 1
    reach, room = free, whole - total
    for at in reversed(range(len(digits))):
        if room >> at & 1:
            reach &= digits[at]
        elif reach & digits[at]:
            return False
    return not reach
