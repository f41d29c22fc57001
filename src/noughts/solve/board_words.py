"""Sets of cells as numbers wide enough for any board, for compiled code.

A board is a tuple of 64-bit words, the lowest first: cell c is bit c % 64 of word c // 64. The board of 8,8,5 is
one word, 9,9,5's two, 15,15,5's four, and the same source compiles for each:

    word 1:  ... 67 66 65 64 | word 0:  63 62 ... 2 1 0

In compiled functions `&`, `|`, `^`, `~` work on boards as on numbers, and so do `<<` and `>>` by 1 to 63: a shift
carries from word to word. An operation costs as many instructions as the board has words, and no memory. Most
functions of this module write these instructions themselves, which compiles fastest.

A set of lines is a board too, for `noughts.solve.weak`: line number c is bit c.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-def,call-arg"
# Some functions are defined by recursion on the length of the tuple, which the compiler unrolls.
# ruff: noqa: RUF005 - compiled code has no (*a, *b)

import operator
from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.jit.compiler import (
    AbstractTemplate,
    infer_global,
    ir,
    kernel,
    lower_builtin,
    overload,
    signature,
    types,
)
from noughts.jit.compiler import intrinsic as _intrinsic

Board = Any  # in compiled code a tuple of uint64, in Python too; the compiler alone can check the operators
Words = npt.NDArray[np.uint64]  # boards in an array: a row for each, a column for each of its words

ONE = np.uint64(1)
NONE = np.uint64(0)
WIDTH = np.uint64(64)
intrinsic: Any = _intrinsic  # in place of its own types: a kernel calls it without the first argument
_INLINED: Any = {"jit_options": {"forceinline": True}}


def new_boards(rows: int, width: int) -> Words:
    """Return memory for boards, all of them empty."""
    return np.zeros((rows, width), np.uint64)


def new_numbers(size: int) -> npt.NDArray[np.int64]:
    """Return memory for numbers, all of them 0."""
    return np.zeros(size, np.int64)


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


def _is_board(kind):
    return isinstance(kind, types.UniTuple) and kind.dtype == types.uint64


def _operator(operation, symbol):
    """Let an operator work on boards, word by word, by a method of the compiler's builder."""

    @infer_global(operation)
    class _OnBoards(AbstractTemplate):
        def generic(self, args, kws):
            return signature(args[0], *args) if _is_board(args[0]) and len(set(args)) == 1 else None

    @lower_builtin(operation, *[types.UniTuple] * (1 if symbol == "not_" else 2))
    def _lower(context, builder, signature, boards):
        return _make(context, builder, signature.return_type, getattr(builder, symbol), *boards)


def _make(context, builder, kind, instruction, *boards):
    """Return a board whose words an instruction makes of the words of other boards."""
    words = zip(*(_words(builder, board, kind) for board in boards), strict=True)
    return context.make_tuple(builder, kind, [instruction(*operands) for operands in words])


def _words(builder, board, kind):
    return [builder.extract_value(board, index) for index in range(kind.count)]


for _symbol in ("and_", "or_", "xor"):
    _operator(getattr(operator, _symbol), _symbol)
    _operator(getattr(operator, f"i{_symbol.rstrip('_')}"), _symbol)  # `a |= b`
_operator(operator.invert, "not_")


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


def _function(result=None):
    """Make a function of a board, for compiled code, of one that writes the code for a list of its words.

    `result`: the type of what it returns; without it the words of a board.
    """

    def decorate(write):
        def function(_context, board):
            def code(context, builder, _signature, arguments):
                written = write(builder, _words(builder, arguments[0], board))
                return context.make_tuple(builder, board, written) if result is None else written

            return (result or board)(board), code

        function.__doc__ = write.__doc__
        return intrinsic(function)

    return decorate


@_function()
def none(_builder, words):
    """Return an empty board, as wide as another one."""
    return [_constant(0)] * len(words)


@_function(types.boolean)
def some(builder, words):
    """Return whether the board has a cell at all."""
    return builder.icmp_unsigned("!=", reduce(builder.or_, words), _constant(0))


@_function(types.int64)
def count(builder, words):
    """Return the number of cells."""
    return reduce(builder.add, map(builder.ctpop, words))


@_function(types.int64)
def cell_of(builder, words):
    """Return the lowest cell of a board that has one."""
    return _first(builder, [(word, builder.cttz(word, _NEVER)) for word in words])


@_function(types.int64)
def highest_cell(builder, words):
    """Return the highest cell of a board that has one."""
    zeros_above = [(word, builder.ctlz(word, _NEVER)) for word in reversed(words)]
    return builder.sub(_constant(64 * len(words) - 1), _first(builder, zeros_above))


@_function()
def lowest(builder, words):
    """Return the board with the lowest cell alone."""
    return [builder.xor(word, rest) for word, rest in zip(words, _rest(builder, words), strict=True)]


@_function()
def rest_of(builder, words):
    """Return the board without its lowest cell."""
    return _rest(builder, words)


@_function()
def reverse(builder, words):
    """Return the board with all its bits in the opposite order."""
    return [builder.bitreverse(word) for word in reversed(words)]


@_function()
def without_lowest_word(_builder, words):
    """Return the board shifted down by 64."""
    return [*words[1:], _constant(0)]


def _constant(number):
    return ir.Constant(ir.IntType(64), number)


