"""The folder of all positions of a game, made layer by layer; a call that was ended is continued by the next.

A layer is written aside, flushed and renamed; then table.json names it. All else is computed again, to the same bytes.
"""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from noughts.core.game import Game
from noughts.errors import TableError, reason
from noughts.files import replacing
from noughts.solve.tables.folder import (
    ABOUT,
    ROWS,
    ROWS_KIND,
    SCHEMA,
    SCORES_KIND,
    array_head,
    layer_name,
    read_about,
    read_array,
)
from noughts.solve.tables.lookup import Layout, placed
from noughts.solve.tables.retrograde import Summary, summary_of
from noughts.solve.tables.sets import Counts
from noughts.solve.tables.table_plan import Progress, make_plan, require_memory

try:
    import fcntl
except ImportError:  # Windows: two commands that make the same table do not notice each other
    fcntl = None  # type: ignore[assignment]

_MEMORY = 7 << 30  # holds two layers of any square board of 25 cells


def tabulate(
    game: Game,
    path: str | os.PathLike[str],
    memory: int = _MEMORY,
    workers: int | None = None,
    progress: Progress = lambda done, total: None,
) -> Summary:
    """Write the table of a game to a folder and return its summary.

    Two layers are in memory at a time. What a killed or interrupted call has done stays, and the same call goes on from
    there. `progress` receives the scores that are done, and all of them. Raises LimitExceeded, before anything is
    written, if the work does not fit `memory`; TableError if the folder cannot be written, or has another table.
    """
    plan = make_plan(game, memory, workers)
    sizes = plan.layout.sizes
    require_memory(game, plan.memory + max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True))), memory)
    with _locked(Path(path)) as folder:
        layers = _begun(folder, plan.layout)
        last = game.cells - len(layers)  # the first ply whose layer is missing
        below = plan.empty_layer(last + 1)
        if layers:
            shape = _shape(plan.layout, last + 1)
            below[:-1] = np.frombuffer(read_array(folder / layer_name(last + 1), SCORES_KIND, *shape), np.int8)
        for ply, scores, tally in plan.layers(last, below, progress):
            digest = _write(folder / layer_name(ply), array_head(SCORES_KIND, *_shape(plan.layout, ply)), scores.data)
            positions = {str(place - 128): int(tally[place]) for place in np.flatnonzero(tally)}
            layers[str(ply)] = {"sha256": digest, "positions": positions}
            _write_about(folder, game, layers)
        return summary_of(game, np.array([_tally(layers[str(ply)]["positions"]) for ply in range(game.cells + 1)]))


@contextmanager
def _locked(folder: Path) -> Iterator[Path]:
    """Give the folder, made if it is not there, to this process alone, where the system has such locks."""
    try:
        folder.mkdir(exist_ok=True)
        with ExitStack() as closing:
            if fcntl is not None:
                place = os.open(folder, os.O_RDONLY)
                closing.callback(os.close, place)
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield folder
    except BlockingIOError:
        raise TableError(f"{str(folder)!r} is in use: another process makes this table") from None
    except OSError as error:
        raise TableError(f"cannot write the table {str(folder)!r}: {reason(error)}") from None


def _begun(folder: Path, layout: Layout) -> dict[str, Any]:
    """Return what is there of the layers, from the full board on; write the rows where there is nothing yet."""
    game = layout.game
    if (folder / ABOUT).exists():
        known, layers = read_about(folder)
        if known != game:
            raise TableError(f"{str(folder)!r} is a table of {known}: choose another folder for {game}")
        if list(layers) != [str(ply) for ply in range(game.cells, game.cells - len(layers), -1)]:
            raise TableError(f"{str(folder)!r} is no table: its {ABOUT} is damaged")
        return layers
    for draft in folder.glob(".*.part"):  # of a command that was killed
        draft.unlink()
    rows = np.concatenate([np.asarray(row, "<u4") for row in layout.rows])
    _write(folder / ROWS, array_head(ROWS_KIND, len(rows)), rows.data)
    _write_about(folder, game, {})
    return {}


def _shape(layout: Layout, ply: int) -> tuple[int, int]:
    return layout.counts[placed(ply)], layout.columns(ply)


def _write(path: Path, head: bytes, items: memoryview) -> str:
    """Write the file of an array; return its digest."""
    with replacing(path) as file:
        file.write(head)
        file.write(items)
    digest = sha256(head)
    digest.update(items)
    return digest.hexdigest()


def _write_about(folder: Path, game: Game, layers: dict[str, Any]) -> None:
    rows = sha256((folder / ROWS).read_bytes()).hexdigest()
    with replacing(folder / ABOUT, "w") as file:
        json.dump({"schema": SCHEMA, "game": game.to_list(), "rows": rows, "layers": layers}, file)


def _tally(by_score: dict[str, int]) -> Counts:
    tally = np.zeros(256, np.int64)
    for score, count in by_score.items():
        tally[int(score) + 128] = count
    return tally
