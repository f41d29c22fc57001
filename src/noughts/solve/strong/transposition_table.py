"""The transposition table of the compiled search: full keys, two places for each, grown in place.

A row is an entry; with boards of one word:

    | attacker | defender | not within : 16 | within : 16 | ... turn : 1, used : 1 | nodes spent |

For the names see `noughts.solve.strong.plain_table`.
"""

from typing import Any

import numpy as np

from noughts.jit.compiler import kernel
from noughts.solve.board_words import ONE, Words, board_of
from noughts.solve.boards import Board, load, store
from noughts.solve.strong.plain_table import UNKNOWN

_FIRST_ROWS = 1 << 10  # small, so that a small question is not a matter of clearing memory

_16 = np.uint64(16)
_32 = np.uint64(32)
_LOW = np.uint64(0xFFFF)
_MIX_1, _MIX_2, _MIX_3 = (np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53))


def new_table(width: int, memory: int) -> Words:
    """Return an empty table [row, word], which `grow` doubles; the number of its rows is a power of two."""
    return np.zeros((_FIRST_ROWS, 2 * width + 2), np.uint64)


def grow(table: Words, memory: int) -> bool:
    """Double a table, so that places are new ones; return False if the memory does not suffice."""
    if 2 * table.nbytes > memory:
        return False  # from here on entries give way to others
    rows, columns = table.shape
    table.resize((2 * rows, columns), refcheck=False)
    _split(table, board_of(0, columns // 2 - 1))
    return True


@kernel
def room(table: Words) -> int:
    """Return how many rows may be filled before it has to grow."""
    return int(table.shape[0] // 2)


@kernel
def place_of(table: Words, a: Board, d: Board, turn: Any) -> Any:
    """Return the first of the two rows where a position may stand; `turn` is 1 with the attacker to move."""
    mixed = _MIX_1 if turn else _MIX_2
    for word in a:
        mixed = (mixed ^ word) * _MIX_2
        mixed ^= mixed >> _32
    for word in d:
        mixed = (mixed ^ word) * _MIX_3
        mixed ^= mixed >> _32
    mixed *= _MIX_1
    return np.int64(mixed >> _16) & (table.shape[0] - 2)


@kernel
def _find(table: Words, place: Any, a: Board, d: Board, turn: int) -> Any:
    """Return the row of a position, or -1."""
    width = len(a)
    for row in range(place, place + 2):
        about = table[row, 2 * width]
        if (about & np.uint64(3)) == (ONE | (np.uint64(turn) << ONE)):
            if load(table, row, a) == a and load(table, row, a, width) == d:
                return row
    return -1


@kernel
def recall(table: Words, place: Any, a: Board, d: Board, turn: int) -> tuple[Any, Any, Any]:
    """Return (within, not within, nodes spent) of a position."""
    row = _find(table, place, a, d, turn)
    if row < 0:
        return UNKNOWN, 0, 0
    about, nodes = table[row, 2 * len(a)], table[row, 2 * len(a) + 1]
    return np.int64((about >> _16) & _LOW), np.int64((about >> _32) & _LOW), np.int64(nodes)


@kernel
def _claim(table: Words, place: Any, a: Board, d: Board, turn: int, nodes: int) -> tuple[Any, int]:
    """Return a row for a position that is not in the table, its key entered, and 1 if the row was empty.

    Of two other positions in its places the one that took more nodes stays in the first.
    """
    width = len(a)
    row = place
    if table[row, 2 * width]:
        if np.int64(table[row, 2 * width + 1]) > nodes or not table[row + 1, 2 * width]:
            row += 1
    empty = 0 if table[row, 2 * width] else 1
    store(table, row, a)
    store(table, row, d, width)
    table[row, 2 * width] = ONE | (np.uint64(turn) << ONE)
    return row, empty


@kernel
def keep(table: Words, place: Any, a: Board, d: Board, turn: int, within: Any, never: Any, nodes: int) -> int:
    """Enter what is known of a position; return 1 if that fills a row."""
    width = len(a)
    fills = 0
    row = _find(table, place, a, d, turn)
    if row >= 0:
        about = table[row, 2 * width]
        within, never = min(within, np.int64((about >> _16) & _LOW)), max(never, np.int64((about >> _32) & _LOW))
    else:
        row, fills = _claim(table, place, a, d, turn, nodes)
    table[row, 2 * width] = ONE | (np.uint64(turn) << ONE) | (np.uint64(within) << _16) | (np.uint64(never) << _32)
    table[row, 2 * width + 1] = np.uint64(nodes)
    return fills


@kernel
def _split(table: Words, zero: Board) -> None:
    """Move the entries of a table that has just been doubled to their new places.

    An entry of place p belongs in p or in p + half, so that nothing is in its way.
    """
    width = len(zero)
    half = table.shape[0] // 2
    for row in range(half):
        about = table[row, 2 * width]
        if about:
            turn = np.int64((about >> ONE) & ONE)
            place = place_of(table, load(table, row, zero), load(table, row, zero, width), turn)
            if place >= half:
                for column in range(2 * width + 2):  # an assignment of rows compiles for a second longer
                    table[row + half, column] = table[row, column]
                table[row, 2 * width] = 0
