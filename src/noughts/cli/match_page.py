"""The printed result of a match: exact, sampled, or pair by pair."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import click

from noughts.arena.sprt import elo_of
from noughts.cli.common import say
from noughts.cli.text_table import show_table
from noughts.results.match import (
    ExactMatchResult,
    ExactPair,
    LatePlayer,
    RatingList,
    SampledMatchResult,
    SampledPair,
    SampledRating,
    SprtState,
)
from noughts.results.table import PairMatch, TableResult

_Pair = ExactPair | SampledPair


def show_match(found: PairMatch | TableResult, fractions: bool) -> None:
    """Print a match or a table of matches; exact chances as decimals or as fractions."""
    if isinstance(found, TableResult):
        _show_pairwise(found)
    elif isinstance(found, ExactMatchResult):
        _show_exact(found, fractions)
    else:
        _show_sampled(found)


def _show_exact(match: ExactMatchResult, fractions: bool) -> None:
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
    _show_crosstable(match.players, match.pairs)
    say()
    _show_ratings(match.ratings)


def _show_sampled(match: SampledMatchResult) -> None:
    say(click.style(f"{match.game}, {_amount(match)}: sampled ({match.reason})", bold=True))
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
    _show_seats(match.pairs)
    _show_crosstable(match.players, match.pairs)
    say()
    _show_ratings(match.ratings)


def _show_pairwise(table: TableResult) -> None:
    exact = sum(match.method == "exact" for match in table.matches)
    played = len(table.matches) - exact
    how = f"; {played} sampled, {table.games} games each, seed {table.seed}" if played else ""
    say(click.style(f"{table.game}, pair by pair: {exact} exact{how}", bold=True))
    for match in table.matches:
        [pair] = match.pairs
        say(f"Score of {pair.first} vs {pair.second}: [{float(pair.score):.6g}] {_method(match)}")
    if len(table.matches) == len(table.players) * (len(table.players) - 1) // 2:
        _show_crosstable(table.players, [pair for match in table.matches for pair in match.pairs], least=2)


def _method(match: PairMatch) -> str:
    if isinstance(match, ExactMatchResult):
        return "exact"
    low, high = match.pairs[0].interval
    return f"{match.played} games, at 95 % from {low:.3f} to {high:.3f}: {match.reason}"


def _amount(match: SampledMatchResult) -> str:
    openings = "the empty board" if match.openings == [[]] else f"{len(match.openings):,} openings"
    many = f"{match.games:,} games" if match.played == match.games else f"{match.played:,} of {match.games:,} games"
    return f"{many} from {openings}, seed {match.seed}"


def _score_line(pair: SampledPair) -> str:
    line = f"Score of {pair.first} vs {pair.second}: {pair.win} - {pair.loss} - {pair.draw} (won - lost - drawn)"
    total = pair.win + pair.loss + pair.draw
    if not total:
        return line
    low, high = pair.interval
    return (
        f"{line}  [{pair.score:.3f}] {total}, at 95 % from {low:.3f} to {high:.3f}; "
        f"Elo {_elo(elo_of(pair.score))} ({_elo(elo_of(low))} to {_elo(elo_of(high))})"
    )


def _clock_line(player: LatePlayer) -> str:
    if not player.late:
        return f"{player.player} was never late in {player.moves:,} moves"
    beyond = f"{player.mean:.3f} s beyond its time on average, {player.most:.3f} s at most"
    return f"{player.player} was late in {player.late:,} of {player.moves:,} moves, {beyond}"


def _elo(value: float) -> str:
    if math.isinf(value) or abs(value) > 5000:
        return "-inf" if value < 0 else "+inf"
    return f"{value:+.0f}"


def _test_line(test: SprtState, pair: SampledPair) -> str:
    verdict = {
        "H1": f"H1 accepted: {pair.first} is at least {test.elo1:g} Elo better",
        "H0": f"H0 accepted: {pair.first} is at most {test.elo0:g} Elo better",
        None: "not decided",
    }[test.decision]
    return (
        f"SPRT elo0={test.elo0:g} elo1={test.elo1:g} ({test.model}): LLR {test.llr:.2f} "
        f"({test.lower:.2f} to {test.upper:.2f}), pairs {' '.join(map(str, pair.pairs))}; {verdict}"
    )


def _show_seats(pairs: Sequence[SampledPair]) -> None:
    rows = []
    for pair in pairs:
        there, back = pair.as_x, pair.as_o.reversed
        for x, o, tally in ((pair.first, pair.second, there), (pair.second, pair.first, back)):
            rows.append((x, o, *(f"{count:,}" for count in (tally.total, tally.win, tally.draw, tally.loss))))
    show_table(("X", "O", "games", "X wins", "draw", "O wins"), rows, texts=2)


def _shown(chance: Fraction, fractions: bool) -> str:
    """Return a probability as a decimal of six digits, or as a fraction.

    >>> _shown(Fraction(2, 3), False), _shown(Fraction(2, 3), True), _shown(Fraction(1), False)
    ('0.666667', '2/3', '1')
    """
    return str(chance) if fractions else f"{float(chance):.6g}"


def _show_crosstable(names: Sequence[str], pairs: Sequence[_Pair], least: int = 3) -> None:
    """Print each player's score against each other one in per cent, and the mean; nothing for fewer than `least`
    players."""
    if len(names) < least:
        return
    scores: dict[tuple[str, str], float] = {}
    errors: dict[tuple[str, str], str] = {}
    for pair in pairs:
        both = (pair.first, pair.second), (pair.second, pair.first)
        scores |= zip(both, (float(pair.score), 1 - float(pair.score)), strict=True)
        errors |= dict.fromkeys(both, _error(pair))
    say("\npoints in per cent, row against column")
    show_table(("", *names, "mean"), [_crosstable_row(name, names, scores, errors) for name in names])


def _error(pair: _Pair) -> str:
    """Return half the width of the interval of a sampled score, in per cent."""
    if isinstance(pair, ExactPair):
        return ""
    low, high = pair.interval
    return f" ±{100 * (high - low) / 2:.1f}"


def _crosstable_row(
    name: str, names: Sequence[str], scores: Mapping[tuple[str, str], float], errors: Mapping[tuple[str, str], str]
) -> list[str]:
    others = [(name, other) for other in names if other != name]
    cells = {pair: f"{100 * scores[pair]:.1f}{errors[pair]}" for pair in others}
    mean = 100 * sum(scores[pair] for pair in others) / len(others)
    return [name, *(cells.get((name, other), "-") for other in names), f"{mean:.1f}"]


def _show_ratings(ratings: RatingList | None) -> None:
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
