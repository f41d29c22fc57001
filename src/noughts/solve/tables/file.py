"""A table: the exact value and distance of every position of a game, one byte each, in memory or in a file.

    "noughts\\0"   version   length   header (JSON)   digest   rows ...   layers ...
    8 bytes       4         4        `length`        32       4 each     1 each

docs/table-format.md describes the file. It is mapped into memory, so opening it is cheap. Each part is checked against
its SHA-256 digest at its first use, so no value comes from a damaged part. Digests do not protect against a forged
table: `verify` checks what can be checked without solving the game again. This module needs only the standard library.
"""

import json
import mmap
import os
import re
import stat
import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate, pairwise
from operator import or_
from pathlib import Path
from typing import Any, Final

from noughts.core.game import Game, Move, cells_of, image_of
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import GameError, TableError, reason
from noughts.files import replacing
from noughts.solve.tables.index import UNREACHABLE, Layout, placed

_MAGIC: Final = b"noughts\0"
_VERSION: Final = 1
_FIXED: Final = struct.Struct("<8sII")  # magic, version, length of the header
_DIGEST: Final = 32
_MAX_HEADER: Final = 4096  # no game has a longer one
_MAX_CELLS: Final = 32  # the bits of a row
_KEYS: Final = ["game", "counts", "digests"]
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_PIECE: Final = 1 << 20  # bytes of a layer that are checked at a time

_Numbers = Sequence[int]


class Table:
    """An oracle that looks up the values of the positions of one game.

    >>> from noughts.solve.tables.retrograde import solve_all
    >>> table = solve_all(Game(3, 3, 3)).table
    >>> table.value(Position(Game(3, 3, 3)))
    Value(result=0, distance=9)
    """

    def __init__(self, layout: Layout, layers: Sequence[_Numbers], name: str = "the table") -> None:
        self.layout = layout
        self.layers = layers
        self.name = name

    @property
    def game(self) -> Game:
        """The game of these positions."""
        return self.layout.game

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Table":
        """Return the table in a file. Raises TableError if it is not a table, is cut short, or has a damaged header."""
        path = Path(path)
        name = repr(str(path))
        data = _mapped(path)
        text, start = _read_header(name, data)
        try:
            game, counts, digests = _parse_header(text)
        except (ValueError, RecursionError) as error:  # RecursionError: deeply nested brackets
            raise TableError(f"{name} has a header that makes no sense: {error}") from None
        lengths = [4 * count for count in counts] + Layout(game, counts, []).sizes
        cuts = list(accumulate(lengths, initial=start))
        if cuts[-1] != len(data):
            raise TableError(f"{name} has {len(data)} bytes, expected {cuts[-1]}: it is damaged")
        parts = [data[first:last] for first, last in pairwise(cuts)]
        rows = _Parts(f"{name}: list of rows", parts[: len(counts)], digests[: len(counts)], _words)
        layers = _Parts(f"{name}: layer", parts[len(counts) :], digests[len(counts) :], _signed_bytes)
        return cls(Layout(game, counts, rows), layers, name)

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises GameError for another game, TableError for a damaged file."""
        if position.game != self.game:
            raise GameError(f"this is a table of {self.game}, and the position is one of {position.game}")
        if position.outcome is not None and position.outcome.winner is not None:
            return Value(-1, 0)
        try:
            ply, place = self.layout.place(position)
        except KeyError:
            raise TableError(f"{self.name} has no row for {str(position)!r}: it was not written properly") from None
        score = self.layers[ply][place]
        if not _possible(score, self.game.cells, ply):
            raise TableError(f"{self.name} has the score {score} for {str(position)!r}, which no position can have")
        return from_score(score, self.game.cells, ply)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises as `value` does."""
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}

    def verify(self) -> None:
        """Check every digest, that the rows are those of the game, and that every score is possible.

        Raises TableError, naming the first part that is wrong. It does not check that the scores are true.
        """
        for stones, (rows, expected) in enumerate(zip(self.layout.rows, _rows_of(self.game), strict=True)):
            if list(rows) != expected:
                raise TableError(f"{self.name}: list of rows {stones} is not that of {self.game}")
        for ply, layer in enumerate(self.layers):
            if not _all_possible(layer, self.game.cells, ply):
                raise TableError(f"{self.name}: layer {ply} has a score that no position can have")


def write_table(path: str | os.PathLike[str], layout: Layout, layers: Iterable[tuple[int, Any]]) -> None:
    """Write a table's file from its layers, (ply, bytes) in any order. Raises TableError.

    If an error or Ctrl-C ends it early, nothing is left behind, and an older file remains.
    """
    rows = [_little_endian(row) for row in layout.rows]
    lengths = [4 * count for count in layout.counts] + layout.sizes
    digests = [sha256(row).digest() for row in rows] + [bytes(_DIGEST)] * len(layout.sizes)
    start = len(_header(layout, digests))  # the digests' values do not change its length
    cuts = list(accumulate(lengths, initial=start))
    try:
        if Path(path).is_fifo():
            raise OSError("it is not a regular file, and a table is not written from its beginning to its end")
        with replacing(path) as file:
            file.seek(start)
            for row in rows:
                file.write(row)
            for ply, layer in layers:
                file.seek(cuts[len(rows) + ply])
                file.write(layer)
                digests[len(rows) + ply] = sha256(layer).digest()
            file.seek(0)
            file.write(_header(layout, digests))
    except OSError as error:
        raise TableError(f"cannot write the table {os.fspath(path)!r}: {reason(error)}") from None


