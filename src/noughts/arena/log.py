"""The log of a match: a file of JSON lines from which the match can be resumed.

The first line is a header that fixes the match; each other line is one finished game, in the order they ended:

    {"schema": "noughts/match-log/1", "game": [3, 3, 3], "players": [...], "games": 100, "seed": 0, "openings": [...]}
    {"index": 0, "record": {"schema": "noughts/record/1", ...}}
    {"index": 1, "late": {"0": {"moves": 30, "late": 1, ...}}, "record": {"schema": "noughts/record/1", ...}}

`late` is there for players with a time for a move, by their number: how late they were.

Each line is written in one call, so only the last line of a killed match can be incomplete.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from noughts.arena.play import Lateness
from noughts.arena.schedule import Schedule
from noughts.core.record import Record
from noughts.errors import MatchError, NoughtsError, reason
from noughts.files import contents

_LARGEST = 1 << 30  # bytes: about a million games
SCHEMA = "noughts/match-log/1"


class Log:
    """An open log: `games` holds the games it already had, by their number; `append` adds one.

    `late` says how late the players were in those, by the players' number.
    """

    def __init__(self, path: Path, schedule: Schedule) -> None:
        """Open or create the log of this match. Raises MatchError if the file is not a log, or another match's."""
        self.path = path
        if path.exists() and not path.is_file():  # reading a device may never end
            raise MatchError(f"no log {str(path)!r}: it is not a regular file")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            text = contents(path, _LARGEST)
        except OSError as error:
            raise MatchError(f"no log {str(path)!r}: {reason(error)}") from None
        self.late: dict[int, Lateness] = {}
        header = json.dumps({"schema": SCHEMA, **schedule.to_dict()})
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        try:
            self.games = self._read(lines, schedule) if lines else {}
            if not lines and not header.encode().startswith(text):
                raise MatchError(f"{str(path)!r} is not a log of a match")
        except MatchError:
            os.close(self._file)
            raise
        os.ftruncate(self._file, whole)  # the game of the incomplete line is played again
        if not lines:
            self._write(header)

    def _read(self, lines: list[bytes], schedule: Schedule) -> dict[int, Record]:
        header = self._parsed(lines[0], 1)
        if header.get("schema") != SCHEMA:
            schema = _short(header.get("schema"))
            raise MatchError(f"{str(self.path)!r} is not a log of a match: its schema is {schema}, expected {SCHEMA!r}")
        for name, value in schedule.to_dict().items():
            if header.get(name) != value:
                raise MatchError(
                    f"{str(self.path)!r} is the log of another match: {name} is {_short(header.get(name))} there, "
                    f"{_short(value)} here"
                )
        games = {}
        for number, line in enumerate(lines[1:], 2):
            entry = self._parsed(line, number)
            try:
                index = entry["index"]
                record = Record.from_json(json.dumps(entry["record"]))
                job = schedule[index]
                for key, numbers in entry.get("late", {}).items():
                    self.late.setdefault(int(key), Lateness()).add(Lateness(**numbers))
            except (NoughtsError, LookupError, TypeError, ValueError, AttributeError) as error:
                raise MatchError(f"{str(self.path)!r}, line {number}: no game of this match: {error}") from None
            if record.game != schedule.game or record.moves[: len(job.opening)] != job.opening:
                raise MatchError(f"{str(self.path)!r}, line {number}: no game of this match: another opening")
            games[index] = record
        return games

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise MatchError(f"{str(self.path)!r}, line {number} is damaged: {line[:40].decode('utf-8', 'replace')!r}")
        return entry

    def append(self, index: int, record: Record, late: Mapping[int, Lateness] | None = None) -> None:
        """Write a finished game, and how late the players were in it."""
        numbers = {player: vars(lateness) for player, lateness in (late or {}).items()}
        late_part = f'"late": {json.dumps(numbers)}, ' if numbers else ""
        self._write(f'{{"index": {index}, {late_part}"record": {record.to_json(indent=None)}}}')

    def _write(self, text: str) -> None:
        line = text.encode() + b"\n"
        try:
            written = os.write(self._file, line)
        except OSError as error:
            raise MatchError(f"cannot write {str(self.path)!r}: {reason(error)}") from None
        if written < len(line):
            raise MatchError(f"cannot write {str(self.path)!r}: no space left")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
