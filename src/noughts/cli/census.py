"""`noughts census`."""

from functools import partial
from typing import Never

import click

from noughts.app.counting import counter, sequences
from noughts.cli.common import Count, GameParam, Ticker, answer, exact_option, json_option, say
from noughts.core.census import Census
from noughts.core.game import Game
from noughts.results import census as documents


@click.command()
@click.argument("game", type=GameParam())
@exact_option
@click.option("--depth", type=Count(min=0), metavar="N", help="Count the move sequences of exactly N plies instead.")
@json_option
def census(game: Game, depth: int | None, as_json: bool) -> Never:
    """Count the reachable positions and the complete games of GAME (as 3,3,3), on boards of up to 28 cells; of an exact
    game up to 12.

    With --depth: the sequences of moves from the empty board, on any board.
    """
    if depth is not None:
        count = sequences(game, depth)
        text = partial(say, f"{game}: {count:,} sequences of {depth} moves")
        answer(documents.sequences(game, depth, count), as_json, text)
    with Ticker() as ticker:
        found = counter(game)(game, lambda share: ticker.show(lambda seconds: f"{share:.0%}, {seconds:.0f} s"))
    answer(documents.census(game, found), as_json, partial(_report, game, found))


def _report(game: Game, found: Census) -> None:
    say(f"{game}: {found.positions:,} positions, {found.up_to_symmetry:,} up to symmetry")
    say(f"{found.games:,} games: X wins {found.x_wins:,}, O wins {found.o_wins:,}, drawn {found.draws:,}")
