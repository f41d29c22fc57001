"""A second reader of tables, written from docs/table-format.md alone: plain Python, nothing of noughts, no haste.

It decides what a table is by itself, so that a fault of `solve.tables.file` can't hide behind the same fault here.
"""

import re
import struct
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import accumulate, pairwise
from math import comb

NO_POSITION = {8: -128, 2: -2}
BLOCK = 65536
LONGEST_HEADER = 4096
MOST_CELLS = 32

_NUMBER = rb"(?:0|[1-9][0-9]*)"
_NUMBERS = rb"\[(" + _NUMBER + rb"(?:, " + _NUMBER + rb")*)\]"
_DIGESTS = rb'\[("[0-9a-f]{64}"(?:, "[0-9a-f]{64}")*)\]'
_HEADER = re.compile(
    rb'\{"game": ' + _NUMBERS + rb', "counts": ' + _NUMBERS + rb', "bits": ([28]), "digests": ' + _DIGESTS + rb"\}"
)

Triple = tuple[int, int, int]


@dataclass(frozen=True)
class TableFile:
    """A table that keeps every rule of the document: the game, and the lists of rows and the layers as they are."""

    game: Triple
    rows: tuple[tuple[int, ...], ...]
    layers: tuple[bytes, ...]
    bits: int = 8

    def value(self, x_cells: set[int], o_cells: set[int]) -> tuple[int, int | None]:
        """Return (1 win, 0 draw, -1 loss for the side to move; the distance in plies, None where it is not known).

        Raises ValueError where the cells are no position, or the table has no value for it.
        """
        ply = len(x_cells) + len(o_cells)
        own, theirs = (x_cells, o_cells) if ply % 2 == 0 else (o_cells, x_cells)
        if (len(own), len(theirs)) != stones(ply):
            raise ValueError(f"no position: {len(x_cells)} stones against {len(o_cells)}")
        if _holds_line(self.game, _mask(theirs)):
            return -1, 0
        return _meaning(self.game, self.bits, ply, self._score(ply, own, theirs))

    def _score(self, ply: int, own: set[int], theirs: set[int]) -> int:
        m, n, _ = self.game
        least, image = min((_mask({p[c] for c in theirs}), p) for p in _symmetries(m, n))
        free = [c for c in range(m * n) if not least >> c & 1]
        numbers = sorted(free.index(image[c]) for c in own)
        column = sum(comb(c, i) for i, c in enumerate(numbers, 1))
        place = self.rows[len(theirs)].index(least) * comb(m * n - len(theirs), len(own)) + column
        return _scores(self.layers[ply], self.bits)[place]


def stones(ply: int) -> tuple[int, int]:
    """Return how many stones the side to move and the other have after `ply` moves."""
    return ply // 2, ply - ply // 2


def read(data: bytes) -> TableFile:
    """Return the table whose file holds `data`; raises ValueError where the document does not allow it."""
    game, counts, bits, digests, body = _header(data)
    lists, blocks, layers = _parts(game, counts, bits, body)
    for i, (part, digest) in enumerate(zip(lists + blocks, digests, strict=True)):
        if sha256(part).hexdigest() != digest:
            raise ValueError(f"part {i} does not have its digest")
    for ply, (layer, listed) in enumerate(zip(layers, blocks, strict=True)):
        if b"".join(sha256(layer[i : i + BLOCK]).digest() for i in range(0, len(layer), BLOCK)) != listed:
            raise ValueError(f"a block of layer {ply} does not have its digest")
    unpacked = tuple(struct.unpack(f"<{len(part) // 4}I", part) for part in lists)
    for stone_count, rows in enumerate(unpacked):
        if rows != _rows(game, stone_count):
            raise ValueError(f"the rows with {stone_count} stones are not those of the game")
    for ply, layer in enumerate(layers):
        own, theirs = stones(ply)
        size = counts[theirs] * comb(game[0] * game[1] - theirs, own)
        scores = _scores(layer, bits)
        if not set(scores) <= _allowed(game, bits, ply) or any(scores[size:]):
            raise ValueError(f"layer {ply} holds a score that no position can have")
    return TableFile(game, unpacked, tuple(layers), bits)


def _header(data: bytes) -> tuple[Triple, list[int], int, list[str], bytes]:
    """Return the game, the counts, the bits of a score, the digests and what follows the header."""
    if data[:8] != b"noughts\0":
        raise ValueError("no table: other magic")
    if len(data) < 16:
        raise ValueError("no table: it ends before its header")
    version, length = struct.unpack_from("<II", data, 8)
    if version != 2:
        raise ValueError(f"version {version}")
    if length > LONGEST_HEADER or len(data) < 16 + length + 32:
        raise ValueError(f"a header of {length} bytes")
    if sha256(data[: 16 + length]).digest() != data[16 + length : 48 + length]:
        raise ValueError("the header does not have its digest")
    match = _HEADER.fullmatch(data[16 : 16 + length])
    if match is None:
        raise ValueError("the header is not spelled as a header is")
    sizes, counts = ([int(number) for number in match[i].split(b", ")] for i in (1, 2))
    digests = [word.decode()[1:-1] for word in match[4].split(b", ")]
    return _game(sizes), counts, int(match[3]), digests, data[48 + length :]


