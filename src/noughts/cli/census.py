"""`noughts census`."""

from dataclasses import asdict

import click

from noughts.cli.common import GameParam, Ticker, emit, exact_option, json_option, say
from noughts.core.game import Game


@click.command()
@click.argument("game", type=GameParam())
@exact_option
@json_option
def census(game: Game, as_json: bool) -> None:
    """Count the reachable positions and the complete games of GAME (as 3,3,3), on boards of up to 28 cells."""
    from noughts.solve.tables.census import count

    with Ticker() as ticker:
        found = count(game, lambda share: ticker.show(lambda seconds: f"{share:.0%}, {seconds:.0f} s"))
    if as_json:
        emit({"schema": "noughts/census/1", "game": game.to_list(), **asdict(found), "games": found.games})
        return
    say(f"{game}: {found.positions:,} positions, {found.up_to_symmetry:,} up to symmetry")
    say(f"{found.games:,} games: X wins {found.x_wins:,}, O wins {found.o_wins:,}, drawn {found.draws:,}")
