"""`noughts perft`."""

import click

from noughts.cli.common import Count, GameParam, emit, exact_option, json_option, say
from noughts.core import perft as counting
from noughts.core.game import Game
from noughts.core.position import Position


@click.command()
@click.argument("game", type=GameParam())
@exact_option
@click.argument("depth", type=Count(min=0))
@click.option("--divide", is_flag=True, help="Split the count by the first move.")
@json_option
def perft(game: Game, depth: int, divide: bool, as_json: bool) -> None:
    """Count the move sequences of GAME (as 4,3,3) that are exactly DEPTH plies long."""
    start = Position(game)
    parts = counting.divide(start, depth) if divide and depth else {}
    count = sum(parts.values()) if parts else counting.perft(start, depth)
    named = {game.name(move): part for move, part in parts.items()}
    if as_json:
        document = {"schema": "noughts/perft/1", "game": game.to_list(), "depth": depth, "count": count}
        emit(document | ({"divide": named} if divide else {}))
        return
    for name, part in named.items():
        say(f"{name}: {part}")
    say(str(count))
