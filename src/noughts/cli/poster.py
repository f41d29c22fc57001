"""`noughts poster`."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.app.drawings import OneAnswer, Tie, claim_of
from noughts.app.players import load_player, maker
from noughts.cli.common import FileParam, aside, game_option, require_folder, say, seat_option
from noughts.cli.players import say_notes
from noughts.cli.warm_up import compiled_for
from noughts.core.game import Game
from noughts.core.position import SEATS
from noughts.core.strategy import Strategy, require_support
from noughts.drawing.poster import Poster
from noughts.errors import file_errors
from noughts.extras import require_extra
from noughts.files import replacing
from noughts.prove import prove

if TYPE_CHECKING:
    from noughts.drawing import Theme
    from noughts.drawing.poster import Poster

_FORMATS = (".svg", ".png", ".pdf")
_DOTS = 300  # of a PNG, per inch


@click.command()
@click.argument("strategy")
@game_option
@seat_option("The seat of STRATEGY.")
@click.option("--out", type=FileParam(), required=True, help="The file to write: .svg, .png or .pdf.")
@click.option(
    "--tie",
    type=click.Choice(["refuse", "first"]),
    default="refuse",
    show_default=True,
    help="Where STRATEGY has several moves: refuse, or draw the first of them.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    default="auto",
    show_default=True,
    help="Colours; auto follows the reader's system in an SVG, and is light in a PNG or PDF.",
)
def poster(strategy: str, game: Game, seat: str, out: Path, tie: Tie, theme: "Theme") -> None:
    """Draw the complete plan of STRATEGY on one sheet (A3), boards in boards: in the cell of each reply of the opponent
    lies the next board, with the answer.

    The plan is proved in the same run, and the sheet says what was found: "never loses", or how many of its games are
    lost. A game fits where the smallest stones can still be read: 3,3,3, and what is decided as soon.
    """
    if out.suffix not in _FORMATS:
        raise click.BadParameter(f"{str(out)!r}: expected a name in .svg, .png or .pdf.", param_hint="'--out'")
    require_folder(out, "--out")
    if out.suffix != ".svg":
        require_extra("poster", "a PNG or a PDF, unlike an SVG,")
    (side,) = SEATS[seat]
    with aside():
        player = load_player(strategy, keep="process")
        require_support(player, game)
        compiled_for([player], game)
        single = OneAnswer(player, tie)
        plan = Poster.of(game, side, single.answer)
        make = maker(strategy)
        proof = prove(single, game, side, anew=None if make is None else partial(_made_again, make, tie))
    assert proof.games == plan.games  # counted in two ways
    title, claim = f"{single.name} on {game}, moving {side.seat}", claim_of(proof, player)
    with file_errors("write", out):
        _write(plan, title, claim, theme, out)
    say(f"{title}: {claim}")
    say_notes([player])
    say(f"{out}: {proof.games.total:,} games on one sheet")


def _made_again(make: Callable[[], Strategy], tie: Tie) -> Strategy:
    """The same strategy, for the process in which a proof asks it once more."""
    return OneAnswer(make(), tie)


def _write(plan: "Poster", title: str, claim: str, theme: "Theme", out: Path) -> None:
    if out.suffix == ".svg":
        plan.svg(title, claim, theme).save(out)
        return
    points = 72 / 25.4  # in a millimetre; the converter takes a pixel for a point in a PDF, and 96 for an inch in a PNG
    svg = plan.svg(
        title, claim, "light" if theme == "auto" else theme, (points, "") if out.suffix == ".pdf" else (1, "mm")
    )
    convert = import_module("vl_convert")
    data = convert.svg_to_pdf(svg) if out.suffix == ".pdf" else convert.svg_to_png(svg, scale=_DOTS / 96)
    with replacing(out) as file:
        file.write(data)
