"""Sets of cells as numbers wide enough for any board, for compiled code.

A board is a tuple of 64-bit words, the lowest first: cell c is bit c % 64 of word c // 64. The board of 8,8,5 is
one word, 9,9,5's two, 15,15,5's four, and the same source compiles for each:

    word 1:  ... 67 66 65 64 | word 0:  63 62 ... 2 1 0

In compiled functions `&`, `|`, `^`, `~` work on boards as on numbers, and so do `<<` and `>>` by 1 to 63: a shift
carries from word to word. An operation costs as many instructions as the board has words, and no memory.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-def,call-arg"
# The operators are defined by recursion on the length of the tuple, which the compiler unrolls.
# ruff: noqa: RUF005 - compiled code has no (*a, *b)

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import intrinsic, ir, kernel, overload, types

Board = Any  # in compiled code a tuple of uint64, in Python too; the compiler alone can check the operators
Words = npt.NDArray[np.uint64]  # boards in an array: a row for each, a column for each of its words

ONE = np.uint64(1)
NONE = np.uint64(0)
WIDTH = np.uint64(64)


def words_of(mask: int, width: int) -> list[int]:
    """Return a bitboard of `noughts.core` as `width` 64-bit words, the lowest first."""
    return [mask >> 64 * index & 0xFFFF_FFFF_FFFF_FFFF for index in range(width)]


def board_of(mask: int, width: int) -> Board:
    """Return a bitboard of `noughts.core` as compiled code takes it."""
    return tuple(np.uint64(word) for word in words_of(mask, width))


def mask_of_words(words: Any) -> int:
    """Return the bitboard of `noughts.core` that these words are: `words_of` undone."""
    return sum(int(word) << 64 * index for index, word in enumerate(words))


@intrinsic
def _ones(_context, _word):
    """The number of bits set in a word, one machine instruction."""
    return types.uint64(types.uint64), lambda _, builder, __, words: builder.ctpop(words[0])


@intrinsic
def _mirrored(_context, _word):
    """A word with its bits in the opposite order."""
    return types.uint64(types.uint64), lambda _, builder, __, words: builder.bitreverse(words[0])


@intrinsic
def _zeros(_context, _word):
    """The number of zero bits below a word's lowest bit."""
    no = ir.Constant(ir.IntType(1), 0)
    return types.uint64(types.uint64), lambda _, builder, __, words: builder.cttz(words[0], no)


def _is_board(kind):
    return isinstance(kind, types.UniTuple) and kind.dtype == types.uint64


def _word_by_word(operation):
    def choose(a, b):
        if not (_is_board(a) and a == b):
            return None
        if a.count == 1:
            return lambda a, b: (operation(a[0], b[0]),)
        return lambda a, b: (operation(a[0], b[0]),) + operation(a[1:], b[1:])

    overload(operation)(choose)


for _operation in (operator.and_, operator.or_, operator.xor):
    _word_by_word(_operation)


@overload(operator.invert)
def _invert(a):
    if not _is_board(a):
        return None
    if a.count == 1:
        return lambda a: (~a[0],)
    return lambda a: (~a[0],) + ~a[1:]


@overload(operator.rshift)
def _rshift(a, by):
    if not _is_board(a):
        return None
    if a.count == 1:
        return lambda a, by: (a[0] >> by,)
    return lambda a, by: ((a[0] >> by) | (a[1] << (WIDTH - by)),) + (a[1:] >> by)


@overload(operator.lshift)
def _lshift(a, by):
    if not _is_board(a):
        return None
    if a.count == 1:
        return lambda a, by: (a[0] << by,)
    return lambda a, by: (a[:-1] << by) + ((a[-1] << by) | (a[-2] >> (WIDTH - by)),)


@kernel(forceinline=True)
def some(board: Board) -> Any:
    """Return whether the board has a cell at all."""
    whole = NONE
    for word in board:
        whole |= word
    return whole != NONE


@kernel(forceinline=True)
def count(board: Board) -> Any:
    """Return the number of cells."""
    total = NONE
    for word in board:
        total += _ones(word)
    return np.int64(total)


@kernel(forceinline=True)
def cell_of(board: Board) -> Any:
    """Return the lowest cell of a board that has one."""
    base = 0
    for word in board:
        if word != NONE:
            return base + np.int64(_zeros(word))
        base += 64
    return -1


def lowest(board: Board) -> Any:
    """Return the board with the lowest cell alone. For compiled code."""
    raise NotImplementedError


@overload(lowest)
def _lowest(board):
    if board.count == 1:
        return lambda board: (board[0] & (~board[0] + ONE),)

    def search(board):
        if board[0] != NONE:
            return (board[0] & (~board[0] + ONE),) + (board[1:] ^ board[1:])
        return (NONE,) + lowest(board[1:])

    return search


def precedes(a: Board, b: Board) -> Any:
    """Return whether a board is less than another, as numbers. For compiled code."""
    raise NotImplementedError


@overload(precedes)
def _precedes(a, b):
    if a.count == 1:
        return lambda a, b: a[0] < b[0]
    return lambda a, b: precedes(a[1:], b[1:]) or (a[1:] == b[1:] and a[0] < b[0])


def reverse(board: Board) -> Any:
    """Return the board with all its bits in the opposite order. For compiled code."""
    raise NotImplementedError


@overload(reverse)
def _reverse(board):
    if board.count == 1:
        return lambda board: (_mirrored(board[0]),)
    return lambda board: reverse(board[1:]) + (_mirrored(board[0]),)


def without_lowest_word(board: Board) -> Any:
    """Return the board shifted down by 64. For compiled code."""
    raise NotImplementedError


@overload(without_lowest_word)
def _without_lowest_word(board):
    if board.count == 1:
        return lambda board: (NONE,)
    return lambda board: board[1:] + (NONE,)


def load(array: Words, row: Any, like: Board, first: int = 0) -> Board:
    """Return the board in a row of an array, as wide as `like`, from column `first`. For compiled code."""
    raise NotImplementedError


@overload(load)
def _load(array, row, like, first=0):
    if like.count == 1:
        return lambda array, row, like, first=0: (array[row, first],)
    return lambda array, row, like, first=0: (array[row, first],) + load(array, row, like[1:], first + 1)


@kernel(forceinline=True)
def store(array: Words, row: Any, board: Board, first: int = 0) -> None:
    """Keep a board in a row of an array, from column `first`."""
    for word in board:
        array[row, first] = word
        first += 1
