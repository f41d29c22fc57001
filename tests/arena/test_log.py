"""The log of a match."""

import json
import os
from pathlib import Path

import pytest

from noughts.arena.log import Log
from noughts.arena.play import Lateness, play_game
from noughts.arena.schedule import Schedule
from noughts.core.game import Game
from noughts.errors import MatchError
from noughts.strategies.registry import load

STANDARD = Game(3, 3, 3)
SCHEDULE = Schedule(STANDARD, ("random", "first"), 4, 5, ((), (4,)))
RECORD = play_game(STANDARD, load("random"), load("first"), (), "s", ("random", "first"))
CENTRE = play_game(STANDARD, load("random"), load("first"), (4,), "s", ("random", "first"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


@pytest.fixture
def written(path: Path) -> Path:
    with Log(path, SCHEDULE) as log:
        assert log.games == {}
        log.append(2, CENTRE)
        log.append(0, RECORD)
    return path


def test_what_was_written_is_there(written: Path) -> None:
    with Log(written, SCHEDULE) as log:
        assert log.games == {0: RECORD, 2: CENTRE}
        log.append(3, CENTRE)
    header, *lines = map(json.loads, written.read_text().splitlines())
    assert header["schema"] == "noughts/match-log/1"
    assert header["openings"] == [[], ["b2"]]
    assert [line["index"] for line in lines] == [2, 0, 3]


def test_how_late_the_players_were(written: Path) -> None:
    """A player without a time for a move has no such entry."""
    with Log(written, SCHEDULE) as log:
        assert log.late == {}
        log.append(1, RECORD, {0: Lateness(5, 1, 0.5, 0.5), 1: Lateness(4)})
        log.append(3, CENTRE, {0: Lateness(4, 2, 1.0, 0.75)})
    with Log(written, SCHEDULE) as log:
        assert log.late == {0: Lateness(9, 3, 1.5, 0.75), 1: Lateness(4)}
        assert log.games == {0: RECORD, 1: RECORD, 2: CENTRE, 3: CENTRE}


@pytest.mark.parametrize(
    "late", ['"x"', '{"x": {}}', '{"0": {"hours": 1}}', '{"0": {"moves": "1"}}', '{"0": 3}', "[1]"]
)
def test_a_lateness_that_is_none(written: Path, late: str) -> None:
    line = written.read_text().splitlines()[1].replace('"record"', f'"late": {late}, "record"')
    written.write_text(written.read_text() + line + "\n")
    with pytest.raises(MatchError, match="line 4: no game of this match"):
        Log(written, SCHEDULE)


def test_every_way_to_tear_the_last_line(written: Path) -> None:
    text = written.read_bytes()
    last = text.rindex(b"\n", 0, -1) + 1
    for length in range(last, len(text)):
        written.write_bytes(text[:length])
        with Log(written, SCHEDULE) as log:
            assert log.games == {2: CENTRE}
            log.append(0, RECORD)
        assert written.read_bytes() == text


def test_a_torn_header_is_written_again(path: Path) -> None:
    path.write_bytes(b'{"schema": "noughts/match-log/1", "ga')
    with Log(path, SCHEDULE) as log:
        assert log.games == {}
    with Log(path, SCHEDULE) as log:
        assert log.games == {}


@pytest.mark.parametrize(
    ("other", "name"),
    [
        (Schedule(Game(4, 3, 3), ("random", "first"), 4, 5, ((), (4,))), "game"),
        (Schedule(STANDARD, ("random", "ring"), 4, 5, ((), (4,))), "players"),
        (Schedule(STANDARD, ("random", "first"), 6, 5, ((), (4,))), "games"),
        (Schedule(STANDARD, ("random", "first"), 4, 6, ((), (4,))), "seed"),
        (Schedule(STANDARD, ("random", "first"), 4, 5), "openings"),
    ],
)
def test_the_header_fixes_the_match(written: Path, other: Schedule, name: str) -> None:
    before = written.read_bytes()
    with pytest.raises(MatchError, match=f"log of another match: {name} is"):
        Log(written, other)
    assert written.read_bytes() == before


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "line 4 is damaged: 'nonsense'"),
        ("[1]", "line 4 is damaged"),
        ('{"index": 9, "record": {}}', "line 4: no game of this match"),
        ('{"record": {}}', "line 4: no game of this match"),
        ('{"index": "0", "record": {}}', "line 4: no game of this match"),
        (f'{{"index": 2, "record": {RECORD.to_json(indent=None)}}}', "another opening"),
    ],
)
def test_a_bad_line_is_quoted(written: Path, line: str, message: str) -> None:
    with written.open("a") as file:
        file.write(line + "\n")
    before = written.read_bytes()
    with pytest.raises(MatchError, match=message):
        Log(written, SCHEDULE)
    assert written.read_bytes() == before


def test_a_log_of_another_version_is_left_alone(written: Path) -> None:
    text = written.read_text().replace("match-log/1", "match-log/0")
    written.write_text(text)
    with pytest.raises(MatchError, match="its schema is 'noughts/match-log/0', expected 'noughts/match-log/1'"):
        Log(written, SCHEDULE)
    assert written.read_text() == text


@pytest.mark.parametrize("text", ["hello", "hello\n", '{"schema": "other"}\n', '{"schema": "noughts/match-log/0", "ga'])
def test_another_file_is_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(MatchError):
        Log(path, SCHEDULE)
    assert path.read_text() == text


def test_no_such_place(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match=r"no log .*No such file"):
        Log(tmp_path / "no" / "log", SCHEDULE)


def test_a_write_that_fails_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Log(path, SCHEDULE) as log, monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda file, line: 3)
        with pytest.raises(MatchError, match="no space left"):
            log.append(0, RECORD)
    with pytest.raises(MatchError, match="cannot write"):
        log.append(0, RECORD)  # it is closed
