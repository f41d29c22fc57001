"""Points for what is known of a program: a scale in TOML, and the file that Gradescope reads."""

import reprlib
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.core.position import Side
from noughts.errors import FileError, NotationError, file_errors
from noughts.files import contents
from noughts.grading.table import shortest_loss, verdicts, words
from noughts.programs.reading.readings import Reading
from noughts.results.grade import Points, Submission
from noughts.results.proof import Verdict

_LARGEST = 1 << 13  # bytes of a scale: keys of many parts take a time that grows with the square of it
_MOST = 10**6
_NUMBERS = f"expected a number from 0 to {_MOST:,}"

_Earned = tuple[bool | None, str]  # whether a program earns the points of an item, None if it cannot; the reason

# The keys of a scale: the words of the item, and whether what is known of a program earns it.
_ITEMS: dict[str, tuple[str, Callable[["Scale", Submission], _Earned]]] = {
    "first": ("never loses, moving first", lambda scale, graded: _never_loses(graded.seats[Side.X.seat])),
    "second": ("never loses, moving second", lambda scale, graded: _never_loses(graded.seats[Side.O.seat])),
    "legal": ("keeps the rules", lambda scale, graded: _keeps_the_rules(graded)),
    "time": ("answers in time", lambda scale, graded: scale.is_quick(graded)),
}


@dataclass(frozen=True)
class Scale:
    """How many points each item of `_ITEMS` is worth, by its key; `seconds`: the processor time that a program may take
    for all its games; `read`: the form of the class, as --read takes it, empty where each file is read by itself."""

    points: dict[str, float]
    seconds: float
    read: str = ""

    @classmethod
    def from_file(cls, path: Path) -> "Scale":
        """Return the scale of a file. Raises FileError."""
        with file_errors("read", path):
            text = contents(path, _LARGEST).decode()
        try:
            given = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise FileError(f"{str(path)!r} is not TOML: {error}") from None
        except (ValueError, RecursionError):  # Python's words speak of itself
            raise FileError(f"{str(path)!r} has a number that is too long, or too deep a list: {_NUMBERS}") from None
        read = given.pop("read", "")
        try:
            read = read and str(Reading.from_text(read))
        except (NotationError, TypeError, AttributeError) as error:
            expected = f": {error}" if isinstance(error, NotationError) else ": expected a reading in quotes"
            raise FileError(f"{str(path)!r}: read = {reprlib.repr(read)}{expected}") from None
        for key, value in given.items():
            if key not in (*_ITEMS, "seconds"):
                raise FileError(f"{str(path)!r}: no item {key!r}, expected {', '.join(_ITEMS)}, seconds, read")
            if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MOST:
                raise FileError(f"{str(path)!r}: {key} = {reprlib.repr(value)}: {_NUMBERS}")
        seconds = float(given.pop("seconds", 60))
        if not any(given.values()):
            raise FileError(f"{str(path)!r} gives no points: expected such as first = 4")
        return cls({key: float(given[key]) for key in _ITEMS if given.get(key)}, seconds, read)

    def of(self, graded: Submission) -> list[Points]:
        """Return the points of a program, for each item of the scale; none where it is not known how it is called."""
        return [] if graded.unread else [self._points(key, graded) for key in self.points]

    def _points(self, key: str, graded: Submission) -> Points:
        (words, earns), possible = _ITEMS[key], self.points[key]
        earned, reason = earns(self, graded)
        return Points(words, possible if earned else 0.0, 0.0 if earned is None else possible, reason)

    def is_quick(self, graded: Submission) -> _Earned:
        """Return whether a program took no more than its processor time, and the reason."""
        if graded.is_open:
            return False, graded.remark or "no verdict"
        return graded.seconds <= self.seconds, f"{graded.seconds:.1f} s, of {self.seconds:g}"


def _never_loses(seat: Verdict) -> _Earned:
    """Return whether a program never loses in a seat, or has lost none of the games that it was measured in."""
    return None if seat.is_absent else not (seat.can_lose or seat.is_open), words(seat)


def _keeps_the_rules(graded: Submission) -> _Earned:
    if graded.is_open:
        return False, graded.remark or "no verdict"
    seats = graded.seats_in_game
    broken = [
        (graded.illegal + graded.raised, "position"),
        (sum(seat.failures or 0 for seat in seats.values()), "game"),
    ]
    if where := [f"{count:,} {noun}{'s' * (count != 1)}" for count, noun in broken if count]:
        return False, f"breaks them in {' and '.join(where)}: {graded.remark}"
    kept = {name: _kept(seat) for name, seat in seats.items()}
    alike = len(kept) == len(graded.seats) and len({*kept.values()}) == 1
    where = [*kept.values()][:1] if alike else [f"{words}, moving {name}" for name, words in kept.items()]
    return True, f"a legal move {'; '.join(where)}"


def _kept(seat: Verdict) -> str:
    """Return where all moves in a seat are known to be legal."""
    if seat.games is None:
        return "in every position of a game that it loses"
    return "in every position" if seat.is_proof else f"in every position of {seat.games.total:,} games"


def gradescope(rows: Sequence[Submission]) -> dict[str, Any]:
    """Return the content of Gradescope's `results.json` for one submission, which may be of several files."""
    tests = [
        {
            "name": item.name if len(rows) == 1 else f"{row.file}: {item.name}",
            "score": item.earned,
            "max_score": item.possible,
            **({"status": "passed" if item.earned == item.possible else "failed"} if item.possible else {}),
            "output": item.reason,
        }
        for row in rows
        for item in row.points
    ]
    return {"tests": tests, "output": "\n".join(map(_line, rows)), "visibility": "visible"}


def _line(row: Submission) -> str:
    """Return what a student wants to know first: the verdicts, and the game that is lost."""
    first, second = verdicts(row)
    seats, loss = f"{row.file}: moving first: {first}; moving second: {second}", shortest_loss(row)
    return seats if loss is None else f"{seats}; it {loss}"
