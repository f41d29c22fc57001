"""The file of a table, as docs/solver/tables.md describes it: a reader without the writer's code."""

import re
import struct
from bisect import bisect_left
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, count, pairwise
from math import comb
from pathlib import Path
from typing import Final

from noughts.core.game import Game, Permutation, cells_of, image_of
from noughts.core.position import Position
from noughts.errors import GameError, TableError, file_errors
from noughts.files import mapped

MAGIC: Final = b"noughts\0"
_VERSION: Final = 2
_FIXED: Final = 16  # bytes of magic, version and length
_DIGEST: Final = 32
_BLOCK: Final = 1 << 16  # bytes
_NUMBERS: Final = rb"\[((?:0|[1-9][0-9]{0,9})(?:, (?:0|[1-9][0-9]{0,9}))*)\]"
_HEADER: Final = re.compile(
    rb'\{"game": %s, "counts": %s, "bits": ([28]), "digests": \[("[0-9a-f]{64}"(?:, "[0-9a-f]{64}")*)\]\}'
    % (_NUMBERS, _NUMBERS)
)


class TableFile:
    """A table: the lists of rows by number of stones, and the number of scores by ply.

    Header, lengths and lists are checked when it is opened, and each block of scores before it is used.
    """

    def __init__(self, path: Path) -> None:
        """Raises TableError, which names the first fault of the form."""
        self.name, self._checked = repr(str(path)), set[tuple[int, int]]()
        with file_errors("read", path):
            data = mapped(path)
        self.game, counts, self.bits, digests, start = _read_header(self.name, data)
        plies, lists = range(self.game.cells + 1), len(counts)
        self._columns = [comb(self.game.cells - placed(ply), ply // 2) for ply in plies]
        self.sizes = [counts[placed(ply)] * self._columns[ply] for ply in plies]
        parts = self._parts(data, start, counts)
        for number, (part, digest) in enumerate(zip(parts, digests, strict=False)):
            _require(f"{self.name}: list {number}", part, digest)
        self._block_digests, self._layers = parts[lists : -len(plies)], parts[-len(plies) :]
        for ply, layer in enumerate(self._layers):
            if layer and layer[-1] >> (self.sizes[ply] * self.bits - 1) % 8 + 1:
                raise TableError(f"{self.name}: layer {ply} has bits that are not 0 after its last score")
        self.rows = [struct.unpack(f"<{len(part) // 4}I", part) for part in parts[:lists]]
        for stones, rows in enumerate(self.rows):
            if any(row > self.game.full or row.bit_count() != stones for row in rows):
                raise TableError(f"{self.name}: list of rows {stones} is not that of {self.game}")

    def place(self, position: Position) -> int:
        """Return the place of a position in the layer of its ply. Raises TableError if the table has no row for it."""
        least, symmetry = least_image(self.game, position.theirs)
        rows = self.rows[least.bit_count()]
        row = bisect_left(rows, least)
        if rows[row : row + 1] != (least,):
            raise TableError(f"{self.name} has no row for {str(position)!r}")
        numbers = sorted([(~least & (1 << symmetry[cell]) - 1).bit_count() for cell in cells_of(position.own)])
        return row * self._columns[position.ply] + sum(map(comb, numbers, count(1)))

    def score(self, ply: int, place: int) -> int:
        """Return a score. Raises TableError if its block does not have its digest."""
        at, shift = divmod(place * self.bits, 8)
        if (block := (ply, at // _BLOCK)) not in self._checked:
            self._check_block(*block)
        bits = self._layers[ply][at] >> shift & (1 << self.bits) - 1
        return bits - (bits >> self.bits - 1 << self.bits)

    def check_rows(self) -> None:
        """Raise TableError unless the lists of rows are those of the game."""
        expected = {0}
        for stones, rows in enumerate(self.rows):
            if list(rows) != sorted(expected):
                raise TableError(f"{self.name}: list of rows {stones} is not that of {self.game}")
            larger = {row | 1 << cell for row in rows for cell in cells_of(self.game.full & ~row)}
            expected = {least_image(self.game, row)[0] for row in larger if not self.game.has_line(row)}

    def _parts(self, data: memoryview, start: int, counts: list[int]) -> list[memoryview]:
        """Return the lists of rows, the lists of block digests, and the layers."""
        layers = [-(-size * self.bits // 8) for size in self.sizes]
        lengths = [4 * rows for rows in counts] + [_DIGEST * -(-size // _BLOCK) for size in layers] + layers
        cuts = list(accumulate(lengths, initial=start))
        if cuts[-1] != len(data):
            raise TableError(f"{self.name} has {len(data)} bytes, expected {cuts[-1]}: it is damaged")
        return [data[first:last] for first, last in pairwise(cuts)]

    def _check_block(self, ply: int, block: int) -> None:
        data = self._layers[ply][block * _BLOCK : (block + 1) * _BLOCK]
        digest = self._block_digests[ply][block * _DIGEST : (block + 1) * _DIGEST]
        _require(f"{self.name}: layer {ply}, block {block}", data, digest)
        self._checked.add((ply, block))


def placed(ply: int) -> int:
    """Return the number of stones of the side that has just moved."""
    return ply - ply // 2


@lru_cache(1 << 16)
def least_image(game: Game, board: int) -> tuple[int, Permutation]:
    """Return the least image of a board, and the symmetry that leads to it: of several the first in order."""
    return min((image_of(board, symmetry), symmetry) for symmetry in game.symmetries)


def _read_header(name: str, data: memoryview) -> tuple[Game, list[int], int, list[bytes], int]:
    """Return the game, the numbers of rows, the bits of a score, the digests, and where the lists begin."""
    if len(data) < _FIXED or bytes(data[: len(MAGIC)]) != MAGIC:
        raise TableError(f"{name} is not a table of exact values: it does not start as one")
    version, length = struct.unpack_from("<II", data, len(MAGIC))
    if version != _VERSION:
        raise TableError(f"{name} is a table of version {version}, expected {_VERSION}")
    end = _FIXED + length
    _require(f"{name}: header", data[:end], data[end : end + _DIGEST])
    if (match := _HEADER.fullmatch(data[_FIXED:end])) is None:
        raise TableError(f"{name} has a header that is not spelled as the format spells it")
    sizes, counts = ([int(number) for number in match[i].split(b", ")] for i in (1, 2))
    try:
        game = Game(*sizes)
    except (TypeError, GameError) as error:  # TypeError: not three numbers
        raise TableError(f"{name} has a header without a game: {error}") from None
    digests = [bytes.fromhex(text.decode()[1:-1]) for text in match[4].split(b", ")]
    if len(counts) != placed(game.cells) + 1 or len(digests) != len(counts) + game.cells + 1:
        raise TableError(f"{name} has a header with too many parts, or too few")
    return game, counts, int(match[3]), digests, end + _DIGEST


def _require(name: str, data: memoryview, digest: bytes | memoryview) -> None:
    """Raise TableError if some bytes do not have their digest."""
    if sha256(data).digest() != digest:
        raise TableError(f"{name} is damaged: its digest does not match")
