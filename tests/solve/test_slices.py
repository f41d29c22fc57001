"""Tables that the workers of a pool make: the same bytes as those made here."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.errors import WorkersError
from noughts.jobs.pool import WorkerPool, cluster, kept, processes
from noughts.solve.tables.header import new_header
from noughts.solve.tables.partial import Pace, Partial, draft_of, making
from noughts.solve.tables.plan import make_plan
from noughts.solve.tables.retrograde import tabulate
from noughts.solve.tables.slices import SliceWork

GAME = Game(4, 3, 3)
TINY = Pace(grain=400, sync=2, smallest=0)
MARK = bytes(16)


class Stop(Exception):
    """What ends a run."""


@pytest.fixture(scope="module")
def pool() -> Iterator[WorkerPool]:
    with kept(processes(2)) as workers:
        yield workers


def test_the_bytes_do_not_depend_on_who_fills_the_slices(pool: WorkerPool, tmp_path: Path) -> None:
    for bits in (8, 2):
        expected = tabulate(GAME, tmp_path / "here", bits=bits)
        assert tabulate(GAME, tmp_path / "there", bits=bits, pace=TINY, pool=pool) == expected
        assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_workers_go_on_with_a_table_that_was_begun_here(pool: WorkerPool, tmp_path: Path) -> None:
    expected = tabulate(GAME, tmp_path / "whole")

    def stop(done: int, total: int) -> None:
        if done > 15_000:
            raise Stop

    with pytest.raises(Stop):
        tabulate(GAME, tmp_path / "t", progress=stop, pace=TINY)
    seen: list[int] = []
    found = tabulate(GAME, tmp_path / "t", progress=lambda done, total: seen.append(done), pace=TINY, pool=pool)
    assert found == expected
    assert (tmp_path / "t").read_bytes() == (tmp_path / "whole").read_bytes()
    assert len([done for done in seen if done < 15_000]) <= GAME.cells  # one report for each finished layer


def test_a_worker_that_does_not_see_the_file(tmp_path: Path) -> None:
    """Neither a path that leads nowhere nor one that leads to another file is written to."""
    header = new_header(make_plan(GAME, 1 << 30).layout, 8)
    another = tmp_path / "t.partial"
    another.write_bytes(b"another table".ljust(1000))
    for path, why in ((tmp_path / "none", "No such file"), (another, "another file is there")):
        work = SliceWork(header, str(path), MARK, 400, 1 << 30)
        words = f"a worker cannot use '{path}': {why}.*its folder must be shared"
        with work.prepared() as state, pytest.raises(WorkersError, match=words):
            work.do(state, (GAME.cells, 0))
    assert another.read_bytes() == b"another table".ljust(1000)
    assert not (tmp_path / "none").exists()


def test_a_worker_does_slices_of_two_tables_in_turn(tmp_path: Path) -> None:
    """The layer below that it keeps is that of one file alone."""
    plan, pace, last = make_plan(GAME, 1 << 30), Pace(smallest=0), GAME.cells
    with ExitStack() as stack:
        works, files = list[SliceWork](), list[Partial]()
        for bits, mark in ((2, MARK), (8, b"0123456789abcdef")):
            tabulate(GAME, tmp_path / f"whole{bits}", bits=bits)
            files.append(stack.enter_context(making(tmp_path / f"t{bits}", plan.layout, bits, pace)))
            files[-1].mark(mark)
            works.append(SliceWork(files[-1].header, draft_of(tmp_path / f"t{bits}"), mark, pace.grain, 1 << 30))
        state = stack.enter_context(works[0].prepared())
        for ply in (last, last - 1):
            for work in works:
                work.do(state, (ply, 0))
    for file in files:
        cuts, bits = file.header.cuts.layers, file.header.bits
        made, whole = ((tmp_path / f"{name}{bits}").read_bytes() for name in ("t", "whole"))
        assert made[cuts[last - 1] :] == whole[cuts[last - 1] :]


def test_a_slice_that_ends_its_workers_ends_the_table() -> None:
    work = SliceWork(new_header(make_plan(GAME, 1 << 30).layout, 8), "t", MARK, 400, 1 << 30)
    with pytest.raises(WorkersError, match="a slice of ply 7 of 4,3,3 cannot be filled: it died"):
        work.lost((7, 0), "it died")


@pytest.mark.slow
def test_a_killed_worker_of_a_cluster_loses_its_slice_alone(tmp_path: Path, dask: Any) -> None:
    tabulate(Game(4, 4, 4), tmp_path / "whole")
    victims = [next(iter(dask.workers.values())).pid]

    def kill(done: int, total: int) -> None:
        if victims and done > total // 3:
            os.kill(victims.pop(), signal.SIGKILL)

    with kept(cluster(dask.scheduler_address)) as workers:
        tabulate(Game(4, 4, 4), tmp_path / "t", progress=kill, pace=Pace(grain=20_000, smallest=0), pool=workers)
    assert not victims
    assert (tmp_path / "t").read_bytes() == (tmp_path / "whole").read_bytes()
