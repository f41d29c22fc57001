r"""Static arguments that Breaker holds the weak game, on any board, in plain Python.

Breaker names disjoint pairs of free cells and answers each cell with its partner: a line that holds a pair
will never be completed (Hales and Jewett, *Regularity and positional games*, 1963). The lines without a pair
are counted with their free cells outside the pairs: with Maker to move, Breaker holds if

    sum over these lines of 2^-(free cells)  +  the greatest share of one cell in that sum   <  1

and with Breaker to move if the sum alone is below 1 (Erdős and Selfridge, *On a combinatorial game*,
1973). Breaker answers a move in a pair with its partner, and a move elsewhere with a move elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from noughts.core.game import Game, Move, cells_of

Pair = tuple[Move, Move]

# A pairing for k = 9 on the unbounded board, repeated in both directions: every cell of a row, a column or a
# diagonal has a pair of neighbours along it within any nine. A sign points from one cell to its partner.
_TILE: Final = r"""
. \ / . > . . .
\ . . \ / > . \
. . / . . \ > .
v . v \ > . . v
. \ . v . > . .
. v . . v v v >
. . \ / . . . >
/ / . . / > . /
"""
_TILE_REACH: Final = 9
_STEPS: Final = {">": (0, 1), "v": (1, 0), "\\": (1, 1), "/": (1, -1)}

_BRANCHES: Final = 3  # pairs that are tried for a line


def pairs_hold(game: Game, maker: int, breaker: int, maker_moves: bool = True, pairs: Iterable[Pair] = ()) -> bool:
    """Return whether Breaker holds by these pairs and the potential of the rest.

    >>> pairs_hold(Game(4, 4, 4), 0, 0)
    True
    """
    masks = [1 << a | 1 << b for a, b in pairs]
    paired = sum(masks)
    if any(mask.bit_count() != 2 for mask in masks) or paired.bit_count() != 2 * len(masks):
        return False
    if paired & (maker | breaker):
        return False
    rest = [
        line & ~maker & ~paired
        for line in game.line_masks
        if not line & breaker and not any(mask & line == mask for mask in masks)
    ]
    return _low(game.k, rest, maker_moves)


def find_pairs(
    game: Game, maker: int, breaker: int, maker_moves: bool = True, steps: int = 1000
) -> tuple[Pair, ...] | None:
    """Return pairs by which Breaker holds, () if the potential alone suffices, or None if none were found.

    The search is bounded, so None proves nothing. A step costs about one pass over all lines.
    """
    if pairs_hold(game, maker, breaker, maker_moves):
        return ()
    if game.k >= _TILE_REACH:
        tiled = [pair for pair in _tiling(game) if not (1 << pair[0] | 1 << pair[1]) & (maker | breaker)]
        if pairs_hold(game, maker, breaker, maker_moves, tiled):
            return tuple(tiled)
    lines = [line & ~maker for line in game.line_masks if not line & breaker]
    stack = [iter([(lines, 0)])]
    chosen: list[int] = []
    while stack and steps > 0:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
            if chosen:
                chosen.pop()
            continue
        steps -= 1
        lines, pair = state
        if len(stack) > 1:
            chosen.append(pair)
        if _low(game.k, lines, maker_moves):
            return tuple((a, b) for a, b in map(cells_of, chosen))
        stack.append(_choices(game.k, lines))
    return None


def _low(k: int, lines: Sequence[int], maker_moves: bool) -> bool:
    """Return whether the potential of the lines, given by their free cells, is low enough."""
    bound = 1 << k
    total = sum(1 << (k - line.bit_count()) for line in lines)
    if not maker_moves or total >= bound:
        return total < bound
    return total + max(_shares(k, lines).values(), default=0) < bound


def _shares(k: int, lines: Sequence[int]) -> dict[Move, int]:
    """Return the share of each free cell: the part of the potential that goes through it."""
    share: dict[Move, int] = {}
    for line in lines:
        worth = 1 << (k - line.bit_count())
        for cell in cells_of(line):
            share[cell] = share.get(cell, 0) + worth
    return share


def _choices(k: int, lines: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Yield the best pairs of the tightest line, each with the lines that it leaves."""
    fewest = min(line.bit_count() for line in lines)
    if fewest < 2:
        return
    share = _shares(k, lines)
    tightest = max(
        (line for line in lines if line.bit_count() == fewest),
        key=lambda line: sum(share[cell] for cell in cells_of(line)),
    )

    def left(pair: Pair) -> int:
        a, b = pair
        mask = 1 << a | 1 << b
        both = sum(1 << (k - line.bit_count()) for line in lines if line & mask == mask)
        return share[a] + share[b] - 3 * both

    for a, b in sorted(combinations(cells_of(tightest), 2), key=left)[:_BRANCHES]:
        mask = 1 << a | 1 << b
        yield [line & ~mask for line in lines if line & mask != mask], mask


def _tiling(game: Game) -> Iterator[Pair]:
    tile = [row.split() for row in _TILE.split("\n") if row]
    for row in range(game.n):
        for column in range(game.m):
            down, right = _STEPS.get(tile[row % 8][column % 8], (0, 0))
            if (down or right) and row + down < game.n and 0 <= column + right < game.m:
                yield game.cell(row, column), game.cell(row + down, column + right)
