"""The file of a table, as docs/table-format.md describes it: a reader that shares nothing with the writer.

It checks the header, the lengths and the lists when it opens the file, and each block of scores before it is used. A
file of version 1 has a digest for each layer: there the layer is one block.
"""

import mmap
import re
import stat
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate, pairwise
from math import comb
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from noughts.certify.boards import Ints
from noughts.core.game import Game
from noughts.errors import GameError, TableError, reason

MAGIC: Final = b"noughts\0"
_FIXED: Final = 16  # bytes of magic, version and length
_DIGEST: Final = 32
_LONGEST_HEADER: Final = 4096
_MOST_CELLS: Final = 32
_BLOCK: Final = 1 << 16  # bytes
_AT_ONCE: Final = 1 << 24  # bytes that are hashed before the progress is shown

_NUMBER = rb"(?:0|[1-9][0-9]{0,9})"
_NUMBERS = rb"\[(" + _NUMBER + rb"(?:, " + _NUMBER + rb")*)\]"
_DIGESTS = rb'\[("[0-9a-f]{64}"(?:, "[0-9a-f]{64}")*)\]'
_HEADERS = {
    1: re.compile(rb'\{"game": ' + _NUMBERS + rb', "counts": ' + _NUMBERS + rb'(), "digests": ' + _DIGESTS + rb"\}"),
    2: re.compile(
        rb'\{"game": ' + _NUMBERS + rb', "counts": ' + _NUMBERS + rb', "bits": ([28]), "digests": ' + _DIGESTS + rb"\}"
    ),
}

Bytes = NDArray[np.uint8]
Scores = NDArray[np.int8]


@dataclass(frozen=True)
class TableFile:
    """A table whose form is right: the lists of rows by number of stones, and the layers by ply."""

    game: Game
    version: int
    bits: int
    rows: Sequence[Ints]
    layers: Sequence["ScoreList"]

    @property
    def no_position(self) -> int:
        """The score of a set of stones that is no position: the least of all scores."""
        return -1 << self.bits - 1


