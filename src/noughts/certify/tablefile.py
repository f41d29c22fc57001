"""The folder of a table, as docs/solver/tables.md describes it: a reader without the writer's code."""

import json
import struct
from bisect import bisect_left
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, count, pairwise
from math import comb
from pathlib import Path
from typing import Final

from noughts.certify.entry import short_repr
from noughts.core.game import Game, Permutation, cells_of, image_of
from noughts.core.position import Position
from noughts.errors import GameError, TableError, file_errors
from noughts.files import SMALL, contents, mapped

ABOUT: Final = "table.json"
_SCHEMA: Final = "noughts/value-table/1"


class TableFile:
    """A table: the lists of rows by number of stones, and the number of scores by ply.

    Names, forms and rows are checked when it is opened, the digest of a layer before it is used.
    """

    def __init__(self, path: Path) -> None:
        """Raises TableError, which names the first fault of the form; FileError if a file cannot be read."""
        self.name, self._path, self._files = repr(str(path)), path, dict[str, memoryview]()
        self.game, self._digests = self._read_about()
        plies = range(self.game.cells + 1)
        rows = self._array("rows.npy", "<u4", None)
        self._check("rows.npy")
        numbers = struct.unpack(f"<{len(rows) // 4}I", rows)
        sizes = [sum(row.bit_count() == stones for row in numbers) for stones in range(placed(self.game.cells) + 1)]
        cuts = accumulate(sizes, initial=0)
        self.rows = [numbers[first:last] for first, last in pairwise(cuts)]
        for stones, listed in enumerate(self.rows):
            if any(row > self.game.full or row.bit_count() != stones for row in listed):
                raise self._wrong_rows(stones)
        if sum(sizes) != len(numbers):
            raise self._wrong_rows(len(sizes))
        self._columns = [comb(self.game.cells - placed(ply), ply // 2) for ply in plies]
        self.sizes = [len(self.rows[placed(ply)]) * self._columns[ply] for ply in plies]
        self._layers = [
            self._array(f"layer-{ply:02}.npy", "|i1", (len(self.rows[placed(ply)]), self._columns[ply]))
            for ply in plies
        ]

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
        """Return a score. Raises TableError if its layer does not have its digest."""
        if (name := f"layer-{ply:02}.npy") in self._digests:
            self._check(name)
        byte = self._layers[ply][place]
        return byte - (byte >> 7 << 8)

    def check_rows(self) -> None:
        """Raise TableError unless the lists of rows are those of the game."""
        expected = {0}
        for stones, rows in enumerate(self.rows):
            if list(rows) != sorted(expected):
                raise self._wrong_rows(stones)
            larger = {row | 1 << cell for row in rows for cell in cells_of(self.game.full & ~row)}
            expected = {least_image(self.game, row)[0] for row in larger if not self.game.has_line(row)}

    def _wrong_rows(self, stones: int) -> TableError:
        return TableError(f"{self.name}: list of rows {stones} is not that of {self.game}")

    def _read_about(self) -> tuple[Game, dict[str, str]]:
        """Return the game, and the digests by the names of the files."""
        if not self._path.is_dir():
            raise TableError(f"{self.name} is not a table of exact values: it is no folder")
        with file_errors("read", self._path / ABOUT):
            data = contents(self._path / ABOUT, SMALL)
        try:
            document = json.loads(data)
            if document["schema"] != _SCHEMA:
                raise TableError(f"{self.name} has the schema {short_repr(document['schema'])}, expected {_SCHEMA!r}")
            game, layers = Game.from_list(document["game"]), document["layers"]
            digests = {f"layer-{ply:02}.npy": str(layers[str(ply)]["sha256"]) for ply in range(game.cells + 1)}
            return game, {"rows.npy": str(document["rows"]), **digests}
        except GameError:
            raise TableError(f"{self.name} has a table.json without a game") from None
        except (ValueError, LookupError, TypeError, RecursionError):
            raise TableError(f"{self.name} has a table.json that is damaged, or that lacks a layer") from None

    def _check(self, name: str) -> None:
        """Raise TableError unless a file has its digest, which is asked for once."""
        if sha256(self._files[name]).hexdigest() != self._digests.pop(name):
            raise TableError(f"{self.name}: {name} is damaged: its digest does not match")

    def _array(self, name: str, kind: str, shape: tuple[int, ...] | None) -> memoryview:
        """Return the items of an array; without a shape it has one dimension, of any length."""
        with file_errors("read", self._path / name):
            data = mapped(self._path / name)
        self._files[name] = data
        start, item = 10 + int.from_bytes(data[8:10], "little"), int(kind[-1])
        shape = ((len(data) - start) // item,) if shape is None else shape
        text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
        size = item
        for length in shape:
            size *= length
        head = b"\x93NUMPY\x01\0" + (start - 10).to_bytes(2, "little") + text.ljust(start - 11).encode() + b"\n"
        if start % 64 or bytes(data[:start]) != head or len(data) != start + size:
            raise TableError(f"{self.name}: {name} is not the array {kind} of shape {shape}")
        return data[start:]


def placed(ply: int) -> int:
    """Return the number of stones of the side that has just moved."""
    return ply - ply // 2


@lru_cache(1 << 16)
def least_image(game: Game, board: int) -> tuple[int, Permutation]:
    """Return the least image of a board, and the symmetry that leads to it: of several the first in order."""
    return min((image_of(board, symmetry), symmetry) for symmetry in game.symmetries)
