"""Cells as bits, column by column: the lowest cell first, and above each column a bit that stays free.

On a board of three columns and three rows:

     3  7 11      no cells: lines do not run from one column into the next
     2  6 10
     1  5  9
     0  4  8

A step up is 1, a step to the right is `side`, here 4; the diagonals are `side` + 1 and `side` - 1. Where stones stand
without a gap, `taken + bottom` has one bit in each column: the cell on which the next stone falls, above a full column
the bit that is no cell.

In plain Python cells are an int of any length; compiled they are one or two words (see `noughts.solve.boards`).
"""

from typing import Final, NamedTuple

from noughts.core.game import Game
from noughts.jit.kernels import form_of, kernel, kernel_part
from noughts.solve.boards import Board, board_of, none, rest_of, some, sum_of

_WORD: Final = 64  # bits
MOST_WORDS: Final = 2


class Shape(NamedTuple):
    """What the search knows of a game."""

    columns: int
    k: int
    side: int  # the bits of a column, and a step to the right
    cells: int
    board: Board
    bottom: Board
    even: Board  # cells with an even number of free cells from them to the top of the column, bits above columns
    column: Board  # the bits of the first column
    nothing: Board  # no cells


def bits_of(game: Game) -> int:
    """Return the number of bits of a board."""
    return game.m * (game.n + 1)


def width_of(game: Game) -> int:
    """Return the words of a board in compiled code."""
    return (bits_of(game) + _WORD - 1) // _WORD


def compiles(game: Game) -> bool:
    """Return whether compiled code takes the boards of a game."""
    return width_of(game) <= MOST_WORDS  # no shift is longer than a word: two steps along a diagonal of 26 rows are 56


def shape_of(game: Game, is_compiled: bool = False) -> Shape:
    """Return what the search knows of a game, with boards as plain or compiled code takes them."""
    m, n, side = game.m, game.n, game.n + 1
    bottom = sum(1 << column * side for column in range(m))
    even = bottom * sum(1 << row for row in range(n, -1, -2))
    masks = bottom * ((1 << n) - 1), bottom, even, (1 << side) - 1, 0
    boards = [form_of(board_of, is_compiled)(mask, width_of(game)) for mask in masks]
    return Shape(m, game.k, side, game.cells, *boards)


@kernel()
def landing_cells(taken: Board, shape: Shape) -> Board:
    """Return the cells where a stone may go."""
    return sum_of(taken, shape.bottom) & shape.board


@kernel_part(forceinline=True)
def completing(stones: Board, shape: Shape) -> Board:
    """Return the cells where one more stone makes k in a row: also taken ones, and bits that are no cells."""
    k, side, cells = shape.k, shape.side, shape.nothing
    for step in (1, side - 1, side, side + 1):
        if k == 4:  # the same as `_completing`, in half the steps
            before, after = stones << step, stones >> step
            two_before, two_after = before << step, after >> step
            cells = cells | before & two_before & (two_before << step | after)
            cells = cells | after & two_after & (two_after >> step | before)
        else:
            cells = cells | _completing(stones, k, step)
    return cells


@kernel_part(forceinline=True)
def _completing(stones: Board, k: int, step: int) -> Board:
    cells = none(stones)
    for place in range(k):  # of the missing stone
        others, before, after = ~cells | cells, stones, stones
        for _ in range(place):
            before = before << step
            others = others & before
        for _ in range(k - 1 - place):
            after = after >> step
            others = others & after
        cells = cells | others
    return cells


@kernel_part(forceinline=True)
def has_line(stones: Board, shape: Shape) -> bool:
    """Return whether k of the stones are in a row."""
    k, side = shape.k, shape.side
    for step in (1, side - 1, side, side + 1):
        row = stones
        if k == 4:
            row = stones & (stones >> step)
            row = row & (row >> 2 * step)
        else:
            for _ in range(k - 1):
                row = stones & (row >> step)
        if row != shape.nothing:
            return True
    return False


@kernel_part(forceinline=True)
def safe_moves(threats: Board, taken: Board, shape: Shape) -> Board:
    """Return the moves after which the other side does not win at once; `threats`: the cells where it does."""
    landing = sum_of(taken, shape.bottom) & shape.board
    forced = threats & landing
    if forced != shape.nothing:
        if some(rest_of(forced)):  # one stone stops one of them
            return shape.nothing
        landing = forced
    return landing & ~(threats >> 1)


@kernel_part()
def mirrored(cells: Board, shape: Shape) -> Board:
    """Return the cells with left and right exchanged."""
    image = none(cells)
    for _ in range(shape.columns):
        image = image << shape.side | cells & shape.column
        cells = cells >> shape.side
    return image