class _Parts(Sequence[_Numbers]):
    """The parts of a file by number, each checked against its digest at its first use."""

    def __init__(
        self,
        name: str,
        parts: list[memoryview],
        digests: list[bytes],
        convert: Callable[[memoryview], _Numbers],
    ) -> None:
        self.name, self.parts, self.digests, self.convert = name, parts, digests, convert
        self.checked: dict[int, _Numbers] = {}

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
        if not stat.S_ISREG(path.stat().st_mode):  # opening a named pipe waits for its writer
            raise ValueError("it is not a regular file")
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise TableError(f"cannot read the table {str(path)!r}: {error}") from None


def _header(layout: Layout, digests: Sequence[bytes]) -> bytes:
    """Return everything before the rows: the fixed part, the JSON text, and the digest of both."""
    text = _text(layout.game, layout.counts, [digest.hex() for digest in digests])
    start = _FIXED.pack(_MAGIC, _VERSION, len(text)) + text
    return start + sha256(start).digest()


def _text(game: Game, counts: Iterable[int], digests: list[str]) -> bytes:
    """Return the JSON text of a header. Its exact bytes are part of the format."""
    values = game.to_list(), [int(count) for count in counts], digests
    return json.dumps(dict(zip(_KEYS, values, strict=True))).encode()


def _read_header(name: str, data: memoryview) -> tuple[bytes, int]:
    """Return the header's JSON text, and where the rows start."""
    if len(data) < _FIXED.size or bytes(data[: len(_MAGIC)]) != _MAGIC:
        raise TableError(f"{name} is no table of exact values: it does not start as one")
    _, version, length = _FIXED.unpack_from(data)
    if version != _VERSION:
        raise TableError(f"{name} is a table of version {version}, expected {_VERSION}")
    if length > _MAX_HEADER:
        raise TableError(f"{name} has a damaged header: its length is {length}, expected at most {_MAX_HEADER}")
    end = _FIXED.size + length
    if sha256(data[:end]).digest() != data[end : end + _DIGEST]:
        raise TableError(f"{name} has a damaged header: its digest does not match")
    return bytes(data[_FIXED.size : end]), end + _DIGEST


def _parse_header(text: bytes) -> tuple[Game, list[int], list[bytes]]:
    """Return the game, the counts and the digests; raises ValueError, RecursionError for anything else."""
    document = json.loads(text)
    if type(document) is not dict or list(document) != _KEYS:
        raise ValueError(f"expected an object with the keys {', '.join(_KEYS)}")
    sizes, counts = _numbers(document, "game"), _numbers(document, "counts")
    if len(sizes) != 3:
        raise ValueError(f"'game' must be three numbers, not {len(sizes)}")
    game = Game(*sizes)
    if game.cells > _MAX_CELLS:
        raise ValueError(f"{game} has {game.cells} cells, a table has at most {_MAX_CELLS}")
    digests = document["digests"]
    if type(digests) is not list or not all(type(digest) is str and _HEX.fullmatch(digest) for digest in digests):
        raise ValueError("'digests' must be a list of texts of 64 hexadecimal digits, 0 to 9 and a to f")
    if len(counts) != placed(game.cells) + 1 or len(digests) != len(counts) + game.cells + 1:
        raise ValueError("it lists too many parts, or too few")
    if text != _text(game, counts, digests):
        raise ValueError("its JSON must be spelled as `noughts tabulate` spells it")
    return game, counts, [bytes.fromhex(digest) for digest in digests]


def _numbers(document: dict[str, Any], key: str) -> list[int]:
    """Return a list of natural numbers of the header; raises ValueError."""
    numbers = document[key]
    if type(numbers) is not list or not all(type(number) is int and 0 <= number < 1 << 32 for number in numbers):
        raise ValueError(f"{key!r} must be a list of whole numbers, from 0 to 4294967295")
    return numbers


def _rows_of(game: Game) -> Iterator[list[int]]:
    """Yield, for h = 0, 1, ..., the least images of the sets of h stones without a line, in ascending order."""
    rows = [0]
    yield rows
    for _ in range(placed(game.cells)):
        rows = sorted(_one_stone_more(game, rows))
        yield rows


def _one_stone_more(game: Game, rows: Iterable[int]) -> set[int]:
    """Return the least images of the sets without a line that have one stone more than a row of `rows`."""
    stones = [[1 << permutation[cell] for permutation in game.symmetries] for cell in range(game.cells)]
    larger = set()
    for row in rows:
        images = [image_of(row, permutation) for permutation in game.symmetries]
        for cell in cells_of(game.full & ~row):
            members = row | 1 << cell
            if not any(members & line == line for line in game.lines_through[cell]):
                larger.add(min(map(or_, images, stones[cell])))
    return larger


def _possible(score: int, cells: int, ply: int) -> bool:
    """Return whether a position after `ply` moves may have a score: the winner moves last, and the cells suffice."""
    distance = cells + 1 - abs(score) - ply
    return score == 0 or (distance > 0 and distance % 2 == (score > 0))


def _all_possible(layer: _Numbers, cells: int, ply: int) -> bool:
    """Return whether every byte of a layer, a memoryview, is a possible score or means "no position"."""
    scores = [score for score in range(-128, 128) if score == UNREACHABLE or _possible(score, cells, ply)]
    allowed = bytes(score % 256 for score in scores)
    pieces = (bytes(layer[first : first + _PIECE]) for first in range(0, len(layer), _PIECE))
    return not any(piece.translate(None, allowed) for piece in pieces)


def _words(part: memoryview) -> _Numbers:
    numbers = array("I", bytes(part))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _little_endian(row: _Numbers) -> bytes:
    return struct.pack(f"<{len(row)}I", *row)


def _signed_bytes(part: memoryview) -> _Numbers:
    return part.cast("b")
