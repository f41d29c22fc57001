"""The games of a schedule as work for a pool of workers. A worker loads the players once."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from noughts.arena.play import Clocked, Lateness, play_game
from noughts.arena.schedule import Job, Schedule
from noughts.core.record import Record
from noughts.errors import MatchError, WorkersError
from noughts.players.player import Player, Strategy, as_player
from noughts.processes.dispatch import results
from noughts.processes.pool import WorkerPool
from noughts.processes.work import Work

Load = Callable[[str], Strategy]


class Played(NamedTuple):
    """A finished game, and how late the players were that have a time for a move, by their number."""

    record: Record
    late: dict[int, Lateness]


def finished(
    schedule: Schedule, load: Load, jobs: Iterable[Job], pool: WorkerPool | None = None
) -> Iterator[tuple[Job, Played]]:
    """Play the jobs and return each with its game as it ends: in order without a pool, in any order with one.

    A game that kills every worker ends without a result. Raises the errors of `load`, as soon as a worker needs the
    player; MatchError if the workers cannot be reached any more.
    """
    ended = results(_Games(schedule, load), (job.index for job in jobs), pool)
    try:
        for index, played in ended:
            yield schedule[index], played
    except WorkersError as error:
        raise MatchError(f"{error}; the finished games are kept") from None
    finally:
        ended.close()


@dataclass(frozen=True)
class _Games(Work[list[Player], int, Played]):
    """The games of a schedule by their numbers."""

    schedule: Schedule
    load: Load

    @property
    def key(self) -> Hashable:
        return self.load, self.schedule.players

    @contextmanager
    def prepared(self) -> Iterator[list[Player]]:
        players = [as_player(self.load(player)) for player in self.schedule.players]
        try:
            yield players
        finally:
            close(players)

    def do(self, players: list[Player], index: int) -> Played:
        schedule, job, names = self.schedule, self.schedule[index], self._names(index)
        timed = {number: Clocked(players[number]) for number in (job.x, job.o) if players[number].seconds}
        x, o = (timed.get(number, players[number]) for number in (job.x, job.o))
        record = play_game(schedule.game, x, o, job.opening, schedule.seed_of(job), names)
        return Played(record, {number: player.late for number, player in timed.items()})

    def lost(self, index: int, reason: str) -> Played:
        record = Record(self.schedule.game, self.schedule[index].opening, self._names(index), None, reason)
        return Played(record, {})

    def _names(self, index: int) -> tuple[str, str]:
        job = self.schedule[index]
        return self.schedule.names[job.x], self.schedule.names[job.o]


def close(players: Iterable[Player]) -> None:
    """Close the players: an engine ends its process."""
    for player in players:
        player.close()
