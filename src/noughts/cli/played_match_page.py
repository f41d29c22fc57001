"""The printed result of a match that was played."""

import math
from collections.abc import Sequence

import click

from noughts.arena.sprt import elo_of
from noughts.cli.common import say
from noughts.cli.match_page import show_crosstable, show_ratings
from noughts.cli.text_table import show_table
from noughts.results.sampled_match import LatePlayer, SampledMatchResult, SampledPair, SprtState


def show_played(match: SampledMatchResult) -> None:
    """Print a match that was played."""
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
    show_crosstable(match.players, match.pairs)
    say()
    show_ratings(match.ratings)


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
