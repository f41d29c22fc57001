"""Tables made by brute force, and their files: written from docs/solver/tables.md, with nothing of noughts.solve."""

import json
import struct
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations
from math import comb
from pathlib import Path

from noughts.core.game import Game, cells_of, image_of, mask_of
from noughts.core.position import Position
from tests.witnesses import minimax


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


Files = dict[str, bytes]


def files_of(made: Made) -> Files:
    """Return the files of a table's folder by name, with the right digests."""
    rows = [row for listed in made.rows for row in listed]
    files = {"rows.npy": array("<u4", (len(rows),), struct.pack(f"<{len(rows)}I", *rows))}
    for ply, layer in enumerate(made.layers):
        theirs = ply - ply // 2
        shape = len(made.rows[theirs]), comb(made.game.cells - theirs, ply // 2)
        files[f"layer-{ply:02}.npy"] = array("|i1", shape, bytes(score % 256 for score in layer))
    return sealed(made.game.to_list(), files)


def array(kind: str, shape: tuple[int, ...], items: bytes) -> bytes:
    """Return the file of an array."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(11 + len(text)) % 64) + "\n"
    return b"\x93NUMPY\x01\0" + struct.pack("<H", len(text)) + text.encode() + items


def sealed(game: list[int | str], files: Files) -> Files:
    """Return the files with a table.json that has their digests."""
    digests = {name: sha256(data).hexdigest() for name, data in files.items()}
    layers = {str(int(name[6:8])): {"sha256": digests[name]} for name in sorted(files) if name.startswith("layer-")}
    about = {"schema": "noughts/value-table/1", "game": game, "rows": digests["rows.npy"], "layers": layers}
    return {**files, "table.json": json.dumps(about).encode()}


def write(folder: Path, files: Files) -> Path:
    """Write the folder of a table; files that are there already may still be mapped, so they are replaced."""
    folder.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).unlink(missing_ok=True)
        (folder / name).write_bytes(data)
    return folder


def _score(game: Game, ply: int, own: int, theirs: int) -> int:
    if _won(game, own):
        return -128
    value = minimax(Position.from_boards(game, *((theirs, own) if ply % 2 else (own, theirs))))
    assert value.distance is not None
    return value.result * (game.cells + 1 - ply - value.distance)


def _won(game: Game, board: int) -> bool:
    return any(board & line == line for line in game.line_masks)
