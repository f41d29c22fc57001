"""Work for the tests of the workers: squares of numbers. Workers behind an executor of any kind."""

import os
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.processes.pool import WorkerPool
from noughts.processes.work import Work


@dataclass(frozen=True)
class Squares(Work[Path, int, object]):
    """Squares numbers; `ends` is a file that gets a line whenever a state is released.

    Some numbers end their process, as a crash outside Python does: those of `deadly` always, `once` the first time.
    """

    ends: Path
    deadly: frozenset[int] = frozenset()
    once: int | None = None
    seconds: float = 0  # that each item but 0 takes
    release: float = 0  # seconds that the release of a state takes; it begins with a file

    @property
    def key(self) -> Hashable:
        return self.ends

    @contextmanager
    def prepared(self) -> Iterator[Path]:
        try:
            yield self.ends
        finally:
            if self.release:
                self.ends.with_suffix(".releasing").touch()
                time.sleep(self.release)
            with self.ends.open("a") as file:
                file.write("closed\n")

    def do(self, state: Path, item: int) -> int:
        mark = state.with_suffix(".mark")
        if item == self.once and not mark.exists():
            mark.touch()
            os._exit(9)
        if item in self.deadly:
            os._exit(9)
        time.sleep(self.seconds if item else 0)
        return item * item

    def lost(self, item: int, reason: str) -> str:
        return reason


class Behind(WorkerPool):
    """The workers of an executor, by default threads. `stops` counts the calls of `stop`."""

    def __init__(self, width: int = 4, executor: Executor | None = None) -> None:
        self.executor = executor or ThreadPoolExecutor(width)
        self.width, self.stops = width, 0

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        return self.executor.submit(function, *arguments, **named)

    def stop(self, futures: Iterable[Future[Any]]) -> None:
        self.stops += 1


def threads() -> Executor:
    """Return an executor as a user's function does."""
    return ThreadPoolExecutor(2)
