"""A match on a Dask cluster, here on this machine."""

import importlib
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from noughts.arena.match import Match
from noughts.arena.schedule import Schedule
from noughts.arena.workers import cluster
from noughts.core.game import Game
from tests.arena.fakes import load

SCHEDULE = Schedule(Game(7, 7, 4), ("random", "paths:level=easy", "tactical"), 40, 3)


@pytest.fixture
def dask() -> Iterator[Any]:
    local: Any = importlib.import_module("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        scheduler_port=0,
        silence_logs=50,
    )
    with local:
        yield local


def test_losing_a_worker_loses_no_game(dask: Any) -> None:
    alone = Match(SCHEDULE)
    assert len(list(alone.play(load))) == 120
    victim = next(iter(dask.workers.values())).pid
    match = Match(SCHEDULE)
    for played in match.play(load, cluster(dask.scheduler_address)):
        if victim and played >= 10:
            os.kill(victim, signal.SIGKILL)
            victim = None
    assert victim is None
    assert match.games == alone.games
