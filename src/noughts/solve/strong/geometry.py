"""The shape of a game's board, for compiled code: its lines and its symmetries as shifts.

A line is its first cell, a direction and k: its cells are first, first + step, .... So a set of lines of one direction
is the board of their first cells, and one operation on the board treats all of them. On 4,3,3:

    step  1 (row)    step  4 (column)   step  5 (diagonal \\)   step  3 (diagonal /)
     *  *  .  .       *  *  *  *         *  *  .  .             .  .  *  *
     *  *  .  .       .  .  .  .         .  .  .  .             .  .  .  .
     *  *  .  .       .  .  .  .         .  .  .  .             .  .  .  .
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, refuse_options
from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.board_words import Board, Words, load, precedes, reverse, without_lowest_word, words_of
from noughts.solve.strong.width import width_of

FULL = 0  # the row of `Geometry.boards` with all cells; direction d's first cells are in row d + 1


class Geometry(NamedTuple):
    """What compiled code knows of a game."""

    k: int
    boards: Words  # [FULL, word] all cells; [direction + 1, word] the first cells of its lines
    steps: npt.NDArray[np.uint64]  # [direction] from a cell of a line to the next
    columns: Words  # [column, word] its cells
    diagonals: Words  # [i, word] the cells with row - column = 1 - m + i; on a board that is not square, nothing
    square: bool
    spare: int  # bits of the words that are not cells


@lru_cache(maxsize=64)
def geometry(game: Game) -> Geometry:
    """Return the arrays that describe a game. Raises GameError for an exact one."""
    refuse_options(game, "depth-first searches")
    m, n, k = game.m, game.n, game.k
    firsts, steps = [], []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        first = sum(
            1 << row * m + column
            for row in range(n - (k - 1) * down)
            for column in range(m)
            if 0 <= column + (k - 1) * right < m
        )
        firsts.append(first)
        steps.append(down * m + right if first else 1)  # without lines any step will do, but never one of 0
    columns = [sum(1 << row * m + column for row in range(n)) for column in range(m)]
    square = m == n > 1
    diagonals = [
        sum(1 << row * m + row - off for row in range(m) if 0 <= row - off < m)
        for off in (range(1 - m, m) if square else ())
    ]
    width = width_of(game)

    def rows(masks: list[int]) -> Words:
        return np.array([words_of(mask, width) for mask in masks], dtype=np.uint64).reshape(-1, width)

    return Geometry(
        k=k,
        boards=rows([game.full, *firsts]),
        steps=np.array(steps, dtype=np.uint64),
        columns=rows(columns),
        diagonals=rows(diagonals or [0]),
        square=square,
        spare=64 * width - game.cells,
    )


@kernel
def canonical(a: Board, d: Board, shape: Geometry) -> tuple[Board, Board]:
    """Return the least image of a pair of boards, as two numbers, under the symmetries of the game."""
    least_a, least_d = a, d
    for transposed in range(1 + shape.square):
        if transposed:
            a, d = _transpose(a, shape), _transpose(d, shape)
        for mirrored in range(2):
            if mirrored:
                a, d = _mirror(a, shape), _mirror(d, shape)
            if _is_less(a, d, least_a, least_d):
                least_a, least_d = a, d
            turned_a, turned_d = _half_turn(a, shape), _half_turn(d, shape)
            if _is_less(turned_a, turned_d, least_a, least_d):
                least_a, least_d = turned_a, turned_d
    return least_a, least_d


@kernel_part(forceinline=True)
def _is_less(a: Board, d: Board, least_a: Board, least_d: Board) -> Any:
    return precedes(a, least_a) or (a == least_a and precedes(d, least_d))


@kernel_part
def _half_turn(board: Board, shape: Geometry) -> Board:
    """Cell c goes to the last cell minus c."""
    turned = reverse(board)
    for _ in range(shape.spare // 64):
        turned = without_lowest_word(turned)
    if shape.spare % 64:
        turned = turned >> np.uint64(shape.spare % 64)
    return turned


@kernel_part
def _mirror(board: Board, shape: Geometry) -> Board:
    """Column j goes to column m - 1 - j."""
    m = shape.columns.shape[0]
    image = board ^ board
    for j in range(m):
        column = board & load(shape.columns, j, board)
        by = m - 1 - 2 * j
        if by > 0:
            column = column << np.uint64(by)
        elif by < 0:
            column = column >> np.uint64(-by)
        image = image | column
    return image


@kernel_part
def _transpose(board: Board, shape: Geometry) -> Board:
    """Row and column change places: a cell `off` below the main diagonal moves by off * (m - 1), in steps."""
    m = shape.columns.shape[0]
    step = np.uint64(m - 1)
    below = board ^ board
    above = below
    for off in range(m - 1, 0, -1):
        below = (below | (board & load(shape.diagonals, m - 1 + off, board))) >> step
        above = (above | (board & load(shape.diagonals, m - 1 - off, board))) << step
    return below | above | (board & load(shape.diagonals, m - 1, board))
