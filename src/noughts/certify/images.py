"""A pair of boards as one number, the least among its images: what the checker remembers of a place."""

from functools import lru_cache

from noughts.core.game import Game


class Images:
    """Packs pairs of boards of a game: `first` above, `second` in the low bits, one bit for each cell.

    With `symmetry` the pair is replaced by the least of its images under the symmetries of the board. The images of a
    board are the union of the images of its bytes. A table has those of every byte, all symmetries side by side in one
    number.
    """

    def __init__(self, game: Game, symmetry: bool) -> None:
        self.cells, self.full = game.cells, game.full
        self._bytes = -(-game.cells // 8)
        self._tables = list[list[int]]()
        self._slices = list[slice]()
        if symmetry:
            width = -(-2 * game.cells // 8)  # bytes of an image of a pair
            self._size = width * len(game.symmetries)
            self._slices = [slice(at, at + width) for at in range(0, self._size, width)]
            self._tables = _tables(game, 8 * width)

    def pack(self, first: int, second: int) -> int:
        """Return the number of a pair of boards."""
        return first << self.cells | second

    def unpack(self, place: int) -> tuple[int, int]:
        """Return the pair of boards of a number."""
        return place >> self.cells, place & self.full

    def least(self, first: int, second: int) -> int:
        """Return the number that stands for a pair and, with symmetry, for all its images."""
        if not self._tables:
            return self.pack(first, second)
        images = self._all(first) << self.cells | self._all(second)
        data = images.to_bytes(self._size, "big")
        return int.from_bytes(min([data[part] for part in self._slices]), "big")

    def _all(self, board: int) -> int:
        """Return the images of a board side by side."""
        images = 0
        for table, byte in zip(self._tables, board.to_bytes(self._bytes, "little"), strict=True):
            images |= table[byte]
        return images


@lru_cache(maxsize=4)
def _tables(game: Game, width: int) -> list[list[int]]:
    """Return for every eight cells, and every set of them, its images, each `width` bits above the one before."""
    of_cell = [
        sum(1 << width * number + permutation[cell] for number, permutation in enumerate(game.symmetries))
        for cell in range(game.cells)
    ]
    tables = []
    for start in range(0, game.cells, 8):
        table = [0]
        for image in of_cell[start : start + 8]:
            table += [image | other for other in table]
        tables.append(table)
    return tables
