"""`noughts match --pairwise`: each pair computed where that can be done, else sampled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

import click

from noughts.app.matches import PAIR_POSITIONS, MatchTable
from noughts.app.player_notes import notes
from noughts.cli.common import Ticker, emit, say
from noughts.cli.exits import Exit
from noughts.cli.match_page import cross_table
from noughts.cli.players import say_notes
from noughts.core.game import Game
from noughts.core.strategy import Strategy


def play_pairwise(
    players: Mapping[str, Strategy], game: Game, games: int, seed: int, max_positions: int | None
) -> dict[str, Any]:
    """Return the document of everyone against everyone. After an interrupt it has what is finished."""
    with Ticker() as ticker:

        def show(told: dict[str, Any]) -> None:
            ticker.show(lambda _: f"{told['pairs']} of {told['of']} pairs; {' against '.join(told['players'])}")

        limit = max_positions or PAIR_POSITIONS
        table = MatchTable(players, game, games, seed, max_positions=limit, seconds=inf, report=show)
        try:
            return table.run()
        except KeyboardInterrupt:
            return table.document("interrupted")


def show_pairwise(table: dict[str, Any], game: Game, players: Sequence[Strategy], as_json: bool) -> Exit:
    """Print the table; return the exit code."""
    if as_json:
        emit(table | notes(players))
    else:
        _report(table, game)
        say_notes(players)
    if table["reason"]:
        click.echo(table["reason"], err=True)
    return Exit.INTERRUPTED if table["reason"] else Exit.ANSWERED


def _report(table: dict[str, Any], game: Game) -> None:
    matches, names = table["matches"], table["players"]
    exact = sum(match["method"] == "exact" for match in matches)
    sampled = len(matches) - exact
    how = f"; {sampled} sampled, {table['games']} games each, seed {table['seed']}" if sampled else ""
    say(click.style(f"{game}, pair by pair: {exact} exact{how}", bold=True))
    scores, intervals = {}, {}
    for match in matches:
        [pair] = match["pairs"]
        place = names.index(pair["first"]), names.index(pair["second"])
        scores[place] = float(Fraction(pair["score"]))
        if match["method"] == "sampled":
            low, high = pair["interval"]
            intervals[place] = (high - low) / 2
            how = f"{match['played']} games, at 95 % from {low:.3f} to {high:.3f}: {match['reason']}"
        else:
            how = "exact"
        say(f"Score of {pair['first']} vs {pair['second']}: [{scores[place]:.6g}] {how}")
    if len(matches) == len(names) * (len(names) - 1) // 2:
        say()
        cross_table(names, scores, intervals)
