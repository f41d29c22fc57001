"""`noughts poster`."""

from dataclasses import dataclass
from pathlib import Path

import click

from noughts.app.drawings import EqualMoves, ProvedPoster
from noughts.cli.common import StrategyParam, aside, game_option, require_sheet, say, say_notes
from noughts.cli.options import ProgramOptions, option, options, program_options, seat_setting
from noughts.cli.players import players_of
from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.drawing import Theme
from noughts.errors import file_errors


@dataclass(frozen=True)
class PosterOptions:
    """What is drawn, where to, and how."""

    seat: str = seat_setting("The seat of STRATEGY.")
    out: Path = option("The file to write, an SVG.", required=True)
    equal: EqualMoves = option("Where STRATEGY has several moves: refuse, or draw the first of them.", default="refuse")
    theme: Theme = option("Colours; auto follows the reader's system.", default="auto")


@click.command()
@click.argument("strategy", type=StrategyParam())
@game_option
@options(PosterOptions, "settings")
@program_options
def poster(strategy: str, game: Game, settings: PosterOptions, programs: ProgramOptions) -> None:
    """Draw the complete plan of STRATEGY on one sheet (A3), boards in boards: in the cell of each reply of the opponent
    lies the next board, with the answer.

    The plan is proved in the same run, and the sheet says what was found: "never loses", or how many of its games are
    lost. A game fits where the smallest stones can still be read: 3,3,3, and what is decided as soon.
    """
    require_sheet(settings.out, "--out")
    (side,) = SEATS[settings.seat]
    players, game = players_of([strategy], game, programs)
    with aside():
        [player] = players.values()
        drawn = ProvedPoster.of(player, game, side, settings.equal)
    with file_errors("write", settings.out):
        drawn.svg(settings.theme).save(settings.out)
    say(f"{drawn.title}: {drawn.claim}")
    say_notes([player])
    say(f"{settings.out}: {drawn.games:,} games on one sheet")
