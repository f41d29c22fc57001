"""Where a command's work is done: in this process, in processes of this machine, or on a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.processes.pool import WorkerPool


@contextmanager
def workers_of(executor: str | None, count: int = 1) -> "Iterator[WorkerPool | None]":
    """Return the workers, until the context ends: those of a cluster if one is named, else `count` processes.

    One process is this one: None.
    """
    if executor is None and count <= 1:
        yield None
        return
    from noughts.processes.cluster import Cluster
    from noughts.processes.pool import Processes

    with Processes(count) if executor is None else Cluster(executor) as pool:
        yield pool
