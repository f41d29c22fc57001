"""The dispatcher: hands out items to workers in batches, and hands out those of a lost worker again."""

from collections import Counter, deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from typing import Generic

from noughts.errors import WorkersError
from noughts.jobs.pool import WorkerPool
from noughts.jobs.worker import Item, Result, State, Work, do_some

_Results = Generator[tuple[Item, Result], None, None]

_BATCH = 64  # most items in a batch
_TRIES = 3  # workers that an item may lose
_REASON = f"its worker died {_TRIES} times"


def results(
    work: Work[State, Item, Result], items: Iterable[Item], pool: WorkerPool | None = None
) -> _Results[Item, Result]:
    """Return each item with its result as it ends: in order without a pool (in this process), in any order with one.

    Items are distinct. Raises the errors of the work; WorkersError if the workers cannot be reached any more.
    """
    return _alone(work, items) if pool is None else _Dispatcher(work, items, pool).run()


def _alone(work: Work[State, Item, Result], items: Iterable[Item]) -> _Results[Item, Result]:
    with work.prepared() as state:
        for item in items:
            yield item, work.do(state, item)


class _Dispatcher(Generic[State, Item, Result]):
    """Submits the items to the workers, and submits those of a lost worker again.

    An item that was lost with a worker is submitted in a batch of its own; after a second loss it runs alone, so that
    a third loss is its own fault.
    """

    def __init__(self, work: Work[State, Item, Result], items: Iterable[Item], pool: WorkerPool) -> None:
        self.work, self.pool = work, pool
        self.queue = deque(items)
        self.running: dict[Future[list[Result]], list[Item]] = {}
        self.losses: Counter[Item] = Counter()

    def run(self) -> _Results[Item, Result]:
        self.executor, self.broken, done = self.pool.start(), False, False
        try:
            while self.queue or self.running:
                while self._hand_out():
                    pass
                for future in wait(self.running, return_when=FIRST_COMPLETED).done:
                    yield from self._take(future)
                if self.broken:
                    for batch in self.running.values():
                        yield from self._lose(batch)
                    self.running.clear()
                    self.pool.stop(self.executor, False)
                    self.executor, self.broken = self.pool.start(), False
            done = True
        finally:
            self.pool.stop(self.executor, done)

    def _take(self, future: Future[list[Result]]) -> _Results[Item, Result]:
        batch = self.running.pop(future)
        try:
            found = future.result()
        except CancelledError:
            raise WorkersError("the workers cannot be reached") from None
        except self.pool.lost as error:
            self.broken |= isinstance(error, BrokenExecutor)
            yield from self._lose(batch)
            return
        yield from zip(batch, found, strict=False)
        self.queue.extendleft(reversed(batch[len(found) :]))

    def _hand_out(self) -> bool:
        """Submit the next batch, if there is one and it may run now."""
        width = 2 * max(1, self.pool.width())
        if self.broken or not self.queue or len(self.running) >= width:
            return False
        if any(map(self._blamed, self.running.values())):
            return False
        if self._blamed([self.queue[0]]) and self.running:
            return False
        batch = [self.queue.popleft()]
        size = 1 if self.losses[batch[0]] else min(_BATCH, -(-len(self.queue) // width))
        while len(batch) < size and self.queue and not self.losses[self.queue[0]]:
            batch.append(self.queue.popleft())
        try:
            self.running[self.executor.submit(do_some, self.work, tuple(batch))] = batch
        except BrokenExecutor:  # a worker has died, in an item or not: it is not known in which
            self.queue.extendleft(reversed(batch))
            self.broken = True
            return False
        return True

    def _blamed(self, batch: list[Item]) -> bool:
        return self.losses[batch[0]] >= _TRIES - 1

    def _lose(self, batch: list[Item]) -> _Results[Item, Result]:
        """Queue a lost batch again; an item that lost too many workers ends with its `lost` result."""
        for item in reversed(batch):
            self.losses[item] += 1
            if self.losses[item] < _TRIES:
                self.queue.appendleft(item)
            else:
                yield item, self.work.lost(item, _REASON)
