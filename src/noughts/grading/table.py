"""The table of a class: what each program's row says, in words and numbers, and all rows as CSV."""

import csv
import io
from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple

from noughts.core.game import Moves
from noughts.core.position import Side
from noughts.processes.line_cutter import printable
from noughts.results.grade import Submission
from noughts.results.proof import FAULTS, Chances, Verdict

_Means = tuple[float, float, float]  # to win, to draw, to lose


class Loss(NamedTuple):
    """A game that a program loses, or in which it fails: its seat in the game, the cells, what it does at the end."""

    seat: str
    line: Moves
    end: str

    def __str__(self) -> str:
        return f"{self.end}, moving {self.seat}: {self.line}"


def shortest_loss(graded: Submission) -> Loss | None:
    """Return the shortest game that a program is known to lose, None without any."""
    losses = [
        Loss(name, seat.losing_line, "loses" if seat.fault is None else "fails after")
        for name, seat in graded.seats.items()
        if seat.losing_line is not None
    ]
    return min(losses, key=lambda loss: len(loss.line), default=None)


def words(seat: Verdict) -> str:
    """Return the verdict on one seat, in words."""
    if seat.verdict is not None:
        return seat.verdict if seat.fault is None else FAULTS[seat.fault.kind]
    assert seat.games is not None
    lost, total = seat.games.loss, seat.games.total
    if seat.can_lose:
        return f"can lose: {lost:,} of {total:,} games{'' if lost else ', and one to a search'}"
    return f"no loss in {total:,} games"


def verdicts(graded: Submission) -> tuple[str, str]:
    """Return the verdicts on a program that moves first and second, in words."""
    first, second = (words(graded.seats[side.seat]) for side in Side)
    return first, second


def chances(graded: Submission) -> tuple[_Means | None, _Means | None]:
    """Return the chances against random and against perfect play, the mean of the seats that the program can have; each
    None where one seat has none."""
    seats = graded.seats_in_game.values()
    return _mean([seat.at_random for seat in seats]), _mean([seat.against_perfect for seat in seats])


def _mean(seats: Sequence[Chances | None]) -> _Means | None:
    known = [seat for seat in seats if seat is not None]
    if len(known) < len(seats):
        return None
    win, draw, loss = (float(sum(getattr(seat, name) for seat in known) / len(known)) for name in vars(known[0]))
    return win, draw, loss


def score(graded: Submission) -> str:
    """Return the points that a program earned, of those possible; empty without a scale."""
    earned, possible = (sum(getattr(item, name) for item in graded.points) for name in ("earned", "possible"))
    return f"{earned:g}/{possible:g}" if graded.points else ""


def summary(rows: Sequence[Submission]) -> str:
    """Return the last line of the table: how many programs hold, lose, and have no verdict."""
    holding, losing = sum(row.holds for row in rows), sum(row.loses for row in rows)
    others = len(rows) - holding - losing
    files = f"{len(rows)} file{'s' * (len(rows) != 1)}"
    return f"{files}; never loses: {holding}, can lose or fails: {losing}, no proof: {others}"


def file_labels(rows: Sequence[Submission]) -> dict[str, str]:
    """Return the names of files as they are shown: without folders, where these are all different."""
    names = {row.file: row.file for row in rows}
    short = {file: PurePath(file).name for file in names}
    shown = short if len(set(short.values())) == len(short) else names
    return {file: printable(name, len(name)) for file, name in shown.items()}


def per_cent(means: _Means | None) -> str:
    """Return chances as three percentages; a chance that is not 0 or 1 does not look like it.

    >>> per_cent((0.96, 0.0399, 0.0001))
    '96/4/0.01'
    """
    return "-" if means is None else "/".join(_rounded(100 * chance) for chance in means)


def _rounded(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0") if 0.05 <= value <= 99.95 or value in (0, 100) else f"{value:.2g}"


_COLUMNS = (
    "file",
    "strategy",
    "read",
    "first",
    "second",
    "line",
    "line_seat",
    *(f"{opponent}_{result}" for opponent in ("random", "perfect") for result in ("win", "draw", "loss")),
    "illegal",
    "raised",
    "seconds",
    "remark",
    "points",
)


def as_csv(rows: Sequence[Submission]) -> str:
    """Return the table as CSV, without the last end of line; chances are the mean of both seats, from 0 to 1."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        loss = shortest_loss(row)
        lost = ("", "") if loss is None else (str(loss.line), loss.seat)
        texts = (row.file, row.strategy or "", row.read or "", *verdicts(row), *lost)
        means = [chance for three in chances(row) for chance in three or ("", "", "")]
        shown = [f"{chance:.6g}" if isinstance(chance, float) else chance for chance in means]
        numbers = (*shown, row.illegal, row.raised, row.seconds)
        writer.writerow([*map(_harmless, texts), *numbers, _harmless(row.remark), score(row)])
    return text.getvalue().removesuffix("\n")


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> _harmless("=1+1"), _harmless("bob.py")
    ("'=1+1", 'bob.py')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
