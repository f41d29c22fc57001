"""A match: the same games whoever plays them, in whatever order they end."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from noughts.app.played_matches import play_match
from noughts.arena.log import Log
from noughts.arena.match import Match
from noughts.arena.openings import generate
from noughts.arena.play import Lateness
from noughts.arena.schedule import Schedule
from noughts.arena.sprt import Sprt
from noughts.arena.workers import finished
from noughts.core.game import Game
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.errors import MatchError
from noughts.players.player import Strategy
from noughts.processes.pool import Processes, WorkerPool
from tests.arena.fakes import Fake, load
from tests.processes.fakes import Behind
from tests.refusals import refused

STANDARD = Game(3, 3, 3)
THREE = Schedule(STANDARD, ("random", "paths:level=easy", "tactical"), 20, 3, generate(STANDARD, 1, 10))


def held(schedule: Schedule, pool: WorkerPool | None = None, sprt: Sprt | None = None, log: Log | None = None) -> Match:
    match = Match(schedule, sprt=sprt)
    for _ in match.play(load, pool, log):
        pass
    return match


class Single(Executor):
    """Plays at once, a single game of each batch."""

    def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*args, 0.0))  # no time
        return future


def test_the_same_games_with_any_number_of_workers() -> None:
    alone = held(THREE)
    assert alone.complete
    assert len(alone.games) == 60
    assert held(THREE, Behind(3)).games == alone.games
    with Processes(2) as pool:
        assert held(THREE, pool).games == alone.games
    assert held(Schedule(THREE.game, THREE.players, 20, 4, THREE.openings)).games != alone.games


def test_a_player_that_does_not_load_ends_the_match() -> None:
    schedule = Schedule(STANDARD, ("first", "nobody"), 2)
    for pool in (None, Behind(2)):
        with refused("error.no-strategy-yet"):
            held(schedule, pool)


def test_workers_out_of_reach() -> None:
    class Gone(Executor):
        def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    with pytest.raises(MatchError, match=r"^the workers cannot be reached; the finished games are kept$"):
        held(THREE, Behind(1, Gone()))


class Closing(Fake):
    """Writes down its end."""

    def close(self) -> None:
        with Path(self.name).open("a") as file:
            file.write("closed\n")


def load_closing(spec: str) -> Strategy:
    return Closing(spec)


@pytest.mark.parametrize("workers", [1, 2])
def test_players_are_closed(tmp_path: Path, workers: int) -> None:
    schedule = Schedule(STANDARD, (str(tmp_path / "a"), str(tmp_path / "b")), 4)
    with Processes(workers) as pool:
        assert len(list(finished(schedule, load_closing, schedule, pool if workers > 1 else None))) == 4
    assert {path.read_text() for path in tmp_path.iterdir()} <= {"closed\n", "closed\nclosed\n"}
    assert len(list(tmp_path.iterdir())) == 2


def test_who_fails_loses_and_the_match_goes_on() -> None:
    match = held(Schedule(STANDARD, ("crash", "cheat", "first"), 4))
    assert match.complete
    forfeits = match.forfeits()
    assert {player: count for player, (count, _) in forfeits.items()}.keys() == {0, 1}
    assert "out of cheese" in forfeits[0][1]
    assert "taken" in forfeits[1][1]
    assert all(record.result is not None for record in match.games)


def test_a_head_to_head_counts_what_the_records_say() -> None:
    match = held(THREE)
    for meeting in match.head_to_heads():
        names = match.schedule.names[meeting.first], match.schedule.names[meeting.second]
        as_x = [record.result for record in match.games if record.players == names]
        as_o = [record.result for record in match.games if record.players == names[::-1]]
        assert meeting.as_x == Tally(as_x.count("X"), as_x.count("draw"), as_x.count("O"))
        assert meeting.as_o == Tally(as_o.count("O"), as_o.count("draw"), as_o.count("X"))
        points = sum(value * count for value, count in enumerate(meeting.pairs))
        assert points == 2 * meeting.all.win + meeting.all.draw
        assert sum(meeting.pairs) == 10
        assert meeting.all.score == points / 40
        assert meeting.result.win + meeting.result.draw + meeting.result.loss == 20
    assert Tally(0, 0, 0).score == 0.5


def test_players_that_never_vary_are_found_out() -> None:
    assert [m.first for m in held(Schedule(STANDARD, ("first", "ring"), 4)).repeated()] == [0]
    assert held(Schedule(STANDARD, ("first", "ring"), 2)).repeated() == []
    assert held(Schedule(STANDARD, ("first", "random"), 20)).repeated() == []
    assert held(Schedule(STANDARD, ("first", "ring"), 4, openings=((4,), (0,)))).repeated() == []


def test_a_test_ends_the_match_after_the_same_game() -> None:
    schedule, sprt = Schedule(STANDARD, ("tactical", "random"), 400, 2), Sprt(0, 50)
    alone = held(schedule, sprt=sprt)
    assert alone.verdict == "H1"
    assert alone.complete
    assert 4 < len(alone.games) < 100
    assert sprt.decision(alone.head_to_heads()[0].pairs) == "H1"
    for pool in (Behind(3), Behind(4, Single())):
        assert held(schedule, pool, sprt).games == alone.games
    before = Match(schedule, {index: record for index, record in alone.records.items() if index < len(alone.games) - 2})
    assert sprt.decision(before.head_to_heads()[0].pairs) is None
    with pytest.raises(MatchError, match="two players, not 3"):
        Match(THREE, sprt=sprt)
    assert Match(schedule).verdict is None


def cut(generator: Iterator[int], games: int) -> None:
    for played in generator:
        if played >= games:
            generator.close()  # type: ignore[attr-defined]
            return


@pytest.mark.parametrize("workers", [0, 2])
def test_a_match_goes_on_where_it_stopped(tmp_path: Path, workers: int) -> None:
    expected, path = held(THREE).games, tmp_path / "log"
    counted = []

    def counting(spec: str) -> Strategy:
        counted.append(spec)
        return load(spec)

    for games in (7, 31):
        with Log(path, THREE) as log:
            cut(Match(THREE).play(load, Behind(workers) if workers else None, log), games)
    path.write_bytes(path.read_bytes()[:-9])
    with Log(path, THREE) as log:
        assert 20 < len(log.games) < 60
        assert held(THREE, log=log).games == expected
    with Log(path, THREE) as log:
        assert len(log.games) == 60
        match = Match(THREE)
        assert list(match.play(counting, None, log)) == []
        assert match.games == expected


@pytest.mark.parametrize("before", [True, False])
def test_an_interrupt_beside_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bool) -> None:
    """Whether it comes before a game is written or just after: the records are those of the log."""
    append, log, records = Log.append, tmp_path / "log", tmp_path / "games.jsonl"

    def interrupted(self: Log, index: int, *rest: Any) -> None:
        if index != 7 or not before:
            append(self, index, *rest)
        if index == 7:
            raise KeyboardInterrupt

    monkeypatch.setattr(Log, "append", interrupted)
    match = Match(THREE)
    _, cut_short = play_match(match, load, "", records, log, lambda _: nullcontext(), lambda *_: None)
    assert cut_short
    with Log(log, THREE) as read:
        kept = [read.games[index] for index in sorted(read.games)]
    assert len(kept) == 7 + (not before)
    assert kept == match.games == [Record.from_json(line) for line in records.read_text().splitlines()]


@pytest.mark.parametrize("pool", [None, Behind(2)])
def test_late_moves_are_counted(tmp_path: Path, pool: WorkerPool | None) -> None:
    """The fake has 2 s, and says that its first move of a game took 3 s and the others took 2 s."""
    schedule = Schedule(STANDARD, ("late", "first"), 6)
    with Log(tmp_path / "log", schedule) as log:
        match = held(schedule, pool, log=log)
    moves = sum((len(record.moves) + (record.players[0] == "late")) // 2 for record in match.games)
    assert match.late == {0: Lateness(moves, 6, 6.0, 1.0)}
    with Log(tmp_path / "log", schedule) as log:
        again = Match(schedule)
        assert list(again.play(load, None, log)) == []
    assert again.late == match.late


def test_a_test_goes_on_too(tmp_path: Path) -> None:
    schedule, sprt = Schedule(STANDARD, ("tactical", "random"), 400, 2), Sprt(0, 50)
    alone = held(schedule, sprt=sprt)
    for games in (5, 1000):
        with Log(tmp_path / "log", schedule) as log:
            match = Match(schedule, sprt=sprt)
            cut(match.play(load, None, log), games)
    assert match.games == alone.games
    with Log(tmp_path / "log", schedule) as log:
        match = Match(schedule, sprt=sprt)
        assert list(match.play(load, None, log)) == []
        assert match.verdict == "H1"
