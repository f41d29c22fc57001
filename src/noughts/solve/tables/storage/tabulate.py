"""The file of all positions of a game, made layer by layer; a call that was ended is continued by the next."""

import os

import numpy as np

from noughts.core.game import Game
from noughts.solve.tables.layers import Bytes
from noughts.solve.tables.retrograde import Summary, summary_of
from noughts.solve.tables.storage.draft import Draft, making
from noughts.solve.tables.table_plan import Progress, TablePlan, make_plan, require_memory

_MEMORY = 7 << 30  # holds two layers of any square board of 25 cells


def tabulate(
    game: Game,
    path: str | os.PathLike[str],
    memory: int = _MEMORY,
    workers: int | None = None,
    progress: Progress = lambda done, total: None,
    bits: int = 8,
) -> Summary:
    """Write the table of a game to a file and return its summary. With 2 bits the table has no distances.

    Two layers are in memory at a time. What a killed or interrupted call has done lies beside the file, and the same
    call goes on from there. `progress` receives the scores that are done, and all of them. Raises LimitExceeded, before
    anything is written, if the work does not fit `memory`; TableError if the file cannot be written.
    """
    plan = make_plan(game, memory, workers)
    sizes = plan.layout.sizes
    require_memory(game, plan.memory + max(map(sum, zip(sizes, [*sizes[1:], 0], strict=True))), memory)
    with making(path, plan.layout, bits) as draft:
        last = game.cells - len(draft.tallies)  # the first ply whose layer is missing
        for ply, scores, tally in plan.layers(last, _below(plan, draft, last + 1), bits == 8, progress):
            draft.add(ply, scores, tally)
        return summary_of(game, np.array([draft.tallies[ply] for ply in range(game.cells + 1)]), bits == 8)


def _below(plan: TablePlan, draft: Draft, ply: int) -> Bytes:
    """Return the layer from which the first missing one follows: from the file, or none behind the full board."""
    layer = plan.empty_layer(ply, draft.header.bits == 8)
    if draft.tallies:
        draft.read(ply, layer[:-1])
    return layer
