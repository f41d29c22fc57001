"""Retrograde analysis: the value and distance of every position of a game, from the full board backward.

ply   0  1  2  ...  p  p+1 ... cells
                   [ ] <- [x]           two layers are in memory at a time; finished ones are written
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb
from pathlib import Path
from shutil import disk_usage

import numpy as np

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import LimitExceeded, TableError
from noughts.solve.tables.file import Table, write_table
from noughts.solve.tables.index import UNREACHABLE, Layout, placed
from noughts.solve.tables.layers import (
    Bytes,
    LayerStep,
    Tables,
    all_layers,
    empty_layer,
    fill_rows,
    prepare,
    prepare_step,
)
from noughts.solve.tables.sets import MAX_CELLS, Counts, Ints, least_sets

_Progress = Callable[[int, int], None]  # positions done, and their total

_MEMORY = 1 << 30
_SMALL = 12  # cells: up to here one thread is faster than several
_GRAIN = 1 << 20  # positions between two reports; an interrupt waits as long


@dataclass(frozen=True)
class Summary:
    """The contents of a table: positions by value for the side to move, and the longest forced win or loss."""

    game: Game
    value: Value
    win: int
    draw: int
    loss: int
    longest: int

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


@dataclass(frozen=True)
class _Plan:
    """What is known of a game before its layers are filled: its tables, its rows, the memory it needs."""

    layout: Layout
    tables: Tables
    counts: Ints

    @property
    def memory(self) -> int:
        """The most bytes that are needed at any time, if finished layers are not kept."""
        sizes = [*self.layout.sizes, 0]
        layers = max(sizes[ply] + sizes[ply + 1] + self._step_bytes(ply) for ply in range(len(sizes) - 1))
        return _tables_bytes(self.layout.game) + 4 * sum(self.layout.counts) + layers

    def _step_bytes(self, ply: int) -> int:
        own, free = ply // 2, self.layout.game.cells - placed(ply)
        return comb(free, own) * 4 * (free - own + 1) + comb(free, own + 1) * 4


def _plan(game: Game, memory: int = _MEMORY) -> _Plan:
    """Return the plan for a game. Raises LimitExceeded if two layers at a time do not fit `memory`."""
    _require(game, _tables_bytes(game), memory)
    tables, counts = prepare(game.cells, *_geometry(game))
    sizes = range(placed(game.cells) + 1)
    rows = [least_sets(tables.where, counts, size).data for size in sizes]
    found = _Plan(Layout(game, counts[: len(rows)].tolist(), rows), tables, counts)
    if game.cells > _SMALL:
        _require(game, found.memory, memory)
    return found


def solve_all(game: Game, memory: int = _MEMORY, workers: int | None = None) -> Solved:
    """Return the values of all positions of a game, in memory. Raises LimitExceeded if they do not fit.

    >>> solve_all(Game(3, 3, 3)).summary
    Summary(game=Game(m=3, n=3, k=3), value=Value(result=0, distance=9), win=2836, draw=1068, loss=1574, longest=5)
    """
    found = _plan(game, memory)
    tallies = np.zeros((game.cells + 1, 256), np.int64)
    if game.cells <= _SMALL:
        sizes = found.layout.sizes
        scores = np.empty(sum(sizes), np.int8)
        all_layers(found.tables, found.counts, scores, tallies)
        layers = [scores[last - size : last].data for size, last in zip(sizes, accumulate(sizes), strict=True)]
    else:
        _require(game, found.memory + sum(found.layout.sizes), memory)
        layers = [layer.data for _, layer in _backward(found, tallies, workers)][::-1]
    return Solved(Table(found.layout, layers), tallies)


def tabulate(
    game: Game,
    path: str | os.PathLike[str],
    memory: int = _MEMORY,
    workers: int | None = None,
    progress: _Progress | None = None,
) -> Summary:
    """Write the table of a game to a file and return its summary.

    Raises LimitExceeded, before anything is written, if it does not fit `memory`; TableError if the file cannot be
    written or, before anything is written, if it does not fit the disk.
    """
    found = _plan(game, memory)
    size = 4 * sum(found.layout.counts) + sum(found.layout.sizes)
    _require_disk(Path(path), size)
    tallies = np.zeros((game.cells + 1, 256), np.int64)
    write_table(path, found.layout, _backward(found, tallies, workers, progress))
    return _summary(game, tallies)


def _backward(
    found: _Plan, tallies: Counts, workers: int | None = None, progress: _Progress | None = None
) -> Iterator[tuple[int, Bytes]]:
    """Yield (ply, scores) from the full board to the empty one; `tallies[ply]` counts the scores (see fill_rows).

    The threads share the rows of a layer: compiled code runs without the interpreter's lock.
    """
    cells = found.layout.game.cells
    rows, layer = np.empty(0, np.int32), empty_layer(0, -1)
    done, total = 0, sum(found.layout.sizes)
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        for ply in range(cells, -1, -1):
            step = prepare_step(found.tables, found.counts, ply, rows, layer)
            rows = step.rows
            layer = empty_layer(found.layout.sizes[ply], ply - cells - 1)
            for tally, positions in _fill(pool, found.tables, step, layer):
                tallies[ply] += tally
                done += positions
                if progress is not None:
                    progress(done, total)
            yield ply, layer[:-1]


def compile_kernels() -> None:
    """Compile the kernels, by the tables of the smallest games that use them all."""
    solve_all(Game(2, 2, 2))
    solve_all(Game(_SMALL + 1, 1, 2), workers=1)


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


def _fill(pool: ThreadPoolExecutor, tables: Tables, step: LayerStep, layer: Bytes) -> Iterator[tuple[Counts, int]]:
    """Fill a layer in pieces; yield the tally and the number of positions of each finished piece."""
    grain = max(1, _GRAIN // len(step.own_sets))
    pieces = {
        pool.submit(fill_rows, tables, step, first, min(first + grain, len(step.rows)), layer): first
        for first in range(0, len(step.rows), grain)
    }
    try:
        for piece in as_completed(pieces):
            rows = min(grain, len(step.rows) - pieces[piece])
            yield piece.result(), rows * len(step.own_sets)
    finally:
        for piece in pieces:
            piece.cancel()


@lru_cache(maxsize=16)
def _geometry(game: Game) -> tuple[Ints, Ints, Ints]:
    """Return the symmetries, the lines by their lowest cell, and where those of each cell start (see classify)."""
    lines = np.array(sorted(game.line_masks, key=lambda mask: mask & -mask), np.int32)
    starts = np.searchsorted(lines & -lines, [1 << cell for cell in range(game.cells + 1)])
    return np.array(game.symmetries, np.int32), lines, starts.astype(np.int32)


def _tables_bytes(game: Game) -> int:
    return 9 << game.cells  # where, ranks, and the sizes from which these are computed


def _require(game: Game, needed: int, memory: int) -> None:
    if game.cells > MAX_CELLS:
        raise LimitExceeded(f"{game} has {game.cells} cells: a table of every position is out of reach")
    if needed > memory:
        raise LimitExceeded(f"every position of {game} needs {_size(needed)} of memory, allowed are {_size(memory)}")


def _require_disk(path: Path, needed: int) -> None:
    folder = path.resolve().parent
    if folder.is_dir() and disk_usage(folder).free < needed:
        free = f"more than is free on the disk of {str(folder)!r}"
        raise TableError(f"cannot write the table {str(path)!r}: it needs {_size(needed)}, {free}")


def _size(size: int) -> str:
    """Return a number of bytes in words: `1.5 GiB`."""
    amount, unit = float(size), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if amount < 1024:
            break
        amount, unit = amount / 1024, larger
    return f"{amount:.0f} {unit}" if amount >= 10 or unit == "bytes" else f"{amount:.1f} {unit}"


def _summary(game: Game, tallies: Counts) -> Summary:
    scores = np.arange(-128, 128)
    ends = game.cells + 1 - np.abs(scores)
    plies, columns = np.nonzero(tallies)
    forced = (scores[columns] != 0) & (scores[columns] != UNREACHABLE)
    distances = (ends[columns] - plies)[forced]
    by_score = tallies.sum(axis=0)
    root = int(scores[np.flatnonzero(tallies[0])[-1]])
    return Summary(
        game,
        from_score(root, game.cells, 0),
        int(by_score[129:].sum()),
        int(by_score[128]),
        int(by_score[1:128].sum()),
        int(distances.max(initial=0)),
    )
