"""The workers of a Dask cluster."""

import importlib
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import partial
from typing import Any
from weakref import WeakSet

from noughts.errors import WorkersError
from noughts.extras import require_extra
from noughts.processes.pool import WorkerPool


class Cluster(WorkerPool):
    """The workers of a cluster by its address, `tcp://HOST:8786`. Raises WorkersError if there are none.

    `patience`: seconds to wait for it, and for its first worker.
    """

    def __init__(self, address: str, patience: float = 10) -> None:
        require_extra("dask", "a Dask cluster")
        distributed: Any = importlib.import_module("distributed")  # takes half a second: imported only for a cluster
        try:
            self._client = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkersError(f"no Dask cluster at {address!r}: {error}") from None
        try:
            self._client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self._client.close()
            raise WorkersError(f"the Dask cluster at {address!r} has no worker") from None
        self.lost = (distributed.KilledWorker,)
        self._tasks = WeakSet[Any]()

    @property
    def width(self) -> int:  # type: ignore[override]
        """The number of threads of all workers, which come and go."""
        return sum(self._client.nthreads().values())

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future result of a call, which may be made more than once.

        This stands in for distributed's ClientExecutor, which reads a task's status again after the result has come:
        where the worker has died in between, it takes the result for an error.
        """
        future = Future[Any]()
        task = self._client.submit(function, *arguments, pure=False, **named)
        self._tasks.add(task)
        task.add_done_callback(partial(_pass_on, future))
        return future

    def stop(self, futures: Iterable[Future[Any]]) -> None:
        """Give up the calls; one that is being made goes on to its end there."""
        self._client.cancel(list(self._tasks))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the connection."""
        self._client.close()


def _pass_on(future: Future[Any], task: Any) -> None:
    """Give a future the result or the error of a task."""
    try:
        future.set_result(task.result())
    except Exception as error:
        future.set_exception(error)
