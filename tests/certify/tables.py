"""Tables made by brute force, and their files: written from docs/solver/tables.md, with nothing of noughts.solve."""

import json
import struct
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations

from noughts.core.game import Game, cells_of, image_of, mask_of
from noughts.core.position import Position
from tests.witnesses import minimax

BLOCK = 65536


@dataclass(frozen=True)
class Made:
    """The lists of rows by number of stones, and the scores by ply."""

    game: Game
    rows: list[list[int]]
    layers: list[list[int]]

    def position(self, ply: int, place: int) -> tuple[int, int]:
        """Return the stones of the side to move and those of the other side, for a score."""
        return places(self.game, ply)[place]

    def changed(self, ply: int, place: int, score: int) -> "Made":
        """Return a table with another score at one place."""
        layers = [list(layer) for layer in self.layers]
        layers[ply][place] = score
        return Made(self.game, self.rows, layers)


@cache
def brute(game: Game) -> Made:
    """Return the table of a small game, by minimax."""
    layers = [[_score(game, ply, *place) for place in places(game, ply)] for ply in range(game.cells + 1)]
    return Made(game, [rows(game, stones) for stones in range((game.cells + 1) // 2 + 1)], layers)


@cache
def rows(game: Game, stones: int) -> list[int]:
    """Return the least images of the sets of so many stones without a line, in ascending order."""
    sets = [mask_of(cells) for cells in combinations(range(game.cells), stones)]
    going = [board for board in sets if not _won(game, board)]
    return sorted({min(image_of(board, symmetry) for symmetry in game.symmetries) for board in going})


@cache
def places(game: Game, ply: int) -> list[tuple[int, int]]:
    """Return the boards (own, theirs) of the scores of a layer, in order."""
    found = []
    for row in rows(game, ply - ply // 2):
        free = cells_of(game.full & ~row)
        sets = [mask_of(tuple(places)) for places in combinations(range(len(free)), ply // 2)]
        found += [(mask_of(tuple(free[place] for place in cells_of(members))), row) for members in sorted(sets)]
    return found


def packed(made: Made, bits: int = 8) -> bytes:
    """Return the file of a table, with the right digests."""
    lists = [struct.pack(f"<{len(row)}I", *row) for row in made.rows]
    layers = [_packed(layer, bits) for layer in made.layers]
    blocks = [b"".join(sha256(layer[i : i + BLOCK]).digest() for i in range(0, len(layer), BLOCK)) for layer in layers]
    digests = [sha256(part).hexdigest() for part in lists + blocks]
    facts = {"game": made.game.to_list(), "counts": [len(row) for row in made.rows], "bits": bits, "digests": digests}
    return sealed(json.dumps(facts).encode(), b"".join(lists + blocks + layers))


def sealed(text: bytes, body: bytes) -> bytes:
    """Return a file with any text as its header, and the right digest of it."""
    start = struct.pack("<8sII", b"noughts\0", 2, len(text)) + text
    return start + sha256(start).digest() + body


def result_alone(score: int) -> int:
    """Return the score of two bits for one of eight."""
    return -2 if score == -128 else (score > 0) - (score < 0)


def _packed(layer: list[int], bits: int) -> bytes:
    if bits == 8:
        return bytes(score % 256 for score in layer)
    numbers = [result_alone(score) % 4 for score in layer]
    numbers += [0] * (-len(numbers) % 4)
    return bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in zip(*[iter(numbers)] * 4, strict=True))


def _score(game: Game, ply: int, own: int, theirs: int) -> int:
    if _won(game, own):
        return -128
    value = minimax(Position.from_boards(game, *((theirs, own) if ply % 2 else (own, theirs))))
    assert value.distance is not None
    return value.result * (game.cells + 1 - ply - value.distance)


def _won(game: Game, board: int) -> bool:
    return any(board & line == line for line in game.line_masks)
