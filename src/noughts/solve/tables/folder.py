"""A table as a folder of arrays that `numpy.load` opens; they are mapped into memory. Needs the standard library alone.

    table.json     the game; of each layer that is complete its digest and its positions by score
    rows.npy       all rows, those with fewer stones first
    layer-05.npy   [row, column] the scores of the positions after 5 moves

docs/solver/tables.md describes them. Digests find damage, `noughts check` also what is false; a lookup does neither.
"""

import json
import sys
from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from noughts.core.game import Game
from noughts.errors import GameError, LimitExceeded, TableError, reason
from noughts.files import SMALL, contents, mapped
from noughts.solve.tables.lookup import Layout, Table, placed

SCHEMA: Final = "noughts/value-table/1"
ABOUT, ROWS = "table.json", "rows.npy"
SCORES_KIND, ROWS_KIND = "|i1", "<u4"
_MAGIC: Final = b"\x93NUMPY\x01\x00"


def layer_name(ply: int) -> str:
    """Return the name of a layer's file."""
    return f"layer-{ply:02}.npy"


def array_head(kind: str, *shape: int) -> bytes:
    """Return what stands before the items in the file of an array, in the form of NumPy."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
    text += " " * (-(len(_MAGIC) + 3 + len(text)) % 64) + "\n"
    return _MAGIC + len(text).to_bytes(2, "little") + text.encode()


def open_table(path: Path | str) -> Table:
    """Return the table in a folder. Raises TableError if it is none, LimitExceeded where it is not complete."""
    folder, name = Path(path), repr(str(path))
    game, layers = read_about(folder)
    if missing := [ply for ply in range(game.cells + 1) if str(ply) not in layers]:
        raise LimitExceeded(f"{name} is not complete: {len(missing)} layers are missing, `noughts tabulate` makes them")
    lists = _lists(_numbers(folder / ROWS, ROWS_KIND), game)
    layout = Layout(game, [len(rows) for rows in lists], lists)
    shapes = [(len(lists[placed(ply)]), layout.columns(ply)) for ply in range(game.cells + 1)]
    scores = [read_array(folder / layer_name(ply), SCORES_KIND, *shape) for ply, shape in enumerate(shapes)]
    return Table(layout, scores, name)


def read_about(folder: Path) -> tuple[Game, dict[str, Any]]:
    """Return the game of a table, and what is said of its complete layers by ply. Raises TableError."""
    name = repr(str(folder))
    try:
        document = json.loads(contents(folder / ABOUT, SMALL))
        if document["schema"] != SCHEMA:
            raise TableError(f"{name} is a table of schema {repr(document['schema'])[:80]}, expected {SCHEMA!r}")
        return Game.from_list(document["game"]), dict(document["layers"])
    except OSError as error:
        raise TableError(f"{name} is no table: cannot read {ABOUT}: {reason(error)}") from None
    except (ValueError, LookupError, TypeError, RecursionError, GameError):
        raise TableError(f"{name} is no table: its {ABOUT} is damaged") from None


def read_array(path: Path, kind: str, *shape: int) -> memoryview:
    """Return the items of an array of this shape, as bytes in order. Raises TableError."""
    head, items = array_head(kind, *shape), int(kind[-1])
    for size in shape:
        items *= size
    try:
        data = mapped(path)
    except OSError as error:
        raise TableError(f"cannot read {str(path)!r}: {reason(error)}") from None
    if bytes(data[: len(head)]) != head or len(data) != len(head) + items:
        raise TableError(f"{str(path)!r} is damaged: expected {kind} of shape {shape}")
    return data[len(head) :].cast("b")


def _numbers(path: Path, kind: str) -> Sequence[int]:
    """Return the words of an array of any length."""
    try:
        count = (path.stat().st_size - len(array_head(kind, 1))) // 4
    except OSError as error:
        raise TableError(f"cannot read {str(path)!r}: {reason(error)}") from None
    data = read_array(path, kind, max(0, count)).cast("B")
    if sys.byteorder == "little":
        return data.cast("I")
    words = array("I", bytes(data))
    words.byteswap()
    return words


def _lists(rows: Sequence[int], game: Game) -> list[Sequence[int]]:
    """Return the rows with 0, 1, 2, ... stones."""
    most = placed(game.cells) + 1
    cuts = [bisect_left(rows, stones, key=int.bit_count) for stones in range(most)]
    return [rows[first:last] for first, last in pairwise([*cuts, len(rows)])]
