"""A symmetry of the board, as the writer of a proof uses it."""

from collections.abc import Sequence

from noughts.certify.entry import Pairs
from noughts.core.game import Move, Permutation
from noughts.solve.byte_tables import ByteTable, union


class Symmetry:
    """A symmetry of the board: the images of sets of its cells, of labels and of pairs of labels."""

    def __init__(self, permutation: Permutation, images: ByteTable, board: Sequence[Move]) -> None:
        self.images = images
        self.cell = [permutation[cell] for cell in board]
        self._pairs: dict[int, tuple[Move, Move]] = {}

    def image(self, cells: int) -> int:
        """Return the image of a set of the board's cells."""
        return union(self.images, cells)

    def pairs_of(self, pairs: Sequence[int]) -> Pairs:
        """Return the images of pairs of labels."""
        known = self._pairs
        for pair in pairs:
            if pair not in known:
                known[pair] = self.cell[pair & 255], self.cell[pair >> 8]
        return tuple([known[pair] for pair in pairs])
