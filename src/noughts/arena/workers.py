"""The games of a schedule as work for a pool of workers. A worker loads the players once."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from noughts.arena.play import play_game
from noughts.arena.schedule import Job, Schedule
from noughts.core.record import Record
from noughts.core.strategy import Strategy
from noughts.errors import MatchError, WorkersError
from noughts.jobs.dispatch import results
from noughts.jobs.pool import WorkerPool
from noughts.jobs.worker import Work

Load = Callable[[str], Strategy]


def finished(
    schedule: Schedule, load: Load, jobs: Iterable[Job], pool: WorkerPool | None = None
) -> Iterator[tuple[Job, Record]]:
    """Play the jobs and return each with its record as it ends: in order without a pool, in any order with one.

    A game that kills every worker ends without a result. Raises the errors of `load`, as soon as a worker needs the
    player; MatchError if the workers cannot be reached any more.
    """
    ended = results(_Games(schedule, load), (job.index for job in jobs), pool)
    try:
        for index, record in ended:
            yield schedule[index], record
    except WorkersError as error:
        raise MatchError(f"{error}; the finished games are kept") from None
    finally:
        ended.close()


@dataclass(frozen=True)
class _Games(Work[list[Strategy], int, Record]):
    """The games of a schedule by their numbers."""

    schedule: Schedule
    load: Load

    @property
    def key(self) -> Hashable:
        return self.load, self.schedule.players

    @contextmanager
    def prepared(self) -> Iterator[list[Strategy]]:
        players = [self.load(player) for player in self.schedule.players]
        try:
            yield players
        finally:
            close(players)

    def do(self, players: list[Strategy], index: int) -> Record:
        schedule, job, names = self.schedule, self.schedule[index], self._names(index)
        x, o = players[job.x], players[job.o]
        return play_game(schedule.game, x, o, job.opening, schedule.seed_of(job), names)

    def lost(self, index: int, reason: str) -> Record:
        return Record(self.schedule.game, self.schedule[index].opening, self._names(index), None, reason)

    def _names(self, index: int) -> tuple[str, str]:
        job = self.schedule[index]
        return self.schedule.names[job.x], self.schedule.names[job.o]


def close(players: Iterable[Strategy]) -> None:
    """Close the players that have a `close`, such as an engine with its process."""
    for player in players:
        end = getattr(player, "close", None)
        if callable(end):
            end()
