"""A match: its finished games and their totals."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from noughts.arena.log import Log
from noughts.arena.play import Lateness, forfeit
from noughts.arena.ratings import PairResult
from noughts.arena.schedule import Schedule
from noughts.arena.sprt import Sprt
from noughts.arena.workers import Load, finished
from noughts.core import show
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.errors import MatchError
from noughts.processes.pool import WorkerPool


@dataclass(frozen=True)
class HeadToHead:
    """The result of two players against each other, seen by the first: as X, as O, and by pairs of games.

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
    def result(self) -> PairResult:
        """The same result, for the ratings."""
        tally = self.all
        return PairResult(self.first, self.second, tally.win, tally.draw, tally.loss)


@dataclass
class Match:
    """A schedule with the records of its finished games, by their number.

    `late`: how late the players were that have a time for a move, by their number.
    """

    schedule: Schedule
    records: dict[int, Record] = field(default_factory=dict)
    sprt: Sprt | None = None
    late: dict[int, Lateness] = field(default_factory=dict)
    _pairs: list[int] = field(default_factory=lambda: [0] * 5, init=False)  # by points: what the test has counted
    _counted: int = field(default=0, init=False)  # games, in the order of the schedule

    def __post_init__(self) -> None:
        if self.sprt is not None and len(self.schedule.players) != 2:
            raise MatchError(f"--sprt takes two players, not {len(self.schedule.players)}")

    def play(self, load: Load, pool: WorkerPool | None = None, log: Log | None = None) -> Iterator[int]:
        """Play the remaining games; yield the number of finished games after each.

        With a test the match ends as soon as the test is decided, at the same game whatever order the games finish in.
        """
        if log is not None:
            self.take(log)
        if self._decided():
            return
        left = (job for job in self.schedule if job.index not in self.records)
        for job, (record, late) in finished(self.schedule, load, left, pool):
            if log is not None:
                log.append(job.index, record, late)
            self.records[job.index] = record
            self._count(late)
            yield len(self.records)
            if self._decided():
                return

    def take(self, log: Log) -> None:
        """Have the finished games of a log, and no others."""
        self.records, self.late = dict(log.games), {}
        self._count(log.late)

    def _count(self, late: dict[int, Lateness]) -> None:
        for player, more in late.items():
            self.late.setdefault(player, Lateness()).add(more)

    def _decided(self) -> bool:
        """Update the test, pair by pair in the order of the schedule; drop the games played beyond its end."""
        if self.sprt is None:
            return False
        while (index := self._counted) in self.records and index + 1 in self.records:
            self._counted += 2
            if (points := self._points(index)) is None:
                continue
            self._pairs[points] += 1
            if self.sprt.decision(self._pairs):
                self.records = {number: record for number, record in self.records.items() if number < self._counted}
                return True
        return False

    def _points(self, index: int) -> int | None:
        """Half points of the first player in the pair of games that begins with `index`; None if one is missing."""
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
        """Whether all games are finished, or the test is decided."""
        return len(self.records) == len(self.schedule) or (self.sprt is not None and self.verdict is not None)

    @property
    def verdict(self) -> str | None:
        """The decision of the test, H0 or H1; None without a test, or while it is undecided."""
        return None if self.sprt is None else self.sprt.decision(self.head_to_heads()[0].pairs)

    def head_to_heads(self) -> list[HeadToHead]:
        """Return the result of every two players against each other."""
        results = []
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
            results.append(HeadToHead(first, second, Tally(*by_side[Side.X]), Tally(*by_side[Side.O]), (a, b, c, d, e)))
        return results

    def repeated(self) -> list[HeadToHead]:
        """Return the results of players that repeated some opening, and always played the same game from an opening.

        Repeated games add no evidence: the error bars are too small.
        """
        played: dict[tuple[int, int], dict[tuple[object, ...], list[Record]]] = {}
        for index, record in self.records.items():
            job = self.schedule[index]
            same = played.setdefault((min(job.x, job.o), max(job.x, job.o)), {})
            same.setdefault((job.opening, job.x), []).append(record)
        return [
            result
            for result in self.head_to_heads()
            if (games := played.get((result.first, result.second), {}).values())
            and any(len(records) > 1 for records in games)
            and all(record.moves == records[0].moves for records in games for record in records)
        ]

    def forfeits(self) -> dict[int, tuple[int, str]]:
        """Return, for each player that failed, the number of games and the first reason."""
        by_player: dict[int, tuple[int, str]] = {}
        for index in sorted(self.records):
            record, job = self.records[index], self.schedule[index]
            if (side := forfeit(record)) is not None:
                player = job.x if side is Side.X else job.o
                count, reason = by_player.get(player, (0, record.ending.partition(": ")[2]))
                by_player[player] = (count + 1, reason)
        return by_player

    def _repr_html_(self) -> str:
        """What a notebook shows: every head-to-head."""
        names = self.schedule.names
        rows = [
            (names[each.first], names[each.second], *vars(each.all).values(), f"{each.all.score:.3f}")
            for each in self.head_to_heads()
        ]
        title = f"{self.schedule.game}: {len(self.records):,} of {len(self.schedule):,} games"
        return show.table(title, ("first", "second", "won", "drawn", "lost", "score of the first"), rows)
