"""The images of a board's cells under symmetries, by bytes, for compiled code: see `noughts.solve.byte_tables`."""

from collections.abc import Sequence

import numpy as np

from noughts.core.game import Permutation
from noughts.jit.compiler import kernel
from noughts.solve.board_words import Words
from noughts.solve.boards import Board, load, none, precedes, some

_LOW_BYTE = np.uint64(255)
_EIGHT = np.uint64(8)


def image_tables(symmetries: Sequence[Permutation], width: int) -> Words:
    """Return the images [symmetry, byte, value, word] of eight cells."""
    images = np.zeros((len(symmetries), 8 * width, 256, width), np.uint64)
    values = np.arange(256)
    for s, symmetry in enumerate(symmetries):
        for cell, place in enumerate(symmetry):
            images[s, cell >> 3, (values >> (cell & 7)) & 1 == 1, place >> 6] |= np.uint64(1 << (place & 63))
    return images


@kernel(forceinline=True)
def image(images: Words, s: int, cells: Board) -> Board:
    """Return the image of a set of cells under symmetry number `s`."""
    union = none(cells)
    byte = 0
    while some(cells):
        union |= load(images, (s, byte, cells[0] & _LOW_BYTE), union)
        cells = cells >> _EIGHT
        byte += 1
    return union


@kernel(forceinline=True)
def canonical(images: Words, first: Board, second: Board) -> tuple[Board, Board, int]:
    """Return the least image of two sets of cells, and the number of the symmetry; number 0 is the identity."""
    least, beside, best = first, second, 0
    for s in range(1, images.shape[0]):
        other = image(images, s, first)
        if not precedes(least, other):
            stones = image(images, s, second)
            if precedes(other, least) or precedes(stones, beside):
                least, beside, best = other, stones, s
    return least, beside, best
