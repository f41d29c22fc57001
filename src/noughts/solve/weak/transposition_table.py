"""The transposition table of the weak game's search: a row for each position, with the full key.

    empty | maker | zone | info = work * 4 + verdict

With sets of one word a row has four words, with sets of two it has eight: the last one is not used.

A key has two neighbouring rows: the first keeps the result that cost the
most nodes, the second the latest one. A position stands for all its images under the symmetries.
"""

from typing import Any

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.board_words import NONE, Words, number
from noughts.solve.boards import Board, load, none, store

_MIX1, _MIX2, _MIX3 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0xD6E8FEB86659FD93)
_MIX4 = np.uint64(0xFF51AFD7ED558CCD)
_VERDICT = np.uint64(3)
_TWO = np.uint64(2)
_HALF = np.uint64(32)


def new_rows(number: int, words: int) -> Words:
    """Return an empty table for sets of `words` words; the number of rows is a power of two."""
    return np.zeros((number, 4 * words), np.uint64)


@kernel_part(forceinline=True)
def key_of(empty: Board, maker: Board, zone: Board) -> Any:
    """Return a hash of a position with its zone that is never 0."""
    mixed = (_mix(empty, NONE, _MIX1) ^ _mix(maker, _MIX3, _MIX2)) + _mix_zone(zone)
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX1
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX2
    return (mixed ^ (mixed >> _HALF)) | np.uint64(1)


@kernel_part(forceinline=True)
def _mix_zone(zone: Board) -> Any:
    mixed, factor = NONE, _MIX3
    for word in zone:
        mixed += (word ^ (word >> _HALF)) * factor
        factor *= _MIX4
    return mixed


@kernel_part(forceinline=True)
def _slot(rows: Words, empty: Board, maker: Board) -> int:
    """Return the first of the two rows for a key. The words beyond the first change nothing where they are 0."""
    mixed, factor = _mix(empty, NONE, _MIX1) ^ _mix(maker, _MIX3, _MIX2), _MIX3
    mixed = (mixed ^ (mixed >> _HALF)) * factor
    return number((mixed >> _HALF) & np.uint64(rows.shape[0] - 2))


@kernel_part(forceinline=True)
def _mix(cells: Board, offset: Any, factor: Any) -> Any:
    mixed = NONE
    for word in cells:
        mixed ^= (word + offset) * factor
        factor *= _MIX4
        offset = NONE
    return mixed


@kernel_part(forceinline=True)
def recall(rows: Words, empty: Board, maker: Board) -> tuple[int, Board]:
    """Return the verdict and the zone that are stored for a key, or 0 and no cells."""
    words, at = len(empty), _slot(rows, empty, maker)
    for row in range(at, at + 2):
        info = rows[row, 3 * words]
        if info:
            if load(rows, row, empty) == empty and load(rows, row, empty, words) == maker:
                return number(info & _VERDICT), load(rows, row, empty, 2 * words)
    return 0, none(empty)


@kernel_part(forceinline=True)
def remember(rows: Words, empty: Board, maker: Board, verdict: int, zone: Board, work: int) -> int:
    """Store a result; return 1 if the row was free."""
    words, at = len(empty), _slot(rows, empty, maker)
    info = (np.uint64(work) << _TWO) | np.uint64(verdict)
    was = rows[at, 3 * words]
    if was and was >> _TWO > np.uint64(work):
        at += 1
        was = rows[at, 3 * words]
    elif was and rows[at + 1, 3 * words] == NONE:
        for w in range(rows.shape[1]):
            rows[at + 1, w] = rows[at, w]
        was = NONE
    store(rows, at, empty)
    store(rows, at, maker, words)
    store(rows, at, zone, 2 * words)
    rows[at, 3 * words] = info
    return 0 if was else 1


@kernel
def move_rows(old: Words, new: Words, like: Board) -> int:
    """Copy every result into a larger table; return how many rows it fills. `like`: a set of cells."""
    words, filled = len(like), 0
    for row in range(old.shape[0]):
        info = old[row, 3 * words]
        if info:
            key, stones = load(old, row, like), load(old, row, like, words)
            zone = load(old, row, like, 2 * words)
            filled += remember(new, key, stones, number(info & _VERDICT), zone, number(info >> _TWO))
    return filled