class ScoreList:
    """The scores of the positions after so many moves. Raises TableError where a block does not have its digest."""

    def __init__(self, name: str, data: Bytes, bits: int, block: int, digests: Bytes) -> None:
        self._name, self._data, self._bits, self._block, self._digests = name, data, bits, block, digests
        self._unchecked = np.ones(-(-len(data) // block), np.bool_)

    def take(self, places: Ints) -> Scores:
        """Return the scores at some places."""
        at = places if self._bits == 8 else places >> 2
        blocks = at // self._block
        for block in np.unique(blocks[self._unchecked[blocks]]):
            self._check(int(block))
        if self._bits == 8:
            return self._data[at].view(np.int8)
        pairs = self._data[at] >> (2 * (places & 3)).astype(np.uint8) & 3
        return ((pairs ^ 2).astype(np.int8) - 2).astype(np.int8)

    def check(self, progress: Callable[[], None]) -> None:
        """Check all blocks."""
        for block in np.flatnonzero(self._unchecked):
            self._check(int(block), progress)

    def _check(self, block: int, progress: Callable[[], None] = lambda: None) -> None:
        first = block * self._block
        data = self._data[first : first + self._block]
        _require(f"{self._name}, block {block}", data, self._digests[block], progress)
        self._unchecked[block] = False


def open_table(path: Path) -> TableFile:
    """Return the table in a file. Raises TableError, which names the first fault of its form."""
    name = repr(str(path))
    data = _mapped(path)
    version, header = _read_header(name, data)
    match = _HEADERS[version].fullmatch(header)
    if match is None:
        raise TableError(f"{name} has a header that is not spelled as the format spells it")
    game, counts, bits = _game(name, _numbers(match[1])), _numbers(match[2]), int(match[3] or 8)
    lists = placed(game.cells) + 1
    digests = [bytes.fromhex(digest.decode()) for digest in re.findall(rb"[0-9a-f]{64}", match[4])]
    if len(counts) != lists or len(digests) != lists + game.cells + 1:
        raise TableError(f"{name} has a header with too many parts, or too few")
    scores = [counts[placed(ply)] * columns(game, ply) for ply in range(game.cells + 1)]
    sizes = [-(-number * bits // 8) for number in scores]
    blocks = [_DIGEST * -(-size // _BLOCK) if version > 1 else 0 for size in sizes]
    cuts = list(accumulate([4 * count for count in counts] + blocks + sizes, initial=_FIXED + len(header) + _DIGEST))
    if cuts[-1] != len(data):
        raise TableError(f"{name} has {len(data)} bytes, expected {cuts[-1]}: it is damaged")
    parts = [data[first:last] for first, last in pairwise(cuts)]
    rows = [_rows(f"{name}: list of rows {i}", parts[i], digests[i]) for i in range(lists)]
    layers = []
    for ply, (listed, part, digest) in enumerate(
        zip(parts[lists : -len(sizes)], parts[-len(sizes) :], digests[lists:], strict=True)
    ):
        layers.append(_layer(f"{name}: layer {ply}", listed, part, bits, version, digest))
        if part.size and int(part[-1]) >> 8 - (8 * len(part) - bits * scores[ply]):
            raise TableError(f"{name}: layer {ply} has bits that are not 0 after its last score")
    return TableFile(game, version, bits, rows, layers)


def placed(ply: int) -> int:
    """Return the number of stones of the side that has just moved."""
    return ply - ply // 2


def columns(game: Game, ply: int) -> int:
    """Return the number of scores for each row of a layer."""
    return comb(game.cells - placed(ply), ply // 2)


def _mapped(path: Path) -> Bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a named pipe waits for its writer
            raise ValueError("it is not a regular file")
        with path.open("rb") as file:
            return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise TableError(f"cannot read the table {str(path)!r}: {reason(error)}") from None


def _read_header(name: str, data: Bytes) -> tuple[int, bytes]:
    """Return the version and the text of the header."""
    start = data[:_FIXED].tobytes()
    if len(start) < _FIXED or not start.startswith(MAGIC):
        raise TableError(f"{name} is no table of exact values: it does not start as one")
    version, length = struct.unpack_from("<II", start, len(MAGIC))
    if version not in _HEADERS:
        raise TableError(f"{name} is a table of version {version}, expected {' or '.join(map(str, _HEADERS))}")
    if length > _LONGEST_HEADER:
        raise TableError(f"{name} has a header of {length} bytes, expected at most {_LONGEST_HEADER}")
    end = _FIXED + length
    _require(f"{name}: header", data[:end], data[end : end + _DIGEST])
    return version, data[_FIXED:end].tobytes()


def _game(name: str, sizes: list[int]) -> Game:
    try:
        game = Game(*sizes)
    except (TypeError, GameError) as error:  # TypeError: not three numbers
        raise TableError(f"{name} has a header without a game: {error}") from None
    if game.cells > _MOST_CELLS:
        raise TableError(f"{name} is a table of {game}, which has {game.cells} cells, expected at most {_MOST_CELLS}")
    return game


def _numbers(text: bytes) -> list[int]:
    return [int(number) for number in text.split(b", ")]


def _rows(name: str, data: Bytes, digest: bytes) -> Ints:
    _require(name, data, digest)
    return data.view("<u4").astype(np.int64)


def _layer(name: str, listed: Bytes, data: Bytes, bits: int, version: int, digest: bytes) -> ScoreList:
    """Return a layer; `listed` are the digests of its blocks, which version 1 does not have."""
    if version == 1:
        if not len(data):
            _require(name, data, digest)
        return ScoreList(name, data, bits, max(1, len(data)), np.frombuffer(digest, np.uint8).reshape(1, -1))
    _require(f"{name}, digests of blocks", listed, digest)
    return ScoreList(name, data, bits, _BLOCK, listed.reshape(-1, _DIGEST))


def _require(name: str, data: Bytes, digest: bytes | Bytes, progress: Callable[[], None] = lambda: None) -> None:
    """Raise TableError if some bytes do not have their digest."""
    found = sha256()
    for first in range(0, len(data), _AT_ONCE):
        found.update(data[first : first + _AT_ONCE].data)
        progress()
    if found.digest() != bytes(digest):
        raise TableError(f"{name} is damaged: its digest does not match")
