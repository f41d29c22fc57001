"""Where workers come from: processes of this machine, or a Dask cluster."""

import importlib
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from typing import Any
from weakref import WeakSet

from noughts.errors import WorkersError
from noughts.extras import require_extra
from noughts.jobs.worker import begin

_HASH_SEED = "PYTHONHASHSEED"


@dataclass(frozen=True)
class WorkerPool:
    """Workers behind the interface of concurrent.futures.

    `start` creates an executor, `width` returns its number of workers, `lost` are the exceptions of a future whose
    worker died. `stop` ends an executor; its flag is true if no item is being done there. A broken one is started
    again. `close` ends the connection to the workers, if there is one.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    stop: Callable[[Executor, bool], None] = lambda executor, done: executor.shutdown(wait=done, cancel_futures=True)
    close: Callable[[], None] = lambda: None


@contextmanager
def kept(pool: WorkerPool) -> Iterator[WorkerPool]:
    """Return the pool with workers that stay from one work to the next; they end with the context."""
    executors: list[Executor] = []
    idle = True

    def start() -> Executor:
        nonlocal idle
        if not executors:
            executors.append(pool.start())
        idle = False
        return executors[0]

    def stop(executor: Executor, done: bool) -> None:
        nonlocal idle
        idle = True
        if not done:  # the items under way are not waited for
            executors.remove(executor)
            pool.stop(executor, False)

    try:
        yield replace(pool, start=start, stop=stop)
    finally:
        for executor in executors:
            pool.stop(executor, idle)
        pool.close()


def processes(count: int, hash_seed: str | None = None) -> WorkerPool:
    """Return a pool of processes on this machine; with a `hash_seed` their strings have the hashes of this seed."""
    others: dict[Executor, set[Any]] = {}

    def start() -> Executor:
        methods = multiprocessing.get_all_start_methods()
        context: BaseContext = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if hash_seed is not None:  # Python reads it when a process starts: a fork server has started already
            context = _SeededContext(hash_seed)
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=begin)
        others[pool] = set(multiprocessing.active_children())
        return pool

    def stop(pool: Executor, done: bool) -> None:
        before = others.pop(pool)
        if not done:  # the items under way are not waited for
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)

    return WorkerPool(start, lambda: count, stop=stop)


class _SeededProcess(SpawnProcess):
    """A process that starts with a seed of the hashes: Python reads it in the environment."""

    hash_seed = ""

    def start(self) -> None:
        before = os.environ.get(_HASH_SEED)
        os.environ[_HASH_SEED] = self.hash_seed
        try:
            super().start()
        finally:
            if before is None:
                del os.environ[_HASH_SEED]
            else:
                os.environ[_HASH_SEED] = before


class _SeededContext(SpawnContext):
    """Starts processes with a seed of the hashes."""

    def __init__(self, hash_seed: str) -> None:
        super().__init__()
        self.hash_seed = hash_seed

    def Process(self, *arguments: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        process = _SeededProcess(*arguments, **named)
        process.hash_seed = self.hash_seed
        return process


def another_hash_seed() -> str:
    """Return a seed for the hashes of strings that is not the one of this process.

    Without a seed of the user's a process draws one: it is 1 once in four thousand million times.
    """
    return "2" if os.environ.get(_HASH_SEED) == "1" else "1"


def cluster(address: str, patience: float = 10) -> WorkerPool:
    """Return the workers of a Dask cluster, as `tcp://HOST:8786`. Raises WorkersError if there are none.

    `patience`: seconds to wait for it, and for its first worker.
    """
    require_extra("dask", "a Dask cluster")
    distributed: Any = importlib.import_module("distributed")  # takes half a second: imported only for a cluster
    try:
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(f"no Dask cluster at {address!r}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=patience)
    except TimeoutError:
        client.close()
        raise WorkersError(f"the Dask cluster at {address!r} has no worker") from None

    return WorkerPool(
        lambda: _ClusterExecutor(client),
        lambda: sum(client.nthreads().values()),
        (distributed.KilledWorker,),
        lambda executor, done: executor.shutdown(wait=False),
        client.close,
    )


class _ClusterExecutor(Executor):
    """Runs functions on a Dask cluster.

    It stands in for distributed's ClientExecutor, which reads a task's status again after the result has come: where
    the worker has died in between, it takes the result for an error.
    """

    def __init__(self, client: Any) -> None:
        self.client = client
        self.tasks = WeakSet[Any]()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Submit a function, which may be called more than once."""
        future = Future[Any]()
        task = self.client.submit(function, *arguments, pure=False, **named)
        self.tasks.add(task)
        task.add_done_callback(partial(_pass_on, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel what has not ended."""
        self.client.cancel(list(self.tasks))


def _pass_on(future: Future[Any], task: Any) -> None:
    """Give a future the result or the error of a task."""
    try:
        future.set_result(task.result())
    except Exception as error:
        future.set_exception(error)
