"""Retrograde analysis: the value and distance of every position of a game, from the full board backward.

ply   0  1  2  ...  p  p+1 ... cells
                   [ ] <- [x]           a layer follows from the one after it

In memory for a small game; into a file, by way of `disk`, for any that fits there.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path
from shutil import disk_usage

import numpy as np

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import TableError
from noughts.solve.tables.disk import Progress, fill_file
from noughts.solve.tables.file import Table
from noughts.solve.tables.header import new_header
from noughts.solve.tables.index import UNREACHABLE
from noughts.solve.tables.layers import Bytes, LayerStep, all_layers, empty_layer, fill_rows, pack
from noughts.solve.tables.partial import Pace, allocated, making
from noughts.solve.tables.plan import SMALL, Slices, TablePlan, filled, in_words, make_plan, require_memory
from noughts.solve.tables.sets import Counts

_MEMORY = 1 << 30
_LARGE_MEMORY = 1 << 32  # for a file: holds a layer of 25 cells


@dataclass(frozen=True)
class Summary:
    """The contents of a table: positions by value for the side to move, and the longest forced win or loss."""

    game: Game
    value: Value
    win: int
    draw: int
    loss: int
    longest: int | None  # None in a table without distances

    @property
    def positions(self) -> int:
        """All reachable positions."""
        return self.win + self.draw + self.loss


@dataclass(frozen=True)
class Solved:
    """A table in memory, and the number of positions by ply and score."""

    table: Table
    tallies: Counts

    @cached_property
    def summary(self) -> Summary:
        """The counts, the finished games included."""
        return _summary(self.table.game, self.tallies)


def solve_all(game: Game, memory: int = _MEMORY, workers: int | None = None) -> Solved:
    """Return the values of all positions of a game, in memory. Raises LimitExceeded if they do not fit.

    >>> solve_all(Game(3, 3, 3)).summary
    Summary(game=Game(m=3, n=3, k=3), value=Value(result=0, distance=9), win=2836, draw=1068, loss=1574, longest=5)
    """
    found = make_plan(game, memory, workers)
    tallies = np.zeros((game.cells + 1, 256), np.int64)
    if game.cells <= SMALL:
        sizes = found.layout.sizes
        scores = np.empty(sum(sizes), np.int8)
        all_layers(found.tables, found.counts, scores, tallies)
        layers = [scores[last - size : last].data for size, last in zip(sizes, accumulate(sizes), strict=True)]
    else:
        require_memory(game, found.memory + sum(found.layout.sizes), memory)
        layers = [layer.data for layer in _in_memory(found, tallies)][::-1]
    return Solved(Table(found.layout, layers), tallies)


def _in_memory(found: TablePlan, tallies: Counts) -> Iterator[Bytes]:
    """Yield the layers from the full board to the empty one; `tallies[ply]` counts the scores (see fill_rows)."""
    layer = empty_layer(0, -1)
    with ThreadPoolExecutor(found.workers) as pool:
        for ply in found.plies:
            step, slices = found.step(ply, layer), found.slices(ply, Pace().grain)
            layer = empty_layer(found.layout.sizes[ply], ply - found.layout.game.cells - 1)
            for _, tally in filled(pool, partial(_fill, found, step, slices, layer), range(len(slices))):
                tallies[ply] += tally
            yield layer[:-1]


def _fill(found: TablePlan, step: LayerStep, slices: Slices, layer: Bytes, number: int) -> Counts:
    """Fill a slice of a layer in memory; return its tally."""
    first, last = slices.rows_of(number)
    return fill_rows(found.tables, step, first, last, layer[first * slices.columns : last * slices.columns])


def tabulate(
    game: Game,
    path: str | os.PathLike[str],
    memory: int = _LARGE_MEMORY,
    workers: int | None = None,
    progress: Progress | None = None,
    bits: int = 8,
    pace: Pace | None = None,
) -> Summary:
    """Write the table of a game to a file and return its summary. With 2 bits the table has no distances.

    What a killed or interrupted call has done lies beside the file, and the same call goes on from there. Raises
    LimitExceeded, before anything is written, if the work does not fit `memory`; TableError if the file cannot be
    written or, before anything is written, if it does not fit the disk.
    """
    found = make_plan(game, memory, workers)
    _require_disk(Path(path), new_header(found.layout, bits).cuts.layers[-1] - allocated(path))
    with making(path, found.layout, bits, pace) as file:
        fill_file(found, file, memory, progress or (lambda done, total: None))
    return _summary(game, np.array([file.tallies[ply] for ply in range(game.cells + 1)]), bits)


def compile_kernels() -> None:
    """Compile the kernels, by the tables of the smallest games that use them all."""
    solve_all(Game(2, 2, 2))
    solve_all(Game(SMALL + 1, 1, 2), workers=1)
    pack(np.zeros(1, np.int8))


class Retrograde:
    """Exact values from tables that are computed at the first question and kept in memory, one game at a time.

    >>> Retrograde().value(Position(Game(4, 3, 3)))
    Value(result=1, distance=7)
    """

    def __init__(self, memory: int = _MEMORY) -> None:
        self.memory = memory
        self._table: Table | None = None

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises LimitExceeded if the game does not fit the memory."""
        return self._table_of(position.game).value(position)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        return self._table_of(position.game).values(position)

    def _table_of(self, game: Game) -> Table:
        if self._table is None or self._table.game != game:
            self._table = None  # one table at a time, so that the limit holds
            self._table = solve_all(game, self.memory).table
        return self._table


def _require_disk(path: Path, needed: int) -> None:
    folder = path.resolve().parent
    if folder.is_dir() and disk_usage(folder).free < needed:
        free = f"more than is free on the disk of {str(folder)!r}"
        raise TableError(f"cannot write the table {str(path)!r}: it needs {in_words(needed)}, {free}")


def _summary(game: Game, tallies: Counts, bits: int = 8) -> Summary:
    scores = np.arange(-128, 128)
    ends = game.cells + 1 - np.abs(scores)
    plies, columns = np.nonzero(tallies)
    forced = (scores[columns] != 0) & (scores[columns] != UNREACHABLE)
    distances = (ends[columns] - plies)[forced]
    by_score = tallies.sum(axis=0)
    root = int(scores[np.flatnonzero(tallies[0])[-1]])
    return Summary(
        game,
        from_score(root, game.cells, 0) if bits == 8 or root == 0 else Value(root),
        int(by_score[129:].sum()),
        int(by_score[128]),
        int(by_score[1:128].sum()),
        int(distances.max(initial=0)) if bits == 8 else None,
    )
