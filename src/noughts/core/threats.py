"""The threats that every move of a side makes, with all lines of a direction counted at once.

The cells of the lines of a direction are one step apart, so `stones >> i * step` says of all of them whether their cell
number i has a stone: bit c is the line that begins at cell c.
"""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from noughts.core.game import Game, Move, cells_of, mask_of


class Direction(NamedTuple):
    """The lines of a direction: how far apart their cells are, the cells where one begins, and the line from cell 0 on.

    `follow`, `go_on`: the lines with a cell of the board before their first one, and after their last one.
    """

    step: int
    starts: int
    line: int
    follow: int
    go_on: int


def threats_made(game: Game, stones: int, empty: int) -> dict[Move, int]:
    """Return the moves that make threats, where `empty` are the free cells, each with the bitboard of these: cells that
    can be played after the move and complete a line of the stones then, and did not before it. A threat stands for one
    cell, however many lines it completes.

    >>> threats_made(Game(3, 3, 3), 0b000_000_011, 0b011_110_100)[4]  # XX./O../..O: b3; c1 was a threat before b2
    128
    """
    before = 0
    pairs: defaultdict[Move, int] = defaultdict(int)
    for direction in _directions(game.m, game.n, game.k):
        lacking_one, lacking_two = _lacking(game, direction, stones, empty)
        for start in cells_of(lacking_one):
            before |= direction.line << start & empty
        for start in cells_of(lacking_two):
            both = direction.line << start & empty
            low = both & -both
            pairs[low.bit_length() - 1] |= both ^ low
            pairs[both.bit_length() - 1] |= low
    found = {move: made for move, cells in sorted(pairs.items()) if (made := cells & ~before)}
    if game.cells_stay_open:
        return found
    taken = game.full & ~empty
    now = game.legal(taken)
    playable = {move: made & game.legal(taken | 1 << move) for move, made in found.items() if now >> move & 1}
    return {move: made for move, made in playable.items() if made}


def _lacking(game: Game, direction: Direction, stones: int, empty: int) -> tuple[int, int]:
    """Return the lines of a direction that would win with one more stone, and those that would with two.

    Both are bitboards of the lines' first cells.
    """
    step, held, usable = direction.step, direction.starts, stones | empty
    one = two = three = 0  # the lines with so many empty cells, or more
    for at in range(0, game.k * step, step):
        held &= usable >> at
        free = empty >> at
        three |= two & free
        two |= one & free
        one |= free
    if not game.lines_last and game.k > 1:
        held &= ~(stones << step & direction.follow | stones >> game.k * step & direction.go_on)
    return held & one & ~two, held & two & ~three


@lru_cache(maxsize=64)
def _directions(m: int, n: int, k: int) -> tuple[Direction, ...]:
    """Return the directions in which lines fit; with k = 1 a line has none, and the first stands for all."""
    ways = ((0, 1), (1, 0), (1, 1), (1, -1)) if k > 1 else ((0, 1),)
    return tuple(found for down, right in ways if (found := _direction(m, n, k, down, right)).starts)


def _direction(m: int, n: int, k: int, down: int, right: int) -> Direction:
    def inside(steps: int) -> int:
        """Return the cells from which so many steps lead to a cell of the board."""
        return mask_of(
            tuple(
                row * m + column
                for row in range(n)
                for column in range(m)
                if 0 <= row + steps * down < n and 0 <= column + steps * right < m
            )
        )

    step = down * m + right
    return Direction(step, inside(k - 1), mask_of(tuple(at * step for at in range(k))), inside(-1), inside(k))
