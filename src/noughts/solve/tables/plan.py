"""What is known of a game before its layers are filled, and how threads share a layer.

layer    row 0 | row 1 | row 2 | row 3 | row 4 | ...
         slice 0 ......................| slice 1 ...      a slice: whole rows, filled by one thread
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np

from noughts.core.game import Game, refuse_exact
from noughts.errors import LimitExceeded
from noughts.solve.tables.index import Layout, placed
from noughts.solve.tables.lanes import LANES
from noughts.solve.tables.layers import Bytes, LayerStep, Tables, prepare, prepare_step
from noughts.solve.tables.sets import MAX_CELLS, Counts, Ints, least_sets

_SLICE = 1 << 20  # bytes
SMALL = 12  # cells: up to here one thread is faster than several


@dataclass(frozen=True)
class Slices:
    """The slices of a layer: `grain` rows each."""

    rows: int
    grain: int
    columns: int

    def __len__(self) -> int:
        return (self.rows + self.grain - 1) // self.grain

    def rows_of(self, number: int) -> tuple[int, int]:
        """Return the first row of a slice, and the first one after it."""
        return number * self.grain, min(number * self.grain + self.grain, self.rows)

    def size(self, number: int) -> int:
        """Return the number of scores of a slice."""
        first, last = self.rows_of(number)
        return (last - first) * self.columns


@dataclass(frozen=True)
class TablePlan:
    """What is known of a game before its layers are filled: its tables, its rows, the memory it needs."""

    layout: Layout
    tables: Tables
    counts: Ints
    rows: list[Ints]
    workers: int

    @property
    def plies(self) -> range:
        """From the full board to the empty one."""
        return range(self.layout.game.cells, -1, -1)

    @cached_property
    def memory(self) -> int:
        """The bytes that are needed at any time, without the layers."""
        shared = max(map(self._step_bytes, self.plies))
        each = _SLICE + max(map(self._thread_bytes, self.plies))
        return _tables_bytes(self.layout.game) + 4 * sum(self.layout.counts) + shared + self.workers * each

    def step(self, ply: int, below: Bytes, bits: int = 8) -> LayerStep:
        """Return what the layer of a ply needs; `below` is the layer after it."""
        rows, columns = np.empty(0, np.int32), 0
        if ply < self.layout.game.cells:
            rows, columns = self.rows[placed(ply + 1)], self.layout.columns(ply + 1)
        return prepare_step(self.tables, ply, self.rows[placed(ply)], rows, below, columns, bits)

    def slices(self, ply: int, scores: int) -> "Slices":
        """Return the slices, of so many scores, of a layer: whole rows, by fours, so that a slice has whole bytes."""
        columns = self.layout.columns(ply)
        return Slices(len(self.rows[placed(ply)]), max(4, scores // max(1, columns) // 4 * 4), columns)

    def _step_bytes(self, ply: int) -> int:
        own, free = ply // 2, self.layout.game.cells - placed(ply)
        return comb(free, own) * 4 * (free - own + 1) + comb(free, own + 1) * 4

    def _thread_bytes(self, ply: int) -> int:
        own, free = ply // 2, self.layout.game.cells - placed(ply)
        return LANES * (comb(free, own) + comb(free, own + 1) + (8 << (self.layout.game.cells + 1) // 2))


def make_plan(game: Game, memory: int, workers: int | None = None) -> TablePlan:
    """Return the plan for a game. Raises LimitExceeded if its tables do not fit `memory`, GameError if it is exact."""
    refuse_exact(game, "tables")
    require_memory(game, _tables_bytes(game), memory)
    tables, counts = prepare(game.cells, *_geometry(game))
    rows = [least_sets(tables.where, counts, size) for size in range(placed(game.cells) + 1)]
    layout = Layout(game, counts[: len(rows)].tolist(), [row.data for row in rows])
    found = TablePlan(layout, tables, counts, rows, workers or os.cpu_count() or 1)
    if game.cells > SMALL:
        require_memory(game, found.memory, memory)
    return found


def filled(
    pool: ThreadPoolExecutor, fill: Callable[[int], Counts], slices: Iterable[int]
) -> Iterator[tuple[int, Counts]]:
    """Fill slices in the threads of a pool; yield the number and the tally of each finished one.

    Compiled code runs without the interpreter's lock.
    """
    pieces = {pool.submit(fill, number): number for number in slices}
    try:
        for piece in as_completed(pieces):
            yield pieces[piece], piece.result()
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
    return (9 << game.cells) + (1 << game.cells >> 3)  # where, ranks, the sizes from which these are computed; held


def require_memory(game: Game, needed: int, memory: int) -> None:
    """Raise LimitExceeded if a game has too many cells, or what it needs exceeds the memory."""
    if game.cells > MAX_CELLS:
        raise LimitExceeded(f"{game} has {game.cells} cells: a table of every position is out of reach")
    if needed > memory:
        raise LimitExceeded(
            f"every position of {game} needs {in_words(needed)} of memory, allowed are {in_words(memory)}"
        )


def in_words(size: int) -> str:
    """Return a number of bytes in words.

    >>> in_words(3 << 29)
    '1.5 GiB'
    """
    amount, unit = float(size), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if amount < 1024:
            break
        amount, unit = amount / 1024, larger
    return f"{amount:.0f} {unit}" if amount >= 10 or unit == "bytes" else f"{amount:.1f} {unit}"
