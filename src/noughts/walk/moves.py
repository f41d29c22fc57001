"""The moves from all positions of a ply: a bit for each cell and position, and how many moves each position has."""

from typing import Any

import numpy as np
import numpy.typing as npt

from noughts.walk.group import Indices
from noughts.walk.rows import Bytes
from noughts.walk.store import Store

Counts = npt.NDArray[np.uint16]


class PlyMoves:
    """The moves from the positions of a ply, kept where the positions are. `different`: the numbers of moves in use."""

    def __init__(self, cells: int, store: Store) -> None:
        self.different = set[int]()
        self._stride = -(-len(store) // 8)  # bytes for the bits of one cell
        self._bits = store.workspace(cells * self._stride)
        self._sizes = store.workspace(2 * len(store))

    def put(self, start: int, packed: Bytes, sizes: Counts) -> None:
        """Keep the moves of a block of positions: packed (cells, block / 8), and how many (block,)."""
        for cell, bits in enumerate(packed):
            self._bits.write(cell * self._stride + start // 8, bits)
        self._sizes.write(2 * start, sizes)
        self.different.update(np.bincount(sizes).nonzero()[0].tolist())

    def on(self, cell: int, part: slice) -> Indices:
        """Return which positions of a part have the move to a cell, counted from the part's first."""
        first = part.start // 8
        packed: npt.NDArray[Any] = np.zeros(-(-part.stop // 8) - first, np.uint8)
        self._bits.read(cell * self._stride + first, packed)
        bits = np.unpackbits(packed, count=part.stop - 8 * first)[part.start - 8 * first :]
        return bits.view(np.bool_).nonzero()[0]

    def sizes(self, part: slice) -> Counts:
        """Return the numbers of moves of a part."""
        sizes = np.zeros(part.stop - part.start, np.uint16)
        self._sizes.read(2 * part.start, sizes)
        return sizes
