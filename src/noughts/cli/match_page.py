"""The printed result of a match that was computed, and what pages of all matches have."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from noughts.cli.common import say
from noughts.cli.text_table import show_table
from noughts.results.match import ExactMatchResult, ExactPair, RatingList, SampledRating

if TYPE_CHECKING:
    from noughts.results.sampled_match import SampledPair


def show_computed(match: ExactMatchResult, fractions: bool) -> None:
    """Print a match that was computed, its chances as decimals or as fractions."""
    count = len(match.openings)
    begin = "from the empty board" if match.openings == [[]] else f"from {count:,} openings, equally likely"
    say(click.style(f"{match.game}, {begin}: exact", bold=True))
    for pair in match.pairs:
        chances = " - ".join(_shown(chance, fractions) for chance in (pair.win, pair.loss, pair.draw))
        score = _shown(pair.score, fractions)
        say(f"Score of {pair.first} vs {pair.second}: {chances} (won - lost - drawn)  [{score}] exact")
    say()
    rows = [
        (each.x, each.o, *(_shown(chance, fractions) for chance in (each.x_wins, each.draw, each.o_wins)))
        for each in match.chances
    ]
    show_table(("X", "O", "X wins", "draw", "O wins"), rows, texts=2)
    for forfeit in (forfeit for each in match.chances for forfeit in each.forfeits):
        part = _shown(forfeit.chance, fractions)
        say(f"{forfeit.player} fails in {part} of its games, and loses them: {forfeit.reason}")
    show_crosstable(match.players, match.pairs)
    say()
    show_ratings(match.ratings)


def _shown(chance: Fraction, fractions: bool) -> str:
    """Return a probability as a decimal of six digits, or as a fraction.

    >>> _shown(Fraction(2, 3), False), _shown(Fraction(2, 3), True), _shown(Fraction(1), False)
    ('0.666667', '2/3', '1')
    """
    return str(chance) if fractions else f"{float(chance):.6g}"


def show_crosstable(names: Sequence[str], pairs: "Sequence[ExactPair | SampledPair]") -> None:
    """Print each player's score against each other one in per cent, and the mean; nothing for fewer than three
    players."""
    if len(names) < 3:
        return
    scores: dict[tuple[str, str], float] = {}
    ranges: dict[tuple[str, str], str] = {}
    for pair in pairs:
        both = (pair.first, pair.second), (pair.second, pair.first)
        scores |= zip(both, (float(pair.score), 1 - float(pair.score)), strict=True)
        ranges |= zip(both, _ranges(pair), strict=True)
    say("\npoints in per cent, row against column")
    show_table(("", *names, "mean"), [_crosstable_row(name, names, scores, ranges) for name in names])


def _ranges(pair: "ExactPair | SampledPair") -> tuple[str, str]:
    """Return the interval of a sampled score in whole per cents, never narrower than it is, for each player."""
    if isinstance(pair, ExactPair):
        return "", ""
    low, high = math.floor(100 * pair.interval[0]), math.ceil(100 * pair.interval[1])
    return f" ({low}-{high})", f" ({100 - high}-{100 - low})"


def _crosstable_row(
    name: str, names: Sequence[str], scores: Mapping[tuple[str, str], float], ranges: Mapping[tuple[str, str], str]
) -> list[str]:
    others = [(name, other) for other in names if other != name]
    cells = {pair: f"{100 * scores[pair]:.1f}{ranges[pair]}" for pair in others}
    mean = 100 * sum(scores[pair] for pair in others) / len(others)
    return [name, *(cells.get((name, other), "-") for other in names), f"{mean:.1f}"]


def show_ratings(ratings: RatingList | None) -> None:
    """Print the ratings, the best first."""
    if ratings is None:
        say("No finite ratings: a player never loses, or never scores, against the others.")
        return
    note = ", with a weak prior: without it a player that never lost has no finite rating" if ratings.prior else ""
    say(f"ratings in Elo, the mean is 0 (Davidson's model{note})")
    rows, columns = [], ["", "Elo"]
    for player in sorted(ratings.players, key=lambda player: -player.elo):
        error = [f"{player.standard_error:.0f}"] if isinstance(player, SampledRating) else []
        rows.append((player.name, f"{player.elo:+.0f}", *error))
    if len(rows[0]) > len(columns):
        columns.append("± standard error")
    show_table(columns, rows)
