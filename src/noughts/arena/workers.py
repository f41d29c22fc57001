"""Who plays the games of a schedule: this process, processes of its own, or a Dask cluster.

All that a worker gets is the schedule, numbers of games, and how to load a player; what it gives back depends on
these alone. So the results are the same with any number of workers, and losing a worker loses no game: it is played
again.
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

BATCH = 64  # games that a worker is given at most
SECONDS = 0.2  # after which it hands in what it has played of them
TRIES = 3  # how often a game may lose its worker
WORKER_DIED = "the worker that played it died, again and again"


@dataclass(frozen=True)
class Crew:
    """Workers behind the interface of concurrent.futures.

    `start` makes an executor (again, where it broke), `width` says how many workers it has, `lost` are the exceptions
    of a future whose worker is gone. `stop` ends an executor, and is told whether nothing is under way there any more.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    stop: Callable[[Executor, bool], None] = lambda executor, done: executor.shutdown(wait=done, cancel_futures=True)


def finished(schedule: Schedule, load: Load, jobs: Iterable[Job], crew: Crew | None = None) -> Finished:
    """Play the jobs and return each with its record as it ends: in their order without a crew, in any order with one.

    Raises what `load` raises, as soon as a worker needs the player.
    """
    return _alone(schedule, load, jobs) if crew is None else _Foreman(schedule, load, jobs, crew).run()


def play_job(schedule: Schedule, players: list[Strategy], job: Job) -> Record:
    """Return the record of one game of the schedule."""
    names = schedule.names[job.x], schedule.names[job.o]
    x, o = players[job.x], players[job.o]
    return play_game(schedule.game, x, o, job.opening, schedule.seed_of(job), names)


def _alone(schedule: Schedule, load: Load, jobs: Iterable[Job]) -> Finished:
    players = [load(player) for player in schedule.players]
    try:
        for job in jobs:
            yield job, play_job(schedule, players, job)
    finally:
        close(players)


def close(players: Iterable[Strategy]) -> None:
    """End what players hold, such as an engine's process: of those that have a `close`."""
    for player in players:
        end = getattr(player, "close", None)
        if callable(end):
            end()


_own = threading.local()  # each thread of a worker has its players: they need not stand being called from several


def play_some(schedule: Schedule, load: Load, indices: tuple[int, ...], seconds: float = SECONDS) -> list[Record]:
    """Play games in turn until the time is over, at least one; return their records. This runs in a worker."""
    key = (load, schedule.players)
    if getattr(_own, "key", None) != key:
        _own.key, _own.players = key, [load(player) for player in schedule.players]
    end, records = monotonic() + seconds, list[Record]()
    for index in indices:
        records.append(play_job(schedule, _own.players, schedule[index]))
        if monotonic() > end:
            break
    return records


class _Foreman:
    """Hands out the games, and hands out again those whose worker was lost.

    A game that was under way when a worker was lost goes out in a batch of its own; when that has happened twice, with
    nothing else under way, so that it alone is to blame if it happens once more.
    """

    def __init__(self, schedule: Schedule, load: Load, jobs: Iterable[Job], crew: Crew) -> None:
        self.schedule, self.load, self.crew = schedule, load, crew
        self.queue = deque(jobs)
        self.running: dict[Future[list[Record]], list[Job]] = {}
        self.losses: Counter[int] = Counter()

    def run(self) -> Finished:
        self.executor, self.broken, done = self.crew.start(), False, False
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
                    self.crew.stop(self.executor, False)
                    self.executor, self.broken = self.crew.start(), False
            done = True
        finally:
            self.crew.stop(self.executor, done)

    def _take(self, future: Future[list[Record]]) -> Finished:
        batch = self.running.pop(future)
        try:
            records = future.result()
        except CancelledError:
            raise MatchError("the workers are out of reach; what was played is kept") from None
        except self.crew.lost as error:
            self.broken |= isinstance(error, BrokenExecutor)
            yield from self._lose(batch)
            return
        yield from zip(batch, records, strict=False)
        self.queue.extendleft(reversed(batch[len(records) :]))

    def _hand_out(self) -> bool:
        """Submit the next batch, if there is one and it may go out now."""
        width = 2 * max(1, self.crew.width())
        if self.broken or not self.queue or len(self.running) >= width:
            return False
        if any(map(self._blamed, self.running.values())):
            return False
        if self._blamed([self.queue[0]]) and self.running:
            return False
        batch = [self.queue.popleft()]
        size = 1 if self.losses[batch[0].index] else min(BATCH, -(-len(self.queue) // width))
        while len(batch) < size and self.queue and not self.losses[self.queue[0].index]:
            batch.append(self.queue.popleft())
        indices = tuple(job.index for job in batch)
        try:
            self.running[self.executor.submit(play_some, self.schedule, self.load, indices)] = batch
        except BrokenExecutor:  # a worker has died since; nobody can say in which game, if in any
            self.queue.extendleft(reversed(batch))
            self.broken = True
            return False
        return True

    def _blamed(self, batch: list[Job]) -> bool:
        return self.losses[batch[0].index] >= TRIES - 1

    def _lose(self, batch: list[Job]) -> Finished:
        """Put a lost batch back; a game that has lost its worker too often ends without a result."""
        for job in reversed(batch):
            self.losses[job.index] += 1
            if self.losses[job.index] < TRIES:
                self.queue.appendleft(job)
            else:
                names = self.schedule.names[job.x], self.schedule.names[job.o]
                yield job, Record(self.schedule.game, job.opening, names, None, WORKER_DIED)


def processes(count: int) -> Crew:
    """Return a crew of processes on this machine."""
    others: dict[Executor, set[Any]] = {}

    def start() -> Executor:
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        pool = ProcessPoolExecutor(count, mp_context=context, initializer=_begin)
        others[pool] = set(multiprocessing.active_children())
        return pool

    def stop(pool: Executor, done: bool) -> None:
        before = others.pop(pool)
        if not done:  # whoever is in a game need not end it
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)

    return Crew(start, lambda: count, stop=stop)


def _begin() -> None:
    """In a new process: Ctrl-C is for the process that plays the match, and standard output for its answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    sys.stdout = sys.stderr
    Finalize(None, _close_own, exitpriority=0)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    """End with the process that plays the match, however that ended: nobody else would end a worker."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _leave(number: int, frame: object) -> None:
    _close_own()
    os._exit(1)


def _close_own() -> None:
    close(getattr(_own, "players", ()))


def cluster(address: str, patience: float = 10) -> Crew:
    """Return the workers of a Dask cluster, as `tcp://HOST:8786`. Raises MatchError where there is none.

    `patience`: seconds to wait for it.
    """
    try:
        distributed: Any = importlib.import_module("distributed")  # half a second that only a cluster takes
    except ImportError:
        raise MatchError("a Dask cluster takes an extra: pip install 'noughts[dask]'") from None
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

    return Crew(start, lambda: sum(client.nthreads().values()), (distributed.KilledWorker,), stop)
