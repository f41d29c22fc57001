"""The header of a table's file: the game, and the digests from which every other byte can be checked.

    "noughts\\0"   version   length   header (JSON)   digest   rows ...   block digests ...   layers ...
    8 bytes       4         4        `length`        32       4 each     32 each             1 each, or 4 in one

docs/solver/tables.md describes the file. This module needs only the standard library.

>>> TableHeader(Game(1, 1, 1), [1, 0], 8, [bytes(32)] * 4).cuts.layers
(417, 418, 418)
"""

import json
import re
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import Final, NamedTuple

from noughts.core.game import Game
from noughts.errors import TableError
from noughts.solve.tables.index import Layout, placed

VERSION: Final = 2
DIGEST: Final = 32
BLOCK: Final = 1 << 16  # bytes of a layer that have a digest of their own
_MAGIC: Final = b"noughts\0"
FIXED: Final = struct.Struct("<8sII")  # magic, version, length of the header
_MAX_HEADER: Final = 4096  # no game has a longer one
_MAX_CELLS: Final = 32  # the bits of a row
_NUMBER: Final = rb"(?:0|[1-9][0-9]{0,9})"
_HEADER: Final = re.compile(  # one spelling alone
    rb'\{"game": \[%s, %s, %s\], "counts": \[%s(?:, %s)*\], "bits": [28], "digests": \["[0-9a-f]{64}"'
    rb'(?:, "[0-9a-f]{64}")*\]\}' % (5 * (_NUMBER,))
)


class Cuts(NamedTuple):
    """Where the parts of a file lie: part i of each kind from cut i to cut i + 1."""

    rows: tuple[int, ...]
    blocks: tuple[int, ...]
    layers: tuple[int, ...]


@dataclass(frozen=True)
class TableHeader:
    """What a table's file says of itself. `digests` are those of the lists of rows, then one for each layer.

    A score takes 8 bits; or 2, without the distance.
    """

    game: Game
    counts: Sequence[int]
    bits: int
    digests: Sequence[bytes]

    @property
    def row_digests(self) -> Sequence[bytes]:
        """The digest of each list of rows."""
        return self.digests[: len(self.counts)]

    @property
    def layer_digests(self) -> Sequence[bytes]:
        """The digest of each layer's list of block digests."""
        return self.digests[len(self.counts) :]

    @cached_property
    def sizes(self) -> list[int]:
        """The number of scores of each layer."""
        return Layout(self.game, self.counts, []).sizes

    @cached_property
    def cuts(self) -> Cuts:
        """Where the parts lie, from the start of the file."""
        layers = [layer_bytes(size, self.bits) for size in self.sizes]
        blocks = [DIGEST * blocks_of(size) for size in layers]
        rows = _cuts(len(self.to_bytes()), [4 * count for count in self.counts])
        lists = _cuts(rows[-1], blocks)
        return Cuts(rows, lists, _cuts(lists[-1], layers))

    def to_bytes(self) -> bytes:
        """Return everything before the rows: the fixed part, the JSON text, and the digest of both.

        The values of the digests do not change its length.
        """
        text = _text(self.game, self.counts, self.bits, [digest.hex() for digest in self.digests])
        start = FIXED.pack(_MAGIC, VERSION, len(text)) + text
        return start + sha256(start).digest()


def version_in(start: bytes) -> int | None:
    """Return the version of a table that begins with these bytes, or None if no table does."""
    if len(start) < FIXED.size or not start.startswith(_MAGIC):
        return None
    version: int = FIXED.unpack_from(start)[1]
    return version


def new_header(layout: Layout, bits: int) -> TableHeader:
    """Return the header of a table that is to be written: its layers have no digests yet."""
    rows = [sha256(row_bytes(row)).digest() for row in layout.rows]
    counts = [int(count) for count in layout.counts]
    return TableHeader(layout.game, counts, bits, [*rows, *[bytes(DIGEST)] * (layout.game.cells + 1)])


def row_bytes(row: Sequence[int]) -> bytes:
    """Return a list of rows as it is in the file."""
    return struct.pack(f"<{len(row)}I", *row)


def layer_bytes(size: int, bits: int) -> int:
    """Return the bytes that `size` scores take."""
    return (size * bits + 7) // 8


def blocks_of(size: int) -> int:
    """Return the number of blocks of a layer of `size` bytes; the last one may be shorter."""
    return -(-size // BLOCK)


def read_header(name: str, data: memoryview) -> TableHeader:
    """Return the header of a file. Raises TableError, which begins with `name`, for anything that is not a table."""
    try:
        header = _parse(_read_text(name, data))
    except ValueError as error:
        raise TableError(f"{name} has a header that makes no sense: {error}") from None
    if (expected := header.cuts.layers[-1]) != len(data):
        raise TableError(f"{name} has {len(data)} bytes, expected {expected}: it is damaged")
    return header


def _cuts(start: int, sizes: list[int]) -> tuple[int, ...]:
    return tuple(accumulate(sizes, initial=start))


def _text(game: Game, counts: Iterable[int], bits: int, digests: list[str]) -> bytes:
    """Return the JSON text of a header. Its exact bytes are part of the format."""
    return json.dumps({"game": game.to_list(), "counts": list(counts), "bits": bits, "digests": digests}).encode()


def _read_text(name: str, data: memoryview) -> bytes:
    """Return the header's JSON text."""
    if (version := version_in(bytes(data[: FIXED.size]))) is None:
        raise TableError(f"{name} is not a table of exact values: it does not start as one")
    length: int = FIXED.unpack_from(data)[2]
    if version != VERSION:
        raise TableError(f"{name} is a table of version {version}, expected {VERSION}")
    if length > _MAX_HEADER:
        raise TableError(f"{name} has a damaged header: its length is {length}, expected at most {_MAX_HEADER}")
    end = FIXED.size + length
    if sha256(data[:end]).digest() != data[end : end + DIGEST]:
        raise TableError(f"{name} has a damaged header: its digest does not match")
    return bytes(data[FIXED.size : end])


def _parse(text: bytes) -> TableHeader:
    """Return what a header's text says; raises ValueError for anything else."""
    if not _HEADER.fullmatch(text):
        raise ValueError("it is not spelled as `noughts tabulate` spells it")
    document = json.loads(text)
    game, counts, digests = Game(*document["game"]), document["counts"], document["digests"]
    if game.cells > _MAX_CELLS:
        raise ValueError(f"{game} has {game.cells} cells, a table has at most {_MAX_CELLS}")
    if len(counts) != placed(game.cells) + 1 or len(digests) != len(counts) + game.cells + 1:
        raise ValueError("it lists too many parts, or too few")
    return TableHeader(game, counts, document["bits"], [bytes.fromhex(digest) for digest in digests])
