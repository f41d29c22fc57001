"""Work on a Dask cluster, here on this machine."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from noughts.processes.cluster import Cluster
from noughts.processes.dispatch import results
from tests.processes.fakes import Squares


@pytest.mark.gate
def test_a_lost_worker_loses_no_item(dask: Any, tmp_path: Path) -> None:
    victim, found = next(iter(dask.workers.values())).pid, dict[int, Any]()
    work = Squares(tmp_path / "ends", seconds=0.01)
    with Cluster(dask.scheduler_address) as pool:
        for item, square in results(work, range(300), pool):
            found[item] = square
            if victim and len(found) >= 10:
                os.kill(victim, signal.SIGKILL)
                victim = None
    assert victim is None
    assert found == {number: number * number for number in range(300)}
