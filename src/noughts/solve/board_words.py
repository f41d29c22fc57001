"""Sets of cells as machine words: the compiled form of `noughts.solve.boards`.

A board is a tuple of 64-bit words, the lowest first: cell c is bit c % 64 of word c // 64. The board of 8,8,5 is
one word, 9,9,5's two, 15,15,5's four, and the same source compiles for each:

    word 1:  ... 67 66 65 64 | word 0:  63 62 ... 2 1 0

In compiled functions `&`, `|`, `^`, `~` work on boards as on numbers, and so do `<<` and `>>` by 1 to 63: a shift
carries from word to word, and so does `sum_of`. The functions of `boards` are defined for tuples here: by recursion on
their length, which the compiler unrolls. An operation costs as many instructions as the board has words, and no memory.

A set of lines is a board too, for `noughts.solve.weak`: line number c is bit c.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-def,call-arg"
# ruff: noqa: RUF005 - compiled code has no (*a, *b)

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import kernel, overload, types
from noughts.jit.instructions import bits, highest_bit, lowest_bit
from noughts.solve.boards import (
    Board,
    add,
    cell,
    cell_of,
    column,
    count,
    has,
    highest_cell,
    load,
    lowest,
    lowest_bits,
    none,
    precedes,
    rest_of,
    row_and_rest,
    some,
    store,
    sum_of,
    with_lowest_bits,
)

Words = npt.NDArray[np.uint64]  # boards in an array: a row for each, a column for each of its words

ONE = np.uint64(1)
NONE = np.uint64(0)
_WIDTH = np.uint64(64)
_HALF = np.uint64(32)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_INLINED: Any = {"jit_options": {"forceinline": True}}


def new_boards(rows: int, width: int) -> Words:
    """Return memory for boards, all of them empty."""
    return np.zeros((rows, width), np.uint64)


def new_numbers(size: int) -> npt.NDArray[np.int64]:
    """Return memory for numbers, all of them 0."""
    return np.zeros(size, np.int64)


def repeated(numbers: Sequence[int], times: int = 1) -> npt.NDArray[np.int64]:
    """Return numbers, one after the other, again and again; zeros take no memory before they are written."""
    return np.tile(np.array(numbers, np.int64), times) if any(numbers) else new_numbers(times * len(numbers))


def rows_of(masks: Sequence[int], width: int) -> Words:
    """Return bitboards of `noughts.core` as boards by row."""
    return np.array([words_of(mask, width) for mask in masks], np.uint64).reshape(-1, width)


def shifts(numbers: Sequence[int]) -> Words:
    """Return numbers by which boards are shifted."""
    return np.array(numbers, np.uint64)


def words_of(mask: int, width: int) -> list[int]:
    """Return a bitboard of `noughts.core` as `width` 64-bit words, the lowest first."""
    return [mask >> 64 * index & 0xFFFF_FFFF_FFFF_FFFF for index in range(width)]


def board_of(mask: int, width: int) -> Board:
    """Return a bitboard of `noughts.core` as compiled code takes it."""
    return tuple(np.uint64(word) for word in words_of(mask, width))


def mask_of_words(words: Any) -> int:
    """Return the bitboard of `noughts.core` that these words are: `words_of` undone."""
    return sum(int(word) << 64 * index for index, word in enumerate(words))


@kernel(forceinline=True)
def number(word: Any) -> int:
    """Return a word as a signed number: in Numba a word and a signed number give a float."""
    return np.int64(word)  # type: ignore[return-value]


def _is_board(kind):
    return isinstance(kind, types.UniTuple) and kind.dtype == types.uint64


def _word_by_word(operation, in_place):
    """Let an operator work on boards."""

    @overload(in_place, **_INLINED)
    @overload(operation, **_INLINED)
    def _on_boards(a, b):
        if not (_is_board(a) and a == b):
            return None
        if a.count == 1:
            return lambda a, b: (operation(a[0], b[0]),)
        return lambda a, b: (operation(a[0], b[0]),) + operation(a[1:], b[1:])


_word_by_word(operator.and_, operator.iand)
_word_by_word(operator.or_, operator.ior)
_word_by_word(operator.xor, operator.ixor)


@overload(operator.invert, **_INLINED)
def _invert(a):
    if not _is_board(a):
        return None
    return (lambda a: (~a[0],)) if a.count == 1 else lambda a: (~a[0],) + ~a[1:]


@overload(operator.rshift)
def _rshift(a, by):
    if not _is_board(a):
        return None
    if a.count == 1:
        return lambda a, by: (a[0] >> np.uint64(by),)
    return lambda a, by: ((a[0] >> np.uint64(by)) | (a[1] << (_WIDTH - np.uint64(by))),) + (a[1:] >> by)


@overload(operator.lshift)
def _lshift(a, by):
    if not _is_board(a):
        return None
    if a.count == 1:
        return lambda a, by: (a[0] << np.uint64(by),)
    return lambda a, by: (a[:-1] << by) + ((a[-1] << np.uint64(by)) | (a[-2] >> (_WIDTH - np.uint64(by))),)


@overload(none, **_INLINED)
def _none(board):
    return (lambda board: (NONE,)) if board.count == 1 else lambda board: (NONE,) + none(board[1:])


@overload(some, **_INLINED)
def _some(board):
    if board.count == 1:
        return lambda board: board[0] != NONE
    return lambda board: board[0] != NONE or some(board[1:])


@overload(count, **_INLINED)
def _count(board):
    if board.count == 1:
        return lambda board: bits(board[0])
    return lambda board: bits(board[0]) + count(board[1:])


@overload(cell_of, **_INLINED)
def _cell_of(board):
    if board.count == 1:
        return lambda board: lowest_bit(np.int64(board[0]))
    return lambda board: lowest_bit(np.int64(board[0])) if board[0] else 64 + cell_of(board[1:])


@overload(highest_cell, **_INLINED)
def _highest_cell(board):
    if board.count == 1:
        return lambda board: highest_bit(np.int64(board[0]))
    return lambda board: 64 + highest_cell(board[1:]) if some(board[1:]) else highest_bit(np.int64(board[0]))


@overload(lowest, **_INLINED)
def _lowest(board):
    return lambda board: board ^ rest_of(board)


@overload(rest_of, **_INLINED)
def _rest_of(board):
    if board.count == 1:
        return lambda board: (board[0] & (board[0] - ONE),)
    return lambda board: (board[0] & (board[0] - ONE),) + board[1:] if board[0] else (NONE,) + rest_of(board[1:])


@overload(cell, **_INLINED)
def _cell(index, like):
    if like.count == 1:
        return lambda index, like: (ONE << np.uint64(index & 63) if 0 <= index < 64 else NONE,)
    return lambda index, like: cell(index, like[:1]) + cell(index - 64, like[1:])


@overload(has, **_INLINED)
def _has(board, index):
    if board.count == 1:
        return lambda board, index: (board[0] >> np.uint64(index & 63)) & ONE != NONE
    return lambda board, index: has(board[:1], index) if index < 64 else has(board[1:], index - 64)


@overload(sum_of, **_INLINED)
def _sum_of(a, b):
    def words(a, b):
        low, high = a[0] + b[0], sum_of(a[1:], b[1:])
        return (low,) + (high if low >= a[0] else sum_of(high, cell(0, high)))  # a sum that is less has left a carry

    return (lambda a, b: (a[0] + b[0],)) if a.count == 1 else words


@overload(row_and_rest, **_INLINED)
def _row_and_rest(board, rows, free):
    """The rest of the lowest word is its quotient by the rows; all other words are kept whole.

    The next word is mixed into the lowest one before, so that boards which differ in it alone have different rows.
    """

    def one_word(board, rows, free):
        row, quotient = board[0] % np.uint64(rows), board[0] // np.uint64(rows)
        return np.int64(row), ((quotient + ONE) << np.uint64(free),)

    def words(board, rows, free):
        mixed = board[1] * _MIX
        row, rest = row_and_rest((board[0] ^ mixed ^ (mixed >> _HALF),), rows, free)
        return row, rest + board[1:]

    return one_word if board.count == 1 else words


@overload(lowest_bits, **_INLINED)
def _lowest_bits(board, bits):
    return lambda board, bits: np.int64(board[0] & ((ONE << np.uint64(bits)) - ONE))


@overload(with_lowest_bits, **_INLINED)
def _with_lowest_bits(board, number):
    return lambda board, number: (board[0] | np.uint64(number),) + board[1:]


@overload(precedes)
def _precedes(a, b):
    if a.count == 1:
        return lambda a, b: a[0] < b[0]
    return lambda a, b: precedes(a[1:], b[1:]) or (a[1:] == b[1:] and a[0] < b[0])


@overload(add)
def _add(planes, cells):
    if planes.count == 1:
        return lambda planes, cells: (planes[0] | cells,)
    return lambda planes, cells: (planes[0] ^ cells,) + add(planes[1:], planes[0] & cells)


def _index(first, last):
    """Join two indices, of which one may be a tuple."""
    raise NotImplementedError


@overload(_index, **_INLINED)
def _joined(first, last):
    if isinstance(first, types.BaseTuple):
        return lambda first, last: first + (last,)
    return (
        (lambda first, last: (first,) + last)
        if isinstance(last, types.BaseTuple)
        else lambda first, last: (first, last)
    )


@overload(load, **_INLINED)
def _load(array, row, like, first=0):
    if like.count == 1:
        return lambda array, row, like, first=0: (array[_index(row, first)],)
    return lambda array, row, like, first=0: (array[_index(row, first)],) + load(array, row, like[1:], first + 1)


@overload(store, **_INLINED)
def _store(array, row, board, first=0):
    def one_word(array, row, board, first=0):
        array[_index(row, first)] = board[0]

    def words(array, row, board, first=0):
        array[_index(row, first)] = board[0]
        store(array, row, board[1:], first + 1)

    return one_word if board.count == 1 else words


@overload(column, **_INLINED)
def _column(array, at, like, first=0):
    if like.count == 1:
        return lambda array, at, like, first=0: (array[_index(first, at)],)
    return lambda array, at, like, first=0: (array[_index(first, at)],) + column(array, at, like[1:], first + 1)
