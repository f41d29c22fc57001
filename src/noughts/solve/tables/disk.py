"""A table larger than memory: layer by layer into its file.

The slices of a layer are filled in memory, written and forgotten. The layer below is read by every row, at places far
apart: it is read into memory where it fits, because memory of our own has large pages; else the file is mapped.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from noughts.solve.tables.layers import Bytes, LayerStep, empty_layer, fill_rows, pack
from noughts.solve.tables.partial import Partial
from noughts.solve.tables.plan import Slices, TablePlan, filled
from noughts.solve.tables.sets import Counts

Progress = Callable[[int, int], None]  # scores done, and their total


def fill_file(plan: TablePlan, file: Partial, memory: int, progress: Progress) -> None:
    """Fill what is missing of a table's file, in threads: a layer begins when the one below it is complete."""
    sizes = plan.layout.sizes
    total, done = sum(sizes), sum(sizes[ply] for ply in file.tallies)
    progress(done, total)
    with ThreadPoolExecutor(plan.workers) as pool:
        for ply in plan.plies:
            if ply in file.tallies:
                continue
            counts = np.zeros(256, np.int64)
            for scores, tally in _fill_layer(pool, plan, file, memory, ply):
                counts += tally
                done += scores
                progress(done, total)
            file.end_layer(ply, counts)


def _fill_layer(
    pool: ThreadPoolExecutor, plan: TablePlan, file: Partial, memory: int, ply: int
) -> Iterator[tuple[int, Counts]]:
    """Fill a layer; yield the scores and the tally of each slice. The layer below is in memory no longer than that."""
    slices = plan.slices(ply, file.pace.grain)
    step = plan.step(ply, _below(plan, file, ply + 1, memory), file.header.bits)
    for number, tally in filled(pool, partial(_fill, plan, file, ply, step, slices), range(len(slices))):
        yield slices.size(number), tally


def _fill(plan: TablePlan, file: Partial, ply: int, step: LayerStep, slices: Slices, number: int) -> Counts:
    """Fill a slice and write it; return its tally."""
    first, last = slices.rows_of(number)
    scores = np.empty(slices.size(number), np.int8)
    tally = fill_rows(plan.tables, step, first, last, scores)
    if file.header.bits == 2:
        scores = pack(scores)
    file.write(ply, first * slices.columns * file.header.bits // 8, scores)
    return tally


def _below(plan: TablePlan, file: Partial, ply: int, memory: int) -> Bytes:
    """Return a finished layer, followed by the score of a game that the move to it has won.

    It is mapped if it does not fit the memory.
    """
    cells = plan.layout.game.cells
    if ply > cells:
        return empty_layer(0, -1)
    if ply < cells and plan.memory + file.size(ply) > memory:
        layer = file.mapped(ply)
    else:
        layer = np.empty(file.size(ply) + 1, np.int8)  # by NumPy: it asks the system for large pages
        file.read(ply, layer[:-1])
    layer[-1] = ply - cells - 1 if file.header.bits == 8 else -1
    return layer
