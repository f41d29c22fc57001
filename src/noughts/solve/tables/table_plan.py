"""What is known of a game before its layers are filled, and how threads fill them, one after the other.

ply      0  1  2  ...  p  p+1 ... cells
                      [ ] <- [x]           a layer follows from the one after it
layer    row 0 | row 1 | row 2 | row 3 | row 4 | ...
         slice 0 ......................| slice 1 ...      a slice: whole rows, filled by one thread
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np

from noughts.core.game import Game, refuse_options
from noughts.errors import LimitExceeded
from noughts.solve.tables.layers import LANES, Bytes, LayerStep, Tables, fill_rows, prepare, prepare_step
from noughts.solve.tables.lookup import Layout, placed
from noughts.solve.tables.sets import MAX_CELLS, Counts, Ints, least_sets

_SLICE = 1 << 20  # bytes, one each score

Progress = Callable[[int, int], None]  # receives the scores that are done, and all of them


@dataclass(frozen=True)
class TablePlan:
    """What is known of a game before its layers are filled: its tables, its rows, the memory it needs."""

    layout: Layout
    tables: Tables
    rows: list[Ints]
    workers: int

    @cached_property
    def memory(self) -> int:
        """The bytes that are needed at any time, without the layers."""
        plies = range(self.layout.game.cells + 1)
        shared, each = max(map(self._step_bytes, plies)), max(map(self._thread_bytes, plies))
        return _tables_bytes(self.layout.game) + 4 * sum(self.layout.counts) + shared + self.workers * each

    def layers(
        self, last: int, below: Bytes, progress: Progress = lambda done, total: None
    ) -> Iterator[tuple[int, Bytes, Counts]]:
        """Yield ply, scores and tally of each layer, from ply `last` to the empty board. See fill_rows for the tally.

        `below`: the layer after `last`, as `empty_layer` has it.
        """
        sizes = self.layout.sizes
        total, done = sum(sizes), sum(sizes[last + 1 :])
        progress(done, total)
        with ThreadPoolExecutor(self.workers) as pool:
            for ply in range(last, -1, -1):
                layer, tally = self.empty_layer(ply), np.zeros(256, np.int64)
                for size, counts in self._fill(pool, ply, below, layer):
                    tally += counts
                    done += size
                    progress(done, total)
                yield ply, layer[:-1], tally
                below = layer

    def empty_layer(self, ply: int) -> Bytes:
        """Return an array for a layer, followed by the score of a game that the move to it has won."""
        sizes, cells = self.layout.sizes, self.layout.game.cells
        layer = np.empty((sizes[ply] if ply <= cells else 0) + 1, np.int8)
        layer[-1] = ply - cells - 1
        return layer

    def _fill(self, pool: ThreadPoolExecutor, ply: int, below: Bytes, layer: Bytes) -> Iterator[tuple[int, Counts]]:
        """Fill a layer in threads; yield the size and the tally of each slice that is done.

        Compiled code runs without the interpreter's lock.
        """
        step, columns = self._step(ply, below), self.layout.columns(ply)
        grain = max(1, _SLICE // max(1, columns))
        slices = []
        for first in range(0, len(step.rows), grain):
            last = min(first + grain, len(step.rows))
            part = layer[first * columns : last * columns]
            slices.append(pool.submit(_fill_slice, self.tables, step, first, last, part))
        try:
            for piece in as_completed(slices):
                yield piece.result()
        finally:
            for piece in slices:
                piece.cancel()

    def _step(self, ply: int, below: Bytes) -> LayerStep:
        """Return what the layer of a ply needs; `below` is the layer after it."""
        rows, columns = np.empty(0, np.int32), 0
        if ply < self.layout.game.cells:
            rows, columns = self.rows[placed(ply + 1)], self.layout.columns(ply + 1)
        return prepare_step(self.tables, ply, self.rows[placed(ply)], rows, below, columns)

    def _step_bytes(self, ply: int) -> int:
        own, free = ply // 2, self.layout.game.cells - placed(ply)
        return comb(free, own) * 4 * (free - own + 1) + comb(free, own + 1) * 4

    def _thread_bytes(self, ply: int) -> int:
        own, free = ply // 2, self.layout.game.cells - placed(ply)
        return LANES * (comb(free, own) + comb(free, own + 1) + (8 << (self.layout.game.cells + 1) // 2))


def make_plan(game: Game, memory: int, workers: int | None = None) -> TablePlan:
    """Return the plan for a game. Raises LimitExceeded if its tables do not fit `memory`, GameError if it is exact."""
    refuse_options(game, "tables")
    require_memory(game, _tables_bytes(game), memory)
    tables, counts = prepare(game.cells, *_geometry(game))
    rows = [least_sets(tables.where, counts, size) for size in range(placed(game.cells) + 1)]
    layout = Layout(game, counts[: len(rows)].tolist(), [row.data for row in rows])
    plan = TablePlan(layout, tables, rows, workers or os.cpu_count() or 1)
    require_memory(game, plan.memory, memory)
    return plan


def _fill_slice(tables: Tables, step: LayerStep, first: int, last: int, scores: Bytes) -> tuple[int, Counts]:
    return len(scores), fill_rows(tables, step, first, last, scores)


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
