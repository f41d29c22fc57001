"""A pair of boards as one number, the least among its images: what the checker remembers of a place."""

from functools import lru_cache

from noughts.core.game import Game, Move


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
        self._of_cell = list[int]()
        if symmetry:
            width = -(-2 * game.cells // 8)  # bytes of an image of a pair
            self._size = width * len(game.symmetries)
            self._slices = [slice(at, at + width) for at in range(0, self._size, width)]
            self._tables = _tables(game, 8 * width)
            self._of_cell = [self._tables[cell // 8][1 << cell % 8] for cell in range(game.cells)]

    def pack(self, first: int, second: int) -> int:
        """Return the number of a pair of boards."""
        return first << self.cells | second

    def unpack(self, place: int) -> tuple[int, int]:
        """Return the pair of boards of a number."""
        return place >> self.cells, place & self.full

    def least(self, first: int, second: int) -> int:
        """Return the number that stands for a pair and, with symmetry, for all its images."""
        return self.least_of(self.all(first, second))

    def all(self, first: int, second: int) -> int:
        """Return the images of a pair side by side, as one number; without symmetry the pair's own."""
        if not self._tables:
            return self.pack(first, second)
        return self._all(first) << self.cells | self._all(second)

    def with_cell(self, images: int, cell: Move, *, in_first: bool) -> int:
        """Return the images of a pair whose one board has one more cell: for many moves in one place."""
        more = self._of_cell[cell] if self._tables else 1 << cell
        return images | (more << self.cells if in_first else more)

    def least_of(self, images: int) -> int:
        """Return the least of some images side by side."""
        if not self._tables:
            return images
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
