"""A table: the exact value and distance of every position of a game, one byte each, in memory or in a file.

    "noughts\\0"   version   length   header (JSON)   digest   rows ...   layers ...
    8 bytes       4         4        `length`        32       4 each     1 each

The file is described in docs/table-format.md. It is mapped, not read: opening it costs nothing, and each part is
checked against its SHA-256 digest when it is first looked at, so no value comes from a part that is damaged.
Only the standard library is needed here.
"""

import json
import mmap
import os
import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.errors import GameError, NoughtsError, TableError
from noughts.solve.index import Layout, placed
from noughts.solve.value import Value, from_score

MAGIC: Final = b"noughts\0"
VERSION: Final = 1
_FIXED: Final = struct.Struct("<8sII")  # magic, version, length of the header
_DIGEST: Final = 32

Numbers = Sequence[int]


class Table:
    """Exact values by looking them up: an oracle for the positions of one game.

    >>> from noughts.solve.retrograde import strong
    >>> table = strong(Game(3, 3, 3)).table
    >>> table.value(Position(Game(3, 3, 3)))
    Value(result=0, distance=9)
    """

    def __init__(self, layout: Layout, layers: Sequence[Numbers]) -> None:
        self.layout = layout
        self.layers = layers

    @property
    def game(self) -> Game:
        """The game whose positions these are."""
        return self.layout.game

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Table":
        """Return the table in a file. Raises TableError where it is none, is cut short, or its header is damaged."""
        path = Path(path)
        data = _mapped(path)
        header, start = _read_header(path, data)
        try:
            game = Game(*header["game"])
            counts = [int(count) for count in header["counts"]]
            layout = Layout(game, counts, [])
            lengths = [4 * count for count in counts] + layout.sizes
            digests = [bytes.fromhex(digest) for digest in header["digests"]]
            if len(counts) != placed(game.cells) + 1 or len(digests) != len(lengths):
                raise ValueError("it lists too many parts, or too few")
        except (KeyError, IndexError, TypeError, ValueError, NoughtsError) as error:
            raise TableError(f"{str(path)!r} has a header that makes no sense: {error}") from None
        cuts = list(accumulate(lengths, initial=start))
        if cuts[-1] != len(data):
            raise TableError(f"{str(path)!r} has {len(data)} bytes, expected {cuts[-1]}: it is damaged")
        parts = [data[first:last] for first, last in pairwise(cuts)]
        rows = _Parts(f"{path}: row", parts[: len(counts)], digests[: len(counts)], _words)
        layers = _Parts(f"{path}: layer", parts[len(counts) :], digests[len(counts) :], _signed_bytes)
        return cls(Layout(game, counts, rows), layers)

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises GameError for another game, TableError for a damaged file."""
        if position.game != self.game:
            raise GameError(f"this is a table of {self.game}, and the position is one of {position.game}")
        if position.outcome is not None and position.outcome.winner is not None:
            return Value(-1, 0)
        ply, place = self.layout.place(position)
        return from_score(self.layers[ply][place], self.game.cells, ply)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises as `value` does."""
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}

    def verify(self) -> None:
        """Check every part of the file. Raises TableError, naming the first part that is damaged."""
        for parts in (self.layout.rows, self.layers):
            for i in range(len(parts)):
                parts[i]


def write_table(path: str | os.PathLike[str], layout: Layout, layers: Iterable[tuple[int, Any]]) -> None:
    """Write a table's file, layer by layer in whatever order they come as (ply, bytes).

    Whatever ends it early, an error or Ctrl-C, leaves nothing behind, and an older file as it was.
    """
    rows = [_little_endian(row) for row in layout.rows]
    lengths = [4 * count for count in layout.counts] + layout.sizes
    digests = [sha256(row).digest() for row in rows] + [bytes(_DIGEST)] * len(layout.sizes)
    start = len(_header(layout, digests))  # the digests' values do not change its length
    cuts = list(accumulate(lengths, initial=start))
    with _replacing(Path(path)) as file:
        file.seek(start)
        for row in rows:
            file.write(row)
        for ply, layer in layers:
            file.seek(cuts[len(rows) + ply])
            file.write(layer)
            digests[len(rows) + ply] = sha256(layer).digest()
        file.seek(0)
        file.write(_header(layout, digests))


class _Parts(Sequence[Numbers]):
    """The parts of a file by number, each checked against its digest when it is first asked for."""

    def __init__(
        self,
        name: str,
        parts: list[memoryview],
        digests: list[bytes],
        convert: Callable[[memoryview], Numbers],
    ) -> None:
        self.name, self.parts, self.digests, self.convert = name, parts, digests, convert
        self.checked: dict[int, Numbers] = {}

    def __len__(self) -> int:
        return len(self.parts)

    def __getitem__(self, i: Any) -> Any:
        if i not in self.checked:
            if sha256(self.parts[i]).digest() != self.digests[i]:
                raise TableError(f"{self.name} {i} is damaged: its digest does not match")
            self.checked[i] = self.convert(self.parts[i])
        return self.checked[i]


def _mapped(path: Path) -> memoryview:
    try:
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise TableError(f"cannot read the table {str(path)!r}: {error}") from None


def _header(layout: Layout, digests: Sequence[bytes]) -> bytes:
    """Everything before the rows: the fixed part, the JSON text, and the digest of both."""
    game = layout.game
    document = {
        "game": [game.m, game.n, game.k],
        "counts": [int(count) for count in layout.counts],
        "digests": [digest.hex() for digest in digests],
    }
    text = json.dumps(document).encode()
    start = _FIXED.pack(MAGIC, VERSION, len(text)) + text
    return start + sha256(start).digest()


def _read_header(path: Path, data: memoryview) -> tuple[dict[str, Any], int]:
    """Return the header's document, and where the rows start."""
    if len(data) < _FIXED.size or bytes(data[: len(MAGIC)]) != MAGIC:
        raise TableError(f"{str(path)!r} is no table of exact values: it does not start as one")
    _, version, length = _FIXED.unpack_from(data)
    if version != VERSION:
        raise TableError(f"{str(path)!r} is a table of version {version}, expected {VERSION}")
    end = _FIXED.size + length
    if sha256(data[:end]).digest() != data[end : end + _DIGEST]:
        raise TableError(f"{str(path)!r} has a damaged header: its digest does not match")
    return dict(json.loads(bytes(data[_FIXED.size : end]))), end + _DIGEST


def _words(part: memoryview) -> Numbers:
    numbers = array("I", bytes(part))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _little_endian(row: Numbers) -> bytes:
    return struct.pack(f"<{len(row)}I", *row)


def _signed_bytes(part: memoryview) -> Numbers:
    return part.cast("b")


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a new file that takes the place of `path` at the end, if nothing goes wrong."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise TableError(f"cannot write the table {str(path)!r}: {error}") from None
    finally:
        part.unlink(missing_ok=True)
