"""`noughts census`."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Never

import click

from noughts.cli.common import Count, GameParam, Ticker, answer, say
from noughts.cli.options import json_option
from noughts.core.game import Game, refuse_options
from noughts.extras import has_extra, require_extra
from noughts.walk.game_size import Census, Sequences, sequences, walked

_WALKED = 12  # cells: up to that many a walk takes some seconds
_FALLING = 20  # the same where stones fall
_BY_SETS = "noughts.walk.position_counts"  # it needs NumPy


@click.command()
@click.argument("game", type=GameParam())
@click.option("--depth", type=Count(min=0), metavar="N", help="Count the move sequences of exactly N plies instead.")
@json_option
def census(game: Game, depth: int | None, as_json: bool) -> Never:
    """Count the reachable positions and the complete games of GAME (as 3,3,3), on boards of up to 28 cells; of a game
    with options up to 12, where stones fall up to 20.

    With --depth: the sequences of moves from the empty board, on any board.
    """
    if depth is not None:
        count = sequences(game, depth)
        text = partial(say, f"{game}: {count:,} sequences of {depth} moves")
        answer(Sequences(game, depth, count), as_json, text)
    with Ticker() as ticker:
        counts = _counter(game)(game, lambda share: ticker.show(lambda seconds: f"{share:.0%}, {seconds:.0f} s"))
    answer(counts, as_json, partial(_report, counts))


def _counter(game: Game) -> Callable[[Game, Callable[[float], None]], Census]:
    """Return what counts a game: by sets of cells, with NumPy, or by a walk if the game is small or has options.

    Raises GameError for a large game with options, MissingExtraError for any larger one without NumPy.
    """
    if game.cells <= (_WALKED if game.cells_stay_open else _FALLING) and (game.options or not has_extra("fast")):
        return walked
    refuse_options(game, f"counts of {game.cells} cells")
    require_extra("fast", f"a census of more than {_WALKED} cells")
    count: Callable[[Game, Callable[[float], None]], Census] = import_module(_BY_SETS).count
    return count


def _report(counts: Census) -> None:
    say(f"{counts.game}: {counts.positions:,} positions, {counts.up_to_symmetry:,} up to symmetry")
    say(f"{counts.games:,} games: X wins {counts.x_wins:,}, O wins {counts.o_wins:,}, drawn {counts.draws:,}")
    say(f"after 0, 1, 2, ... moves: {' '.join(f'{count:,}' for count in counts.by_ply)} positions")
