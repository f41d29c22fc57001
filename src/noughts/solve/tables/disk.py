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
    total, done = sum(plan.layout.sizes), 0
    with ThreadPoolExecutor(plan.workers) as pool:
        for ply in plan.plies:
            slices = plan.slices(ply, file.pace.grain)
            done += sum(map(slices.size, file.done(ply)))
            progress(done, total)
            left = [number for number in range(len(slices)) if number not in file.done(ply)]
            for number, tally in _fill_layer(pool, plan, file, memory, ply, left) if left else ():
                file.finish_slice(ply, number, tally)
                done += slices.size(number)
                progress(done, total)
            if not file.ended(ply):
                file.end_layer(ply, slices.grain * slices.columns * file.header.bits // 8)


def _fill_layer(
    pool: ThreadPoolExecutor, plan: TablePlan, file: Partial, memory: int, ply: int, numbers: list[int]
) -> Iterator[tuple[int, Counts]]:
    """Fill slices of a layer; yield number and tally of each. The layer below is in memory no longer than that.

    It is mapped if it does not fit the memory.
    """
    step = plan.step(ply, _below(plan, file, ply + 1, memory), file.header.bits)
    yield from filled(pool, partial(_fill, plan, file, ply, step, plan.slices(ply, file.pace.grain)), numbers)


def _fill(plan: TablePlan, file: Partial, ply: int, step: LayerStep, slices: Slices, number: int) -> Counts:
    """Fill a slice and write it, with the digests of its blocks; return its tally."""
    first, last = slices.rows_of(number)
    scores = np.empty(slices.size(number), np.int8)
    tally = fill_rows(plan.tables, step, first, last, scores)
    if file.header.bits == 2:
        scores = pack(scores)
    file.write(ply, first * slices.columns * file.header.bits // 8, scores)
    return tally


def _below(plan: TablePlan, file: Partial, ply: int, memory: int) -> Bytes:
    """Return a finished layer, followed by the score of a game that the move to it has won."""
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
