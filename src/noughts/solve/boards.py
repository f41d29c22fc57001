"""Sets of cells as ints, and memory for them: what a kernel of one source works with in plain Python.

Compiled, a board is a tuple of words, and memory is in arrays: see `noughts.solve.board_words`. `load` and `store` have
a board in a row; as wide as `like`, in plain Python, is any board.
"""

from collections.abc import Sequence
from typing import Any, Final

COMPILED_FORM: Final = "noughts.solve.board_words"

Board = Any  # the compiler alone can check the operators
Words = Any  # boards by row
Numbers = Any


def new_boards(rows: int, width: int) -> Words:
    """Return memory for boards, all of them empty."""
    return [0] * rows


def new_numbers(size: int) -> Numbers:
    """Return memory for numbers, all of them 0."""
    return [0] * size


def repeated(numbers: Sequence[int], times: int = 1) -> Numbers:
    """Return numbers, one after the other, again and again."""
    return [*numbers] * times


def rows_of(masks: Sequence[int], width: int) -> Words:
    """Return bitboards of `noughts.core` as boards by row."""
    return list(masks)


def shifts(numbers: Sequence[int]) -> Numbers:
    """Return numbers by which boards are shifted."""
    return list(numbers)


def board_of(mask: int, width: int) -> Board:
    """Return a bitboard of `noughts.core` as a board."""
    return mask


def words_of(mask: int, width: int) -> Any:
    """Return a bitboard of `noughts.core` as the row of a board."""
    return mask


def mask_of_words(words: Any) -> int:
    """Return the bitboard of `noughts.core` that the row of a board has."""
    return int(words)


def load(array: Words, row: Any, like: Board, first: int = 0) -> Board:
    """Return the board in a row, as wide as `like`; its words begin in column `first`.

    `row` is a tuple where the array has more than two dimensions: all indices but the last one.
    """
    return array[row]


def store(array: Words, row: Any, board: Board, first: int = 0) -> None:
    """Keep a board in a row; see `load`."""
    array[row] = board


def column(array: Words, at: Any, like: Board, first: int = 0) -> Board:
    """Return the board in a column, from row `first`: the word is the first index, and `at` has all others."""
    return array[at]


def none(board: Board) -> Board:
    """Return an empty board, as wide as another one."""
    return board ^ board


def cell(index: int, like: Board) -> Board:
    """Return the board, as wide as another one, with one cell alone."""
    return 1 << index


def has(board: Board, index: int) -> Any:
    """Return whether a board has a cell."""
    return board >> index & 1 != 0


def some(board: Board) -> Any:
    """Return whether the board has a cell at all."""
    return board != 0


def count(board: Board) -> Any:
    """Return the number of cells."""
    return board.bit_count()


def cell_of(board: Board) -> Any:
    """Return the lowest cell of a board that has one."""
    return (board & -board).bit_length() - 1


def highest_cell(board: Board) -> Any:
    """Return the highest cell of a board that has one."""
    return board.bit_length() - 1


def lowest(board: Board) -> Board:
    """Return the board with the lowest cell alone."""
    return board & -board


def rest_of(board: Board) -> Board:
    """Return the board without its lowest cell."""
    return board & (board - 1)


def sum_of(a: Board, b: Board) -> Board:
    """Return the sum of two boards as numbers, with carries from bit to bit; it has to fit a board of their width."""
    return a + b


def row_and_rest(board: Board, rows: int, free: int) -> tuple[Any, Board]:
    """Return one of `rows` rows for a board, and what its row does not say of it.

    Boards that have both in common are the same. The `free` lowest bits of the rest are 0, and it has others.
    """
    return board % rows, board // rows + 1 << free


def lowest_bits(board: Board, bits: int) -> Any:
    """Return the number that the lowest bits of a board are."""
    return board & (1 << bits) - 1


def with_lowest_bits(board: Board, number: int) -> Board:
    """Return a board whose lowest bits are 0 with a number there."""
    return board | number


def precedes(a: Board, b: Board) -> Any:
    """Return whether a board is less than another, as numbers."""
    return a < b


def add(planes: tuple[Board, ...], cells: Board) -> tuple[Board, ...]:
    """Return numbers kept as planes, lowest bits first, with 1 added on some cells; the top bit sticks."""
    sums, last = list(planes), len(planes) - 1
    index = 0
    while cells and index < last:
        sums[index], cells = sums[index] ^ cells, sums[index] & cells
        index += 1
    sums[last] |= cells
    return tuple(sums)