def _game(sizes: list[int]) -> Triple:
    if len(sizes) != 3:
        raise ValueError("a game has three numbers")
    m, n, k = sizes
    if not (1 <= m <= 26 and 1 <= n <= 26 and 1 <= k <= max(m, n) and m * n <= MOST_CELLS):
        raise ValueError(f"no game {m},{n},{k}, or too large for a table")
    return m, n, k


def _parts(game: Triple, counts: list[int], bits: int, body: bytes) -> tuple[list[bytes], list[bytes], list[bytes]]:
    """Return the bytes of each list of rows, of each list of block digests, and of each layer."""
    cells = game[0] * game[1]
    if len(counts) != (cells + 1) // 2 + 1:
        raise ValueError(f"{len(counts)} counts on {cells} cells")
    for stone_count, count in enumerate(counts):
        if count != len(_rows(game, stone_count)):  # so a later list is made only where the lists before it are right
            raise ValueError(f"another count of rows with {stone_count} stones than the game has")
    layers = []
    for ply in range(cells + 1):
        own, theirs = stones(ply)
        layers.append(-(-counts[theirs] * comb(cells - theirs, own) * bits // 8))
    sizes = [*(4 * count for count in counts), *(32 * -(-size // BLOCK) for size in layers), *layers]
    if sum(sizes) != len(body):
        raise ValueError(f"{len(body)} bytes of parts, not {sum(sizes)}")
    parts = [body[a:b] for a, b in pairwise(accumulate(sizes, initial=0))]
    return parts[: len(counts)], parts[len(counts) : -len(layers)], parts[-len(layers) :]


@cache
def _rows(game: Triple, stone_count: int) -> tuple[int, ...]:
    """Return the least images of all sets of so many stones without a line, in ascending order."""
    if stone_count == 0:
        return (0,)
    m, n, _ = game
    larger = {row | 1 << c for row in _rows(game, stone_count - 1) for c in range(m * n) if not row >> c & 1}
    return tuple(sorted({_least(m, n, row) for row in larger if not _holds_line(game, row)}))


def _least(m: int, n: int, row: int) -> int:
    cells = [c for c in range(m * n) if row >> c & 1]
    return min(_mask({p[c] for c in cells}) for p in _symmetries(m, n))


def _mask(cells: set[int]) -> int:
    return sum(1 << c for c in cells)


@cache
def _symmetries(m: int, n: int) -> list[list[int]]:
    """Return where each symmetry sends each cell."""
    points = [(x, y) for y in range(n) for x in range(m)]
    maps = [[(m - 1 - x if a else x) + m * (n - 1 - y if b else y) for x, y in points] for a in (0, 1) for b in (0, 1)]
    if m != n:
        return maps
    return maps + [[p[x * m + y] for x, y in points] for p in maps]


def _holds_line(game: Triple, mask: int) -> bool:
    return any(mask & line == line for line in _lines(game))


@cache
def _lines(game: Triple) -> list[int]:
    m, n, k = game
    lines = []
    for x in range(m):
        for y in range(n):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + (k - 1) * dx < m and y + (k - 1) * dy < n:
                    lines.append(_mask({x + i * dx + m * (y + i * dy) for i in range(k)}))
    return lines


def _scores(layer: bytes, bits: int) -> list[int]:
    """Return the signed numbers of a layer, and what fills the last byte."""
    numbers = [byte >> shift & (1 << bits) - 1 for byte in layer for shift in range(0, 8, bits)]
    return [number - (1 << bits) if number >> bits - 1 else number for number in numbers]


def _meaning(game: Triple, bits: int, ply: int, score: int) -> tuple[int, int | None]:
    """Return result and distance; raises ValueError where no position after so many moves has this score."""
    left = game[0] * game[1] - ply
    if score == NO_POSITION[bits]:
        raise ValueError("no position")
    if score == 0:
        return 0, left
    distance = left + 1 - abs(score) if bits == 8 else 2 - (score > 0)  # with two bits: the least there can be
    if not 1 <= distance <= left or distance % 2 != (score > 0):
        raise ValueError(f"score {score} after {ply} moves")
    return (1 if score > 0 else -1), distance if bits == 8 else None


@cache
def _allowed(game: Triple, bits: int, ply: int) -> set[int]:
    """Return the numbers that a layer may hold."""
    allowed = {NO_POSITION[bits]}
    for score in range(-128, 128):
        try:
            _meaning(game, bits, ply, score)
        except ValueError:
            continue
        allowed.add(score)
    return allowed
