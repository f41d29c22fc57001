"""The dispatcher: hands out items to workers in batches, and hands out those of a lost worker again."""

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import closing
from typing import Generic

from noughts.errors import WorkersError
from noughts.processes.pool import WorkerPool
from noughts.processes.work import Item, Result, State, Work, do_some

_Results = Generator[tuple[Item, Result], None, None]

_BATCH = 512  # most items in a batch: some tenths of a second, or workers wait where the machine is busy
_TRIES = 3  # workers that an item may lose
_REASON = f"its worker died {_TRIES} times"
_AHEAD = 16  # items for each worker that `in_order` has under way, or waiting for an earlier one


def results(
    work: Work[State, Item, Result], items: Iterable[Item], pool: WorkerPool | None = None
) -> _Results[Item, Result]:
    """Return each item with its result as it ends: in order without a pool (in this process), in any order with one.

    Items are distinct. Raises the errors of the work; WorkersError if the workers cannot be reached any more.
    """
    return _alone(work, items) if pool is None else _all(Dispatcher(work, pool), items)


def in_order(
    work: Work[State, Item, Result], items: Iterable[Item], pool: WorkerPool | None = None
) -> _Results[Item, Result]:
    """Return each item with its result, in order. With a pool only some items are taken ahead: they may be many."""
    return _alone(work, items) if pool is None else _sorted(Dispatcher(work, pool), iter(items))


def _alone(work: Work[State, Item, Result], items: Iterable[Item]) -> _Results[Item, Result]:
    with work.prepared() as state:
        for item in items:
            yield item, work.do(state, item)


def _all(dispatcher: "Dispatcher[State, Item, Result]", items: Iterable[Item]) -> _Results[Item, Result]:
    with closing(dispatcher):
        dispatcher.add(items)
        while dispatcher.busy:
            yield from dispatcher.ended()


def _sorted(dispatcher: "Dispatcher[State, Item, Result]", items: Iterator[Item]) -> _Results[Item, Result]:
    with closing(dispatcher):
        waiting, finished, more = deque[Item](), dict[Item, Result](), True
        while more or waiting:
            most = _AHEAD * dispatcher.width
            while more and len(waiting) < most:
                if more := (item := next(items, None)) is not None:
                    waiting.append(item)
                    dispatcher.add([item])
            finished |= dispatcher.ended() if dispatcher.busy else ()
            while waiting and waiting[0] in finished:
                yield (item := waiting.popleft()), finished.pop(item)


class Dispatcher(Generic[State, Item, Result]):
    """Submits items to the workers of a pool, and submits those of a lost worker again, each in a batch of its own."""

    def __init__(self, work: Work[State, Item, Result], pool: WorkerPool) -> None:
        self.work, self.pool = work, pool
        self.queue = deque[Item]()
        self.running: dict[Future[list[Result]], list[Item]] = {}
        self.losses: Counter[Item] = Counter()

    @property
    def busy(self) -> bool:
        """Whether an item has no result yet."""
        return bool(self.queue or self.running)

    @property
    def width(self) -> int:
        """The number of workers, at least 1."""
        return max(1, self.pool.width)

    def add(self, items: Iterable[Item]) -> None:
        """Queue some items. No item is queued again before its result has come."""
        self.queue.extend(items)

    def ended(self) -> list[tuple[Item, Result]]:
        """Return the items that have ended, each with its result, as soon as there is one."""
        self._hand_out()
        ended = list[tuple[Item, Result]]()
        for future in wait(self.running, return_when=FIRST_COMPLETED).done:
            ended += self._take(future)
        self._hand_out()  # no worker waits while the results are used
        return ended

    def close(self) -> None:
        """Give up what is still to be done."""
        if self.running:
            self.pool.stop(self.running)

    def _take(self, future: Future[list[Result]]) -> list[tuple[Item, Result]]:
        batch = self.running.pop(future)
        try:
            finished = future.result()
        except CancelledError:
            raise WorkersError("the workers cannot be reached") from None
        except self.pool.lost:
            return self._lose(batch)
        self.queue.extendleft(reversed(batch[len(finished) :]))
        return list(zip(batch, finished, strict=False))

    def _hand_out(self) -> None:
        """Submit batches: for each worker one to work on, and one that waits."""
        width = 2 * self.width
        while self.queue and len(self.running) < width:
            batch = [self.queue.popleft()]
            size = 1 if self.losses[batch[0]] else min(_BATCH, -(-len(self.queue) // width))
            while len(batch) < size and self.queue and not self.losses[self.queue[0]]:
                batch.append(self.queue.popleft())
            self.running[self.pool.submit(do_some, self.work, tuple(batch))] = batch

    def _lose(self, batch: list[Item]) -> list[tuple[Item, Result]]:
        """Queue a lost batch again; an item that lost too many workers ends with its `lost` result."""
        ended = []
        for item in reversed(batch):
            self.losses[item] += 1
            if self.losses[item] < _TRIES:
                self.queue.appendleft(item)
            else:
                ended.append((item, self.work.lost(item, _REASON)))
        return ended
