"""The printed result of a match."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from noughts.cli.common import say
from noughts.cli.text_table import show_table
from noughts.results.match import ExactMatchResult, ExactPair, RatingList

if TYPE_CHECKING:
    from noughts.results.sampled_match import LatePlayer, SampledMatchResult, SampledPair, SprtState


def show_computed(match: ExactMatchResult, fractions: bool) -> None:
    """Print a match that was computed, its chances as decimals or as fractions."""
    count = len(match.openings)
    begin = "from the empty board" if match.openings == [()] else f"from {count:,} openings, equally likely"
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
        assert forfeit.chance is not None
        part = _shown(forfeit.chance, fractions)
        say(f"{forfeit.player} fails in {part} of its games, and loses them: {forfeit.reason}")
    show_crosstable(match.players, match.pairs)
    say()
    show_ratings(match.ratings)


def show_played(match: "SampledMatchResult") -> None:
    """Print a match that was played."""
    openings = "the empty board" if match.openings == [()] else f"{len(match.openings):,} openings"
    many = f"{match.games:,} games" if match.played == match.games else f"{match.played:,} of {match.games:,} games"
    amount = f"{many} from {openings}, seed {match.seed}"
    say(click.style(f"{match.game}, {amount}: sampled ({match.reason})", bold=True))
    for pair in match.pairs:
        say(_score_line(pair))
    if match.sprt is not None:
        say(_test_line(match.sprt, match.pairs[0]))
    for forfeit in match.forfeits:
        say(f"{forfeit.player} failed in {forfeit.games:,} games, and lost them: {forfeit.reason}")
    for late in match.late:
        say(_clock_line(late))
    if match.unfinished is not None:
        say(f"{match.unfinished.games:,} games have no result: {match.unfinished.ending}")
    for first, second in match.repeated:
        say(
            f"{first} and {second} never vary: they played the same games again, which adds no evidence. Give them "
            "more openings."
        )
    if not match.played:
        return
    say()
    rows = []
    for pair in match.pairs:
        there, back = pair.as_x, pair.as_o.reversed
        for x, o, tally in ((pair.first, pair.second, there), (pair.second, pair.first, back)):
            rows.append((x, o, *(f"{count:,}" for count in (tally.total, tally.win, tally.draw, tally.loss))))
    show_table(("X", "O", "games", "X wins", "draw", "O wins"), rows, texts=2)
    show_crosstable(match.players, match.pairs)
    say()
    show_ratings(match.ratings)


def _score_line(pair: "SampledPair") -> str:
    line = f"Score of {pair.first} vs {pair.second}: {pair.win} - {pair.loss} - {pair.draw} (won - lost - drawn)"
    total = pair.win + pair.loss + pair.draw
    if not total:
        return line
    from noughts.arena.sprt import elo_of  # it needs what plays games

    low, high = pair.interval
    return (
        f"{line}  [{pair.score:.3f}] {total}, at 95 % from {low:.3f} to {high:.3f}; "
        f"Elo {_elo(elo_of(pair.score))} ({_elo(elo_of(low))} to {_elo(elo_of(high))})"
    )


def _clock_line(player: "LatePlayer") -> str:
    if not player.late:
        return f"{player.player} was never late in {player.moves:,} moves"
    beyond = f"{player.mean:.3f} s beyond its time on average, {player.most:.3f} s at most"
    return f"{player.player} was late in {player.late:,} of {player.moves:,} moves, {beyond}"


def _elo(value: float) -> str:
    if math.isinf(value) or abs(value) > 5000:
        return "-inf" if value < 0 else "+inf"
    return f"{value:+.0f}"


def _test_line(test: "SprtState", pair: "SampledPair") -> str:
    verdict = {
        "H1": f"H1 accepted: {pair.first} is at least {test.elo1:g} Elo better",
        "H0": f"H0 accepted: {pair.first} is at most {test.elo0:g} Elo better",
        None: "not decided",
    }[test.decision]
    return (
        f"SPRT elo0={test.elo0:g} elo1={test.elo1:g} ({test.model}): LLR {test.llr:.2f} "
        f"({test.lower:.2f} to {test.upper:.2f}), pairs {' '.join(map(str, pair.pairs))}; {verdict}"
    )


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
    rows = []
    for name in names:
        others = [(name, other) for other in names if other != name]
        cells = {pair: f"{100 * scores[pair]:.1f}{ranges[pair]}" for pair in others}
        mean = 100 * sum(scores[pair] for pair in others) / len(others)
        rows.append([name, *(cells.get((name, other), "-") for other in names), f"{mean:.1f}"])
    show_table(("", *names, "mean"), rows)


def _ranges(pair: "ExactPair | SampledPair") -> tuple[str, str]:
    """Return the interval of a sampled score in whole per cents, never narrower than it is, for each player."""
    if isinstance(pair, ExactPair):
        return "", ""
    low, high = math.floor(100 * pair.interval[0]), math.ceil(100 * pair.interval[1])
    return f" ({low}-{high})", f" ({100 - high}-{100 - low})"


def show_ratings(ratings: RatingList | None) -> None:
    """Print the ratings, the best first."""
    if ratings is None:
        say("No finite ratings: a player never loses, or never scores, against the others.")
        return
    note = ", with a weak prior: without it a player that never lost has no finite rating" if ratings.prior else ""
    say(f"ratings in Elo, the mean is 0 (Davidson's model{note})")
    rows, columns = [], ["", "Elo"]
    for player in sorted(ratings.players, key=lambda player: -player.elo):
        error = [] if player.standard_error is None else [f"{player.standard_error:.0f}"]
        rows.append((player.name, f"{player.elo:+.0f}", *error))
    if len(rows[0]) > len(columns):
        columns.append("± standard error")
    show_table(columns, rows)
