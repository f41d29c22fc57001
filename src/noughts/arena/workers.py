"""Plays the games of a schedule: in this process, in a pool of processes, or on a Dask cluster.

A worker receives the schedule, numbers of games, and a function that loads a player; its results depend on these alone.
So the results are the same with any number of workers, and the games of a lost worker are played again.
"""

import importlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from multiprocessing.util import Finalize
from time import monotonic
from typing import Any

from noughts.arena.play import play_game
from noughts.arena.schedule import Job, Schedule
from noughts.core.record import Record
from noughts.core.strategy import Strategy
from noughts.errors import MatchError

Load = Callable[[str], Strategy]
Finished = Iterator[tuple[Job, Record]]

_BATCH = 64  # most games in a batch
SECONDS = 0.2  # after which a worker returns the finished games of its batch
TRIES = 3  # workers that a game may lose
WORKER_DIED = f"its worker died {TRIES} times"


@dataclass(frozen=True)
class WorkerPool:
    """Workers behind the interface of concurrent.futures.

    `start` creates an executor, `width` returns its number of workers, `lost` are the exceptions of a future whose
    worker died. `stop` ends an executor; its flag is true if no game is running there. A broken one is started again.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    stop: Callable[[Executor, bool], None] = lambda executor, done: executor.shutdown(wait=done, cancel_futures=True)


def finished(schedule: Schedule, load: Load, jobs: Iterable[Job], pool: WorkerPool | None = None) -> Finished:
    """Play the jobs and return each with its record as it ends: in order without a pool, in any order with one.

    Raises the errors of `load`, as soon as a worker needs the player.
    """
    return _alone(schedule, load, jobs) if pool is None else _Dispatcher(schedule, load, jobs, pool).run()


def _play_job(schedule: Schedule, players: list[Strategy], job: Job) -> Record:
    """Return the record of one game of the schedule."""
    names = schedule.names[job.x], schedule.names[job.o]
    x, o = players[job.x], players[job.o]
    return play_game(schedule.game, x, o, job.opening, schedule.seed_of(job), names)


def _alone(schedule: Schedule, load: Load, jobs: Iterable[Job]) -> Finished:
    players = [load(player) for player in schedule.players]
    try:
        for job in jobs:
            yield job, _play_job(schedule, players, job)
    finally:
        close(players)


def close(players: Iterable[Strategy]) -> None:
    """Close the players that have a `close`, such as an engine with its process."""
    for player in players:
        end = getattr(player, "close", None)
        if callable(end):
            end()


_own = threading.local()  # each thread has its own players: a strategy need not be thread-safe


def _play_some(schedule: Schedule, load: Load, indices: tuple[int, ...], seconds: float = SECONDS) -> list[Record]:
    """Play games in turn until the time is over, at least one; return their records. Runs in a worker."""
    key = (load, schedule.players)
    if getattr(_own, "key", None) != key:
        _own.key, _own.players = key, [load(player) for player in schedule.players]
    end, records = monotonic() + seconds, list[Record]()
    for index in indices:
        records.append(_play_job(schedule, _own.players, schedule[index]))
        if monotonic() > end:
            break
    return records


class _Dispatcher:
    """Submits the games to the workers, and submits those of a lost worker again.

    A game that was lost with a worker is submitted in a batch of its own; after a second loss it runs alone, so that a
    third loss is its own fault.
    """

    def __init__(self, schedule: Schedule, load: Load, jobs: Iterable[Job], pool: WorkerPool) -> None:
        self.schedule, self.load, self.pool = schedule, load, pool
        self.queue = deque(jobs)
        self.running: dict[Future[list[Record]], list[Job]] = {}
        self.losses: Counter[int] = Counter()

    def run(self) -> Finished:
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

    def _take(self, future: Future[list[Record]]) -> Finished:
        batch = self.running.pop(future)
        try:
            records = future.result()
        except CancelledError:
            raise MatchError("the workers cannot be reached; the finished games are kept") from None
        except self.pool.lost as error:
            self.broken |= isinstance(error, BrokenExecutor)
            yield from self._lose(batch)
            return
        yield from zip(batch, records, strict=False)
        self.queue.extendleft(reversed(batch[len(records) :]))

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
        size = 1 if self.losses[batch[0].index] else min(_BATCH, -(-len(self.queue) // width))
        while len(batch) < size and self.queue and not self.losses[self.queue[0].index]:
            batch.append(self.queue.popleft())
        indices = tuple(job.index for job in batch)
        try:
            self.running[self.executor.submit(_play_some, self.schedule, self.load, indices)] = batch
        except BrokenExecutor:  # a worker has died, in a game or not: it is not known in which
            self.queue.extendleft(reversed(batch))
            self.broken = True
            return False
        return True

    def _blamed(self, batch: list[Job]) -> bool:
        return self.losses[batch[0].index] >= TRIES - 1

    def _lose(self, batch: list[Job]) -> Finished:
        """Queue a lost batch again; a game that lost too many workers ends without a result."""
        for job in reversed(batch):
            self.losses[job.index] += 1
            if self.losses[job.index] < TRIES:
                self.queue.appendleft(job)
            else:
                names = self.schedule.names[job.x], self.schedule.names[job.o]
                yield job, Record(self.schedule.game, job.opening, names, None, WORKER_DIED)


def processes(count: int) -> WorkerPool:
    """Return a pool of processes on this machine."""
    others: dict[Executor, set[Any]] = {}

    def start() -> Executor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_begin)
        others[pool] = set(multiprocessing.active_children())
        return pool

    def stop(pool: Executor, done: bool) -> None:
        before = others.pop(pool)
        if not done:  # a running game need not end
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)

    return WorkerPool(start, lambda: count, stop=stop)


def _begin() -> None:
    """Set up a worker process: Ctrl-C and standard output belong to the process that plays the match."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    sys.stdout = sys.stderr
    Finalize(None, _close_own, exitpriority=0)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the process that plays the match ends, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _leave(number: int, frame: object) -> None:
    _close_own()
    os._exit(1)


def _close_own() -> None:
    close(getattr(_own, "players", ()))


def cluster(address: str, patience: float = 10) -> WorkerPool:
    """Return the workers of a Dask cluster, as `tcp://HOST:8786`. Raises MatchError if it cannot be reached.

    `patience`: seconds to wait for it.
    """
    try:
        distributed: Any = importlib.import_module("distributed")  # takes half a second: imported only for a cluster
    except ImportError:
        raise MatchError("a Dask cluster needs an extra: pip install 'noughts[dask]'") from None
    try:
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise MatchError(f"no Dask cluster at {address!r}: {error}") from None

    def start() -> Executor:
        executor: Executor = client.get_executor(pure=False)
        return executor

    def stop(executor: Executor, done: bool) -> None:
        executor.shutdown(wait=False)
        client.close()

    return WorkerPool(start, lambda: sum(client.nthreads().values()), (distributed.KilledWorker,), stop)
