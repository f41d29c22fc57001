"""A symmetry of the board, as the writer of a proof uses it: a table of images for every eight cells."""

from collections.abc import Sequence

from noughts.certify.entry import Pairs
from noughts.core.game import Move, Permutation


class Symmetry:
    """A symmetry of the board: the images of its cells, and of labels and of pairs of labels."""

    def __init__(self, permutation: Permutation, board: Sequence[Move]) -> None:
        self.tables = _images(permutation)
        self.cell = [permutation[cell] for cell in board]
        self._pairs: dict[int, tuple[Move, Move]] = {}

    def image(self, cells: int) -> int:
        """Return the image of a set of the board's cells."""
        found = 0
        for table in self.tables:
            found |= table[cells & 255]
            cells >>= 8
        return found

    def pairs_of(self, pairs: Sequence[int]) -> Pairs:
        """Return the images of pairs of labels."""
        known = self._pairs
        for pair in pairs:
            if pair not in known:
                known[pair] = self.cell[pair & 255], self.cell[pair >> 8]
        return tuple([known[pair] for pair in pairs])


def _images(permutation: Permutation) -> list[list[int]]:
    """Return, for every eight cells, the images of their sets."""
    tables = []
    for first in range(0, len(permutation), 8):
        table = [0]
        for image_of_cell in permutation[first : first + 8]:
            table += [members | 1 << image_of_cell for members in table]
        tables.append(table)
    return tables
