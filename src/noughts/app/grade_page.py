"""The table of a class: a row for each program, as CSV, as a page of HTML."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePath

from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position, Side
from noughts.drawing import draw
from noughts.results.findings import FAULTS, Chances
from noughts.results.grade import GradedSeat, Points, Submission
from noughts.results.proof import MeasuredSeat

_Means = tuple[float, float, float]  # to win, to draw, to lose; the mean of both seats


@dataclass(frozen=True)
class Row:
    """One submission.

    `seats` is what is known of each, `first` and `second` are the words for it. `line` is the shortest game that it
    loses or in which it fails, `seat` its seat in that game. `read` is how the program is called. `remark` is why there
    is no verdict, and the first failure of each kind.
    """

    file: str
    strategy: str
    read: str
    seats: Mapping[str, GradedSeat]
    first: str
    second: str
    line: tuple[str, ...]
    seat: str
    random: _Means | None
    perfect: _Means | None
    illegal: int
    raised: int
    seconds: float
    remark: str
    points: tuple[Points, ...] = ()
    unread: bool = False
    """Whether it is not known how the program is called."""

    @property
    def score(self) -> str:
        """The points that it earned, of those possible; empty without a scale."""
        earned, possible = (sum(getattr(item, name) for item in self.points) for name in ("earned", "possible"))
        return f"{earned:g}/{possible:g}" if self.points else ""

    @property
    def end(self) -> str:
        """What the program does at the end of the line."""
        return "loses" if self.seats[self.seat].fault is None else "fails after"

    @property
    def loses(self) -> bool:
        """Whether it is known that the program can lose."""
        return any(seat.can_lose for seat in self.seats.values())

    @property
    def holds(self) -> bool:
        """Whether it is proved in both seats that the program never loses."""
        return all(seat.never_loses for seat in self.seats.values())


def row_of(graded: Submission) -> Row:
    """Return the row of a submission."""
    first, second = (graded.seats[side.seat] for side in Side)
    lines = [(found.losing_line, seat) for seat, found in graded.seats.items() if found.losing_line is not None]
    line, seat = min(lines, key=lambda found: len(found[0]), default=([], ""))
    faults = [fault for found in (first, second) for fault in (found.faults or {}).items()]
    illegal = sum(fault.positions for kind, fault in faults if kind == "illegal")
    reasons = (graded.problem, first.reason, second.reason, *(fault.message for _, fault in faults))
    return Row(
        file=graded.file,
        strategy=graded.strategy or "",
        read=graded.read or "",
        seats=graded.seats,
        first=_verdict(first),
        second=_verdict(second),
        line=tuple(line),
        seat=seat,
        random=_mean((first.against_random, second.against_random)),
        perfect=_mean((first.against_perfect, second.against_perfect)),
        illegal=illegal,
        raised=sum(fault.positions for _, fault in faults) - illegal,
        seconds=graded.seconds,
        remark="; ".join(dict.fromkeys(filter(None, reasons))),
        points=tuple(graded.points),
        unread=graded.unread,
    )


def _verdict(seat: GradedSeat) -> str:
    """Return the verdict on one seat, in words."""
    if not isinstance(seat, MeasuredSeat):
        return seat.verdict if seat.fault is None else FAULTS[seat.fault.kind]
    lost, total = seat.games.loss, seat.games.total
    if seat.can_lose:
        return f"can lose: {lost:,} of {total:,} games{'' if lost else ', and one to a search'}"
    return f"no loss in {total:,} games"


def _mean(seats: Sequence[Chances | None]) -> _Means | None:
    known = [seat for seat in seats if seat is not None]
    if len(known) < len(seats):
        return None
    win, draw, loss = (float(sum(getattr(seat, name) for seat in known) / len(known)) for name in vars(known[0]))
    return win, draw, loss


def summary(rows: Sequence[Row]) -> str:
    """Return the last line of the table: how many programs hold, lose, and have no verdict."""
    holding, losing = sum(row.holds for row in rows), sum(row.loses for row in rows)
    others = len(rows) - holding - losing
    files = f"{len(rows)} file{'s' * (len(rows) != 1)}"
    return f"{files}; never loses: {holding}, can lose or fails: {losing}, no proof: {others}"


def file_labels(rows: Sequence[Row]) -> dict[str, str]:
    """Return the names of files as they are shown: without folders, where these are all different."""
    short = {row.file: PurePath(row.file).name for row in rows}
    return short if len(set(short.values())) == len(short) else {row.file: row.file for row in rows}


def per_cent(chances: _Means | None) -> str:
    """Return chances as three percentages; a chance that is not 0 or 1 does not look like it.

    >>> per_cent((0.96, 0.0399, 0.0001))
    '96/4/0.01'
    """
    return "-" if chances is None else "/".join(_rounded(100 * chance) for chance in chances)


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


def as_csv(rows: Sequence[Row]) -> str:
    """Return the table as CSV, without the last end of line; chances are the mean of both seats, from 0 to 1."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        chances = [chance for three in (row.random, row.perfect) for chance in three or ("", "", "")]
        texts = (row.file, row.strategy, row.read, row.first, row.second, " ".join(row.line), row.seat)
        shown = [f"{chance:.6g}" if isinstance(chance, float) else chance for chance in chances]
        numbers = (*shown, row.illegal, row.raised, row.seconds)
        writer.writerow([*map(_harmless, texts), *numbers, _harmless(row.remark), row.score])
    return text.getvalue().removesuffix("\n")


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> _harmless("=1+1"), _harmless("bob.py")
    ("'=1+1", 'bob.py')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


_STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.8rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.holds td:nth-child(-n+3) { font-weight: bold; }
""".strip()

_HOLDING = ' class="holds"'
_PICTURE = 132  # pixels


def as_html(game: Game, rows: Sequence[Row]) -> str:
    """Return the table as a page of HTML that needs nothing else, with a picture of every line."""
    labels = file_labels(rows)
    head = (
        "file",
        "moving first",
        "moving second",
        "random",
        "perfect",
        "illegal",
        "raised",
        "seconds",
        "points",
        "line",
        "remark",
    )
    body = []
    for row in rows:
        picture = ""
        if row.line:
            moves = [parse_cell(game, name) for name in row.line]
            picture = draw(Position(game), line=moves, size=_PICTURE)
            picture += f"<br>{escape(' '.join(row.line))}<br>moving {escape(row.seat)}"
        texts = [f"<td>{escape(text)}</td>" for text in (labels[row.file], row.first, row.second)]
        numbers = (per_cent(row.random), per_cent(row.perfect), row.illegal, row.raised, f"{row.seconds:.1f}")
        cells = [*texts, *(f'<td class="number">{number}</td>' for number in numbers)]
        points = "<br>".join(escape(f"{item.earned:g}/{item.possible:g} {item.name}") for item in row.points)
        cells += [f"<td>{row.score}<br>{points}</td>", f"<td>{picture}</td>", f"<td>{escape(row.remark)}</td>"]
        body.append(f"<tr{_HOLDING if row.holds else ''}>{''.join(cells)}</tr>")
    title = f"{game}: what each program does against every reply"
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            f"<title>{title}</title>\n<style>\n{_STYLE}\n</style>\n<h1>{title}</h1>",
            "<p>random, perfect: won/drawn/lost per cent against random and perfect play, the mean of both seats. "
            "illegal, raised: positions in which the program answers with an illegal move, or raises an exception.</p>",
            f"<table>\n<tr>{''.join(f'<th>{column}</th>' for column in head)}</tr>",
            *body,
            f"</table>\n<p>{summary(rows)}</p>\n</html>\n",
        ]
    )
