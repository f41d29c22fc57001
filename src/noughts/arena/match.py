"""A match: the games that were played, and what they add up to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from noughts.arena.log import Log
from noughts.arena.play import forfeit
from noughts.arena.ratings import Result
from noughts.arena.schedule import Schedule
from noughts.arena.sprt import Sprt
from noughts.arena.workers import Crew, Load, finished
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.errors import MatchError


@dataclass(frozen=True)
class Meeting:
    """What two players did against each other, as the first of them sees it: as X, as O, and by pairs of games.

    `pairs` counts the pairs of games (one opening, both ways round) that gave 0, 1/2, 1, 3/2 and 2 points.
    """

    first: int
    second: int
    as_x: Tally[int]
    as_o: Tally[int]
    pairs: tuple[int, int, int, int, int]

    @property
    def all(self) -> Tally[int]:
        """Both colours together."""
        return self.as_x + self.as_o

    @property
    def result(self) -> Result:
        """The same for the ratings."""
        tally = self.all
        return Result(self.first, self.second, tally.win, tally.draw, tally.loss)


@dataclass
class Match:
    """A schedule with the records of the games that have been played, by their number."""

    schedule: Schedule
    records: dict[int, Record] = field(default_factory=dict)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.schedule.players) != 2:
            raise MatchError(f"--sprt takes two players, not {len(self.schedule.players)}")

    def play(self, load: Load, crew: Crew | None = None, log: Log | None = None) -> Iterator[int]:
        """Play what is left to play; yield the number of games after each.

        With a test it ends as soon as that is decided, after the same game whatever the order in which they ended.
        """
        if log is not None:
            self.records.update(log.games)
        if self._decided():
            return
        left = (job for job in self.schedule if job.index not in self.records)
        for job, record in finished(self.schedule, load, left, crew):
            self.records[job.index] = record
            if log is not None:
                log.append(job.index, record)
            yield len(self.records)
            if self._decided():
                return

    @cached_property
    def _counted(self) -> list[int]:
        return [0, 0, 0, 0, 0, 0]  # the five counts, and how many games they are of

    def _decided(self) -> bool:
        """Go on with the test, pair by pair in the order of the schedule; forget what was played beyond its end."""
        if self.sprt is None:
            return False
        counted = self._counted
        while (index := counted[5]) in self.records and index + 1 in self.records:
            counted[5] += 2
            if (points := self._points(index)) is None:
                continue
            counted[points] += 1
            if self.sprt.decision(counted[:5]):
                self.records = {number: record for number, record in self.records.items() if number < counted[5]}
                return True
        return False

    def _points(self, index: int) -> int | None:
        """Half points of the first player in the pair of games that begins with `index`; None where one is missing."""
        results = [self.records[game].result if game in self.records else None for game in (index, index + 1)]
        if None in results:
            return None
        return sum(
            1 if result == "draw" else 2 * (result == side.value) for result, side in zip(results, Side, strict=True)
        )

    @property
    def games(self) -> list[Record]:
        """The records in the order of the schedule."""
        return [self.records[index] for index in sorted(self.records)]

    @property
    def complete(self) -> bool:
        """Whether all was played that was to be played."""
        return len(self.records) == len(self.schedule) or (self.sprt is not None and self.verdict is not None)

    @property
    def verdict(self) -> str | None:
        """What the test has decided, H0 or H1; None without one, or while it is open."""
        return None if self.sprt is None else self.sprt.decision(self.meetings()[0].pairs)

    def meetings(self) -> list[Meeting]:
        """Return what every two players did against each other."""
        found = []
        counts = {pair: {side: [0, 0, 0] for side in Side} for pair in self.schedule.pairs}
        pairs = {pair: [0, 0, 0, 0, 0] for pair in self.schedule.pairs}
        for index, record in self.records.items():
            job = self.schedule[index]
            pair, side = (min(job.x, job.o), max(job.x, job.o)), Side.X if job.x < job.o else Side.O
            if record.result is not None:
                counts[pair][side][1 if record.result == "draw" else 2 * (record.result != side.value)] += 1
            if index % 2 == 0 and (points := self._points(index)) is not None:
                pairs[pair][points] += 1
        for (first, second), by_side in counts.items():
            a, b, c, d, e = pairs[first, second]
            found.append(Meeting(first, second, Tally(*by_side[Side.X]), Tally(*by_side[Side.O]), (a, b, c, d, e)))
        return found

    def repeated(self) -> list[Meeting]:
        """Return the meetings in which some opening was played again and every one always gave the same game.

        Players that never vary prove no more by it: their error bars are too small.
        """
        played: dict[tuple[int, int], dict[tuple[object, ...], list[Record]]] = {}
        for index, record in self.records.items():
            job = self.schedule[index]
            same = played.setdefault((min(job.x, job.o), max(job.x, job.o)), {})
            same.setdefault((job.opening, job.x), []).append(record)
        return [
            meeting
            for meeting in self.meetings()
            if (games := played.get((meeting.first, meeting.second), {}).values())
            and any(len(records) > 1 for records in games)
            and all(record.moves == records[0].moves for records in games for record in records)
        ]

    def forfeits(self) -> dict[int, tuple[int, str]]:
        """Return for each player that failed in how many games, and the first reason."""
        found: dict[int, tuple[int, str]] = {}
        for index in sorted(self.records):
            record, job = self.records[index], self.schedule[index]
            if (side := forfeit(record)) is not None:
                player = job.x if side is Side.X else job.o
                count, reason = found.get(player, (0, record.ending.partition(": ")[2]))
                found[player] = (count + 1, reason)
        return found
