"""The transposition table of the weak game's search: a row of four words for each position, with the full key.

    empty ^ zone ^ info | maker ^ zone ^ info | zone | info = work * 4 + verdict

Threads write rows without a lock. The key is stored xored with the rest (Hyatt and Mann 2002), so a row that two
threads have mixed does not match any key. A key has two neighbouring rows: the first keeps the result that cost the
most nodes, the second the latest one. A position stands for all its images under the symmetries.
"""

import numpy as np

from noughts.jit.compiler import kernel, kernel_part
from noughts.solve.weak.bits import Word, number
from noughts.solve.weak.lines import LineTable, Words
from noughts.solve.weak.state import NONE

_LOW_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)
_MIX1, _MIX2, _MIX3 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F), np.uint64(0xD6E8FEB86659FD93)
_VERDICT = np.uint64(3)
_TWO = np.uint64(2)
_HALF = np.uint64(32)


@kernel_part(forceinline=True)
def image(table: LineTable, s: int, cells: Word) -> Word:
    """Return the image of a set of cells under symmetry number `s`."""
    found = NONE
    byte = 0
    while cells:
        found |= table.images[s, byte, cells & _LOW_BYTE]
        cells >>= _EIGHT
        byte += 1
    return found


@kernel_part(forceinline=True)
def canonical(table: LineTable, empty: Word, maker: Word) -> tuple[Word, Word, int]:
    """Return the least image of a position, and the symmetry that gives it."""
    best_empty, best_maker, best = empty, maker, 0
    for s in range(1, table.images.shape[0]):
        other = image(table, s, empty)
        if other <= best_empty:
            stones = image(table, s, maker)
            if other < best_empty or stones < best_maker:
                best_empty, best_maker, best = other, stones, s
    return best_empty, best_maker, best


@kernel_part(forceinline=True)
def key_of(empty: Word, maker: Word, zone: Word) -> Word:
    """Return a hash of a position with its zone that is never 0."""
    mixed = ((empty * _MIX1) ^ ((maker + _MIX3) * _MIX2)) + (zone ^ (zone >> _HALF)) * _MIX3
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX1
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX2
    return (mixed ^ (mixed >> _HALF)) | np.uint64(1)


@kernel_part(forceinline=True)
def _slot(rows: Words, empty: Word, maker: Word) -> int:
    """Return the first of the two rows for a key."""
    mixed = (empty * _MIX1) ^ ((maker + _MIX3) * _MIX2)
    mixed = (mixed ^ (mixed >> _HALF)) * _MIX3
    return number((mixed >> _HALF) & np.uint64(rows.shape[0] - 2))


@kernel_part(forceinline=True)
def recall(rows: Words, empty: Word, maker: Word) -> tuple[int, Word]:
    """Return the verdict and the zone that are stored for a key, or (0, 0)."""
    at = _slot(rows, empty, maker)
    for row in range(at, at + 2):
        zone, info = rows[row, 2], rows[row, 3]
        blur = zone ^ info
        if info and rows[row, 0] ^ blur == empty and rows[row, 1] ^ blur == maker:
            return number(info & _VERDICT), zone
    return 0, NONE


@kernel_part(forceinline=True)
def remember(rows: Words, empty: Word, maker: Word, verdict: int, zone: Word, work: int) -> int:
    """Store a result; return 1 if the row was free."""
    at = _slot(rows, empty, maker)
    info = (np.uint64(work) << _TWO) | np.uint64(verdict)
    was = rows[at, 3]
    if was and was >> _TWO > np.uint64(work):
        at += 1
        was = rows[at, 3]
    elif was and rows[at + 1, 3] == NONE:
        for w in range(4):
            rows[at + 1, w] = rows[at, w]
        was = NONE
    blur = zone ^ info
    rows[at, 0] = empty ^ blur
    rows[at, 1] = maker ^ blur
    rows[at, 2] = zone
    rows[at, 3] = info
    return 0 if was else 1


@kernel
def move_rows(old: Words, new: Words) -> int:
    """Copy every result into a larger table; return how many rows it fills."""
    filled = 0
    for row in range(old.shape[0]):
        zone, info = old[row, 2], old[row, 3]
        if info:
            blur = zone ^ info
            filled += remember(
                new,
                old[row, 0] ^ blur,
                old[row, 1] ^ blur,
                number(info & _VERDICT),
                zone,
                number(info >> _TWO),
            )
    return filled
