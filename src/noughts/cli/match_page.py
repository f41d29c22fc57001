"""The printed result of a match, sampled or exact."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from noughts.arena.exact import ExactMatch
from noughts.arena.ratings import Ratings
from noughts.arena.sprt import elo_of, score_interval
from noughts.cli.common import say
from noughts.cli.text_table import show_table
from noughts.core.position import Side

if TYPE_CHECKING:
    from noughts.arena.match import Match
    from noughts.arena.results import HeadToHead
    from noughts.core.lateness import Lateness

_Scores = Mapping[tuple[int, int], float]  # of the first player, by (first, second)


def report_sampled(match: "Match", ratings: Ratings, reason: str) -> None:
    """Print a match that was played; `reason` says why it was not computed."""
    schedule, names = match.schedule, match.schedule.names
    meetings = match.head_to_heads()
    say(click.style(f"{schedule.game}, {_amount(match)}: sampled ({reason})", bold=True))
    for meeting in meetings:
        say(_score_line(names, meeting))
    if match.sprt is not None:
        say(_test_line(match))
    for player, (count, why) in match.forfeits().items():
        say(f"{names[player]} failed in {count:,} games, and lost them: {why}")
    for player, late in sorted(match.late.items()):
        say(_clock_line(names[player], late))
    if unfinished := sum(record.result is None for record in match.games):
        say(f"{unfinished:,} games have no result: {next(r.ending for r in match.games if r.result is None)}")
    for meeting in match.repeated():
        say(
            f"{names[meeting.first]} and {names[meeting.second]} never vary: they played the same games again, "
            f"which adds no evidence. Give them more openings."
        )
    if not match.records:
        return
    say()
    _seats(names, meetings)
    if len(names) > 2:
        say()
        intervals = {(m.first, m.second): _half_width(m) for m in meetings}
        cross_table(names, {(m.first, m.second): m.all.score for m in meetings}, intervals)
    say()
    _standings(names, ratings, sampled=True)


def report_exact(match: ExactMatch, ratings: Ratings | None, fractions: bool) -> None:
    """Print an exact match, its chances as decimals or as fractions."""
    names, openings, meetings = match.names, match.openings, match.head_to_heads()
    begin = "from the empty board" if list(openings) == [()] else f"from {len(openings):,} openings, equally likely"
    say(click.style(f"{match.game}, {begin}: exact", bold=True))
    for (i, j), tally in meetings.items():
        chances = " - ".join(_shown(chance, fractions) for chance in (tally.win, tally.loss, tally.draw))
        score = _shown(tally.win + tally.draw / 2, fractions)
        say(f"Score of {names[i]} vs {names[j]}: {chances} (won - lost - drawn)  [{score}] exact")
    say()
    rows = []
    for (x, o), result in match.results.items():
        rows.append((names[x], names[o], *(_shown(chance, fractions) for chance in vars(result.chances).values())))
    show_table(("X", "O", "X wins", "draw", "O wins"), rows, texts=2)
    for (x, o), result in match.results.items():
        for side, (chance, reason) in result.forfeits.items():
            player, part = names[x if side is Side.X else o], _shown(chance, fractions)
            say(f"{player} fails in {part} of its games, and loses them: {reason}")
    if len(names) > 2:
        say()
        cross_table(names, {pair: float(tally.score) for pair, tally in meetings.items()}, {})
    say()
    _standings(names, ratings, sampled=False)


def _amount(match: "Match") -> str:
    schedule = match.schedule
    openings = "the empty board" if schedule.openings == ((),) else f"{len(schedule.openings):,} openings"
    played, planned = len(match.records), len(schedule)
    many = f"{planned:,} games" if played == planned else f"{played:,} of {planned:,} games"
    return f"{many} from {openings}, seed {schedule.seed}"


def _score_line(names: Sequence[str], meeting: "HeadToHead") -> str:
    tally = meeting.all
    line = f"Score of {names[meeting.first]} vs {names[meeting.second]}: {tally.win} - {tally.loss} - {tally.draw}"
    line += " (won - lost - drawn)"
    if not tally.total:
        return line
    low, high = score_interval(meeting.pairs)
    return (
        f"{line}  [{tally.score:.3f}] {tally.total}, at 95 % from {low:.3f} to {high:.3f}; "
        f"Elo {_elo(elo_of(tally.score))} ({_elo(elo_of(low))} to {_elo(elo_of(high))})"
    )


def _clock_line(name: str, late: "Lateness") -> str:
    if not late.late:
        return f"{name} was never late in {late.moves:,} moves"
    beyond = f"{late.mean:.3f} s beyond its time on average, {late.most:.3f} s at most"
    return f"{name} was late in {late.late:,} of {late.moves:,} moves, {beyond}"


def _elo(value: float) -> str:
    if math.isinf(value) or abs(value) > 5000:
        return "-inf" if value < 0 else "+inf"
    return f"{value:+.0f}"


def _half_width(meeting: "HeadToHead") -> float:
    low, high = score_interval(meeting.pairs)
    return (high - low) / 2


def _test_line(match: "Match") -> str:
    assert match.sprt is not None
    test, pairs = match.sprt, match.head_to_heads()[0].pairs
    low, high = test.bounds
    names = match.schedule.names
    verdict = {
        "H1": f"H1 accepted: {names[0]} is at least {test.elo1:g} Elo better",
        "H0": f"H0 accepted: {names[0]} is at most {test.elo0:g} Elo better",
        None: "not decided",
    }[test.decision(pairs)]
    return (
        f"SPRT elo0={test.elo0:g} elo1={test.elo1:g} ({test.model}): LLR {test.llr(pairs):.2f} "
        f"({low:.2f} to {high:.2f}), pairs {' '.join(map(str, pairs))}; {verdict}"
    )


def _seats(names: Sequence[str], meetings: Sequence["HeadToHead"]) -> None:
    rows = []
    for meeting in meetings:
        first, second = names[meeting.first], names[meeting.second]
        there, back = meeting.as_x, meeting.as_o
        for x, o, games, win, draw, loss in (
            (first, second, there.total, there.win, there.draw, there.loss),
            (second, first, back.total, back.loss, back.draw, back.win),
        ):
            rows.append((x, o, f"{games:,}", f"{win:,}", f"{draw:,}", f"{loss:,}"))
    show_table(("X", "O", "games", "X wins", "draw", "O wins"), rows, texts=2)


def _shown(chance: Fraction, fractions: bool) -> str:
    """Return a probability as a decimal of six digits, or as a fraction.

    >>> _shown(Fraction(2, 3), False), _shown(Fraction(2, 3), True), _shown(Fraction(1), False)
    ('0.666667', '2/3', '1')
    """
    return str(chance) if fractions else f"{float(chance):.6g}"


def cross_table(names: Sequence[str], scores: _Scores, intervals: _Scores) -> None:
    """Print each player's score against each other one in per cent, and the mean; with error bars if given."""
    say("points in per cent, row against column")
    rows = []
    for i, name in enumerate(names):
        row = [scores[i, j] if i < j else 1 - scores[j, i] for j in range(len(names)) if j != i]
        cells = []
        for j in range(len(names)):
            if i == j:
                cells.append("-")
                continue
            score = scores[i, j] if i < j else 1 - scores[j, i]
            error = intervals.get((min(i, j), max(i, j)))
            cells.append(f"{100 * score:.1f}" + (f" ±{100 * error:.1f}" if error is not None else ""))
        rows.append((name, *cells, f"{100 * sum(row) / len(row):.1f}"))
    show_table(("", *names, "mean"), rows)


def _standings(names: Sequence[str], ratings: Ratings | None, *, sampled: bool) -> None:
    """Print the ratings, the best first."""
    if ratings is None:
        say("No finite ratings: a player never loses, or never scores, against the others.")
        return
    note = ", with a weak prior: without it a player that never lost has no finite rating" if ratings.prior else ""
    say(f"ratings in Elo, the mean is 0 (Davidson's model{note})")
    rows = []
    for player in sorted(range(len(names)), key=lambda player: -ratings.elo[player]):
        error = [f"{ratings.errors[player]:.0f}"] if sampled else []
        rows.append((names[player], f"{ratings.elo[player]:+.0f}", *error))
    show_table(("", "Elo", "± standard error") if sampled else ("", "Elo"), rows)
