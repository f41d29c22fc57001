"""Where workers come from: processes of this machine, each of which makes one call after the other."""

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, wait
from functools import partial
from math import inf
from threading import Event
from typing import Any

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


def another_hash_seed() -> str:
    """Return a seed for the hashes of strings that is not the one of this process.

    Without a seed of the user's a process draws one: it is 1 once in four thousand million times.
    """
    return "2" if os.environ.get(HASH_SEED) == "1" else "1"
