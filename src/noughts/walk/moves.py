"""The moves from all positions of a ply: a bit for each cell and position, and how many moves each position has."""

import numpy as np
import numpy.typing as npt

from noughts.walk.counted_positions import Indices
from noughts.walk.rows import Bytes

Counts = npt.NDArray[np.uint16]


class PlyMoves:
    """The moves from the positions of a ply. `sizes`: how many each position has. `different`: these numbers, once."""

    def __init__(self, cells: int, positions: int) -> None:
        self._bits = np.zeros((cells, -(-positions // 8)), np.uint8)
        self.sizes = np.zeros(positions, np.uint16)
        self.different = set[int]()

    def put(self, start: int, packed: Bytes, sizes: Counts) -> None:
        """Keep the moves of a block of positions: packed (cells, block / 8), and how many (block,)."""
        self._bits[:, start // 8 : start // 8 + packed.shape[1]] = packed
        self.sizes[start : start + len(sizes)] = sizes
        self.different.update(np.bincount(sizes).nonzero()[0].tolist())

    def on(self, cell: int, part: slice) -> Indices:
        """Return which positions of a part have the move to a cell."""
        first = part.start // 8
        bits = np.unpackbits(self._bits[cell, first : -(-part.stop // 8)], count=part.stop - 8 * first)
        which: Indices = bits[part.start - 8 * first :].view(np.bool_).nonzero()[0] + part.start
        return which
