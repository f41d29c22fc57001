"""Where workers come from: processes of this machine, each of which makes one call after the other, or any executor."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from math import inf
from threading import Event
from typing import Any

from noughts.errors import WorkersError
from noughts.processes.call import packed, surroundings, unpacked
from noughts.processes.channel import PATIENCE
from noughts.processes.workers import Children, WorkerDied

HASH_SEED = "PYTHONHASHSEED"  # the variable


class WorkerPool(Executor):
    """Workers that call functions, of what can be pickled. They stay until the pool's context ends.

    `width` is their number; `lost` are the exceptions of a future whose worker died.
    """

    width: int
    lost: tuple[type[BaseException], ...] = (WorkerDied,)

    def stop(self, futures: Iterable[Future[Any]]) -> None:
        """Give up these calls, which are all that have not ended."""


class Processes(WorkerPool):
    """Processes of this machine; with a `hash_seed` their strings have the hashes of this seed."""

    def __init__(self, count: int, hash_seed: str | None = None) -> None:
        self.width, self._stop, self._surroundings = count, Event(), surroundings()
        environment = {} if hash_seed is None else {HASH_SEED: hash_seed}
        self._workers = Children([sys.executable, "-m", "noughts.processes.call"], count, environment, PATIENCE)

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future result of a call."""
        return self._workers.threads.submit(self._call, partial(function, *arguments, **named), self._stop)

    def stop(self, futures: Iterable[Future[Any]]) -> None:
        """End the processes that are at work; later calls start new ones."""
        self._stop.set()
        wait(futures)
        self._stop = Event()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all processes."""
        self._stop.set()
        self._workers.close()

    def _call(self, function: Callable[[], Any], stop: Event) -> Any:
        request = {"surroundings": self._surroundings, "call": packed(function)}
        message = self._workers.ask(request, inf, lambda progress: None, stop)
        result, error = unpacked(message["answer"])
        if error is not None:
            raise error
        return result


class Borrowed(WorkerPool):
    """The workers of an executor of `concurrent.futures`: of what the function `MODULE:NAME` returns.

    `width`: how many calls it has at a time. Raises WorkersError where there is none, or it takes no more calls.
    """

    lost = (BrokenExecutor,)

    def __init__(self, source: str, width: int) -> None:
        module, _, name = source.partition(":")
        try:
            self._executor: Executor = getattr(import_module(module), name)()
        except Exception as error:
            raise WorkersError(f"no executor {source!r}: {type(error).__name__}: {error}") from None
        self.width = width

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future result of a call."""
        try:
            return self._executor.submit(function, *arguments, **named)
        except RuntimeError as error:  # a broken executor's too
            raise WorkersError(f"the executor takes no more games: {error}") from None

    def stop(self, futures: Iterable[Future[Any]]) -> None:
        """Give up the calls that have not begun; one that is being made goes on to its end there."""
        for future in futures:
            future.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the executor."""
        self._executor.shutdown(wait, cancel_futures=cancel_futures)


@contextmanager
def workers_of(count: int, executor: str | None = None) -> Iterator[WorkerPool | None]:
    """Return `count` workers until the context ends: processes of this machine, or of the executor that the function
    `MODULE:NAME` returns. One process is this one: None."""
    if executor is None and count <= 1:
        yield None
        return
    with Processes(count) if executor is None else Borrowed(executor, count) as pool:
        yield pool


def another_hash_seed() -> str:
    """Return a seed for the hashes of strings that is not the one of this process.

    Without a seed of the user's a process draws one: it is 1 once in four thousand million times.
    """
    return "2" if os.environ.get(HASH_SEED) == "1" else "1"
