"""Opens the file of a table. Each piece is checked against its digest before anything in it is used.

    header   ->  the digest of each list of rows          ->  the list
             ->  the digest of each list of block digests  ->  the list  ->  the blocks of the layer

So a lookup reads a list of rows, a list of block digests and one block, however large the file is. What is checked
once is not checked again. Digests do not protect against a forged table: `noughts check` does. This module needs only
the standard library.
"""

import os
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

from noughts.errors import TableError, reason
from noughts.files import mapped
from noughts.solve.tables.index import UNREACHABLE, Layout
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.storage.header import BLOCK, DIGEST, TableHeader, blocks_of, read_header

_Numbers = Sequence[int]
_LEAST: Final = {2: 0b10, 8: 0x80}  # the least number of so many bits is the one of no position


def open_table(path: str | os.PathLike[str]) -> Table:
    """Return the table in a file. Raises TableError if it is not a table, is cut short, or has a damaged header.

    The file is mapped into memory, so opening it is cheap, and a lookup reads only the pieces that it needs.
    """
    name = repr(os.fspath(path))
    try:
        data = mapped(path)
    except OSError as error:
        raise TableError(f"cannot read the table {name}: {reason(error)}") from None
    header = read_header(name, data)
    parts = [data[first:last] for first, last in pairwise(header.cuts.rows)]
    rows = _Rows(f"{name}: list of rows", parts, header.row_digests)
    layers = [_layer(name, data, header, ply) for ply in range(len(header.sizes))]
    return Table(Layout(header.game, header.counts, rows), layers, name, header.bits)


def _layer(name: str, data: memoryview, header: TableHeader, ply: int) -> "_Layer":
    part = data[header.cuts.layers[ply] : header.cuts.layers[ply + 1]]
    listed = data[header.cuts.blocks[ply] : header.cuts.blocks[ply + 1]]
    blocks, digest = f"{name}: list of block digests {ply}", header.layer_digests[ply]
    return _Layer(
        f"{name}: layer {ply}", part, header.sizes[ply], header.bits, lambda: _checked(blocks, listed, digest)
    )


class _Rows(Sequence[_Numbers]):
    """The lists of rows by number of stones, each checked at its first use."""

    def __init__(self, name: str, parts: Sequence[memoryview], digests: Sequence[bytes]) -> None:
        self.name, self.parts, self.digests = name, parts, digests
        self.checked: dict[int, _Numbers] = {}

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, i: Any) -> Any:
        if i not in self.checked:
            self.checked[i] = _words(_checked(f"{self.name} {i}", self.parts[i], self.digests[i]))
        return self.checked[i]


class _Layer(Sequence[int]):
    """The scores of a layer in a file, each block checked at its first use.

    `digests()` returns the digests of the blocks, one after the other.
    """

    def __init__(
        self, name: str, data: memoryview, size: int, bits: int, digests: Callable[[], bytes | memoryview]
    ) -> None:
        self.name, self.size, self.bits = name, size, bits
        self._data, self._listed = data, digests
        self._checked = bytearray(blocks_of(len(data)))

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, place: Any) -> Any:
        if not 0 <= place < self.size:
            raise IndexError(place)
        at, shift = divmod(place * self.bits, 8)
        bits = self._byte(at) >> shift & (1 << self.bits) - 1
        return UNREACHABLE if bits == _LEAST[self.bits] else bits - (bits >> self.bits - 1 << self.bits)

    def _byte(self, at: int) -> int:
        if not self._checked[at // BLOCK]:
            self._piece(at // BLOCK)
        return self._data[at]

    def _piece(self, number: int) -> memoryview:
        """Return a block, checked; its digest stands in the list, which is checked at its first use."""
        piece = self._data[number * BLOCK : (number + 1) * BLOCK]
        if sha256(piece).digest() != self._digests[number * DIGEST : (number + 1) * DIGEST]:
            raise TableError(f"{self.name} is damaged: its digest does not match")
        self._checked[number] = 1
        return piece

    @cached_property
    def _digests(self) -> bytes | memoryview:
        return self._listed()


def _checked(name: str, part: memoryview, digest: bytes) -> memoryview:
    if sha256(part).digest() != digest:
        raise TableError(f"{name} is damaged: its digest does not match")
    return part


def _words(part: memoryview) -> _Numbers:
    numbers = array("I", bytes(part))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
