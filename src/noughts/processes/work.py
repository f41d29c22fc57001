"""One worker: it prepares itself once for a work, then does items of it, batch by batch."""

import atexit
import threading
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager, ExitStack
from time import monotonic
from typing import Generic, TypeVar

_SECONDS = 0.2  # after which a worker returns the finished part of its batch

State = TypeVar("State")
Item = TypeVar("Item", bound=Hashable)
Result = TypeVar("Result")


class Work(ABC, Generic[State, Item, Result]):
    """What is done with each item. It is sent to the workers, so it can be pickled.

    A worker prepares a state once for all works with an equal `key`, and keeps it from batch to batch. Results should
    depend on the work and the item alone: then they are the same with any number of workers.
    """

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """What the state depends on."""

    @abstractmethod
    def prepared(self) -> AbstractContextManager[State]:
        """Return a context with a new state; its end releases what the state holds."""

    @abstractmethod
    def do(self, state: State, item: Item) -> Result:
        """Return the result of an item."""

    @abstractmethod
    def lost(self, item: Item, reason: str) -> Result:
        """Return the result of an item that has lost too many workers."""


_own = threading.local()  # each thread has its own state, which need not be thread-safe


def do_some(work: Work[State, Item, Result], items: Sequence[Item], seconds: float = _SECONDS) -> list[Result]:
    """Do items in turn until the time is over, at least one; return their results. Runs in a worker."""
    if getattr(_own, "key", None) != work.key:
        release()
        stack = ExitStack()
        atexit.register(stack.close)
        _own.state = stack.enter_context(work.prepared())
        _own.key, _own.stack = work.key, stack
    end, results = monotonic() + seconds, list[Result]()
    for item in items:
        results.append(work.do(_own.state, item))
        if monotonic() > end:
            break
    return results


def release() -> None:
    """Release this thread's state, if there is one."""
    if (stack := getattr(_own, "stack", None)) is not None:
        stack.close()
    vars(_own).clear()
