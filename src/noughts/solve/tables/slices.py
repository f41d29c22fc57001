"""A table made by the workers of a pool, on machines that share a folder: each one fills slices of a layer.

A worker opens the unfinished file by its path, maps the layer below, and writes the scores of its slice. The process
that hands out the slices writes the digests and the journal, and ends each layer.
"""

import os
import secrets
from collections.abc import Hashable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, Never

from noughts.errors import WorkersError, reason
from noughts.jobs.dispatch import Dispatcher
from noughts.jobs.pool import WorkerPool
from noughts.jobs.worker import Work
from noughts.solve.tables.disk import Filled, Progress, fill_layers, fill_slice, step_of
from noughts.solve.tables.header import TableHeader
from noughts.solve.tables.layers import LayerStep
from noughts.solve.tables.partial import Pace, Partial
from noughts.solve.tables.plan import TablePlan, make_plan
from noughts.solve.tables.sets import Counts

_TURN: Final = 1.0  # seconds after which the progress is shown again
_MARK: Final = 16  # bytes at the start of the unfinished file, by which a worker knows it

_Item = tuple[int, int]  # the ply, the number of the slice
_Result = tuple[Counts, int, bytes]  # see fill_slice


@dataclass
class SliceState:
    """What a worker keeps: the tables of a game, and what the layer of its last slice needed."""

    plan: TablePlan
    layer: tuple[bytes, int] | None = None  # the mark of the file, and the ply
    step: LayerStep | None = None


@dataclass(frozen=True)
class SliceWork(Work[SliceState, _Item, _Result]):
    """Slices of the table with this header, whose unfinished file is `path` and begins with `mark`."""

    header: TableHeader
    path: str
    mark: bytes
    grain: int
    memory: int

    @property
    def key(self) -> Hashable:
        """The tables of a game serve all of its layers."""
        return "slices", self.header.game  # no other work of this game has the same state

    @contextmanager
    def prepared(self) -> Iterator[SliceState]:
        """Return the tables of the game."""
        yield SliceState(make_plan(self.header.game, self.memory, workers=1))

    def do(self, state: SliceState, item: _Item) -> _Result:
        """Fill a slice and write it to the disk; return its tally and the digests of its blocks."""
        ply, number = item
        with self._opened() as file:
            partial_file = Partial(file, self.header, None, Pace(self.grain))
            if state.step is None or state.layer != (self.mark, ply):
                state.layer = state.step = None  # the layer before need not stay in memory
                state.step = step_of(state.plan, partial_file, ply, memory=0)  # mapped: workers of a machine share it
                state.layer = self.mark, ply
            found = fill_slice(state.plan, partial_file, ply, state.step, state.plan.slices(ply, self.grain), number)
            os.fsync(file)  # by the machine that wrote it
        return found

    def lost(self, item: _Item, reason: str) -> Never:
        """Raise WorkersError: without this slice there is no table."""
        raise WorkersError(f"a slice of ply {item[0]} of {self.header.game} cannot be filled: {reason}")

    @contextmanager
    def _opened(self) -> Iterator[int]:
        """Open the file for one slice: on a shared disk, what others have written is sure to be seen after that."""
        try:
            file = os.open(self.path, os.O_RDWR)
        except OSError as error:
            raise self._unseen(reason(error)) from None
        try:
            if os.pread(file, _MARK, 0) != self.mark:
                raise self._unseen("another file is there")
            yield file
        finally:
            os.close(file)

    def _unseen(self, why: str) -> WorkersError:
        return WorkersError(
            f"a worker cannot use {self.path!r}: {why}; its folder must be shared, with the same path on every machine"
        )


def fill_elsewhere(plan: TablePlan, file: Partial, path: str, progress: Progress, pool: WorkerPool) -> None:
    """Fill what is missing of a table's file on the workers of a pool; `path` is where they find the file."""
    mark = secrets.token_bytes(_MARK)
    file.mark(mark)
    work = SliceWork(file.header, path, mark, file.pace.grain, plan.memory)
    fill_layers(plan, file, partial(_on_workers, work, file, pool), progress)


def _on_workers(work: SliceWork, file: Partial, pool: WorkerPool, ply: int, numbers: list[int]) -> Iterator[Filled]:
    with closing(Dispatcher(work, pool)) as dispatcher:
        dispatcher.add([(ply, number) for number in numbers])
        while dispatcher.busy:
            ended = dispatcher.ended(_TURN)
            for _, (_, first, digests) in ended:
                file.write_digests(ply, first, digests)
            yield [(number, tally) for (_, number), (tally, _, _) in ended]