_NEVER = ir.Constant(ir.IntType(1), 0)  # an instruction is never undefined: of 0 it returns 64


def _first(builder, words):
    """Return the place of a bit: that in the first word which is not 0, and 64 for each word before it."""
    *others, (_, place) = words
    for word, here in reversed(others):
        is_later = builder.icmp_unsigned("==", word, _constant(0))
        place = builder.select(is_later, builder.add(place, _constant(64)), here)
    return place


def _rest(builder, words):
    """Return the words without the lowest bit that is set."""
    found, before = [], None  # `before`: all words so far are 0
    for word in words:
        rest = builder.and_(word, builder.sub(word, _constant(1)))
        found.append(rest if before is None else builder.select(before, rest, word))
        empty = builder.icmp_unsigned("==", word, _constant(0))
        before = empty if before is None else builder.and_(before, empty)
    return found


@intrinsic
def cell(_context, index, like):
    """Return the board, as wide as another one, with one cell alone."""

    def code(context, builder, _signature, arguments):
        bit = builder.shl(_constant(1), builder.and_(arguments[0], _constant(63)))
        place = builder.lshr(arguments[0], _constant(6))
        words = [
            builder.select(builder.icmp_unsigned("==", place, _constant(number)), bit, _constant(0))
            for number in range(like.count)
        ]
        return context.make_tuple(builder, like, words if like.count > 1 else [bit])

    return like(types.int64, like), code


@intrinsic
def has(_context, board, index):
    """Return whether a board has a cell."""

    def code(_context, builder, _signature, arguments):
        words = _words(builder, arguments[0], board)
        word = words[0]
        for number in range(1, board.count):
            is_here = builder.icmp_unsigned("==", builder.lshr(arguments[1], _constant(6)), _constant(number))
            word = builder.select(is_here, words[number], word)
        moved = builder.lshr(word, builder.and_(arguments[1], _constant(63)))
        return builder.trunc(moved, ir.IntType(1))

    return types.boolean(board, types.int64), code


@kernel(forceinline=True)
def number(word: Any) -> int:
    """Return a word as a signed number: in Numba a word and a signed number give a float."""
    return np.int64(word)  # type: ignore[return-value]


def precedes(a: Board, b: Board) -> Any:
    """Return whether a board is less than another, as numbers. For compiled code."""
    raise NotImplementedError


@overload(precedes)
def _precedes(a, b):
    if a.count == 1:
        return lambda a, b: a[0] < b[0]
    return lambda a, b: precedes(a[1:], b[1:]) or (a[1:] == b[1:] and a[0] < b[0])


def load(array: Words, row: Any, like: Board, first: int = 0) -> Board:
    """Return the board in a row of an array, as wide as `like`, from column `first`. For compiled code.

    `row` is a tuple where the array has more than two dimensions: all indices but the last one.
    """
    raise NotImplementedError


@overload(load, **_INLINED)
def _load(array, row, like, first=0):
    if isinstance(row, types.BaseTuple):
        if like.count == 1:
            return lambda array, row, like, first=0: (array[row + (first,)],)
        return lambda array, row, like, first=0: (array[row + (first,)],) + load(array, row, like[1:], first + 1)
    if like.count == 1:
        return lambda array, row, like, first=0: (array[row, first],)
    return lambda array, row, like, first=0: (array[row, first],) + load(array, row, like[1:], first + 1)


def store(array: Words, row: Any, board: Board, first: int = 0) -> None:
    """Keep a board in a row of an array, from column `first`; `row` as for `load`. For compiled code."""
    raise NotImplementedError


@overload(store, **_INLINED)
def _store(array, row, board, first=0):
    if isinstance(row, types.BaseTuple):

        def one_word(array, row, board, first=0):
            array[row + (first,)] = board[0]

        def words(array, row, board, first=0):
            array[row + (first,)] = board[0]
            store(array, row, board[1:], first + 1)
    else:

        def one_word(array, row, board, first=0):
            array[row, first] = board[0]

        def words(array, row, board, first=0):
            array[row, first] = board[0]
            store(array, row, board[1:], first + 1)

    return one_word if board.count == 1 else words


def add(planes: Any, cells: Board) -> Any:
    """Return numbers kept as planes, lowest bits first, with 1 added on some cells; the top bit sticks."""
    raise NotImplementedError


@overload(add)
def _add(planes, cells):
    if planes.count == 1:
        return lambda planes, cells: (planes[0] | cells,)
    return lambda planes, cells: (planes[0] ^ cells,) + add(planes[1:], planes[0] & cells)


def column(array: Words, at: Any, like: Board, first: int = 0) -> Board:
    """Return the board in a column of an array, from row `first`: the word is the first index. For compiled code.

    `at` is a tuple where the array has more than two dimensions: all indices but the first one.
    """
    raise NotImplementedError


@overload(column, **_INLINED)
def _column(array, at, like, first=0):
    if isinstance(at, types.BaseTuple):
        if like.count == 1:
            return lambda array, at, like, first=0: (array[(first,) + at],)
        return lambda array, at, like, first=0: (array[(first,) + at],) + column(array, at, like[1:], first + 1)
    if like.count == 1:
        return lambda array, at, like, first=0: (array[first, at],)
    return lambda array, at, like, first=0: (array[first, at],) + column(array, at, like[1:], first + 1)
