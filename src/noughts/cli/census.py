"""`noughts census`."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict

import click

from noughts.cli.common import Count, GameParam, Ticker, emit, exact_option, json_option, say
from noughts.core.census import Census
from noughts.core.game import Game, refuse_exact
from noughts.core.position import Side
from noughts.extras import has_extra, require_extra
from noughts.walk import walk

WALKED = 12  # cells: up to so many a walk takes some seconds


@click.command()
@click.argument("game", type=GameParam())
@exact_option
@click.option("--depth", type=Count(min=0), metavar="N", help="Count the move sequences of exactly N plies instead.")
@json_option
def census(game: Game, depth: int | None, as_json: bool) -> None:
    """Count the reachable positions and the complete games of GAME (as 3,3,3), on boards of up to 28 cells; of an exact
    game up to 12.

    With --depth: the sequences of moves from the empty board, on any board.
    """
    if depth is not None:
        _report_sequences(game, depth, as_json)
        return
    count = _counter(game)
    with Ticker() as ticker:
        found = count(game, lambda share: ticker.show(lambda seconds: f"{share:.0%}, {seconds:.0f} s"))
    if as_json:
        emit({"schema": "noughts/census/1", "game": game.to_list(), **asdict(found), "games": found.games})
        return
    say(f"{game}: {found.positions:,} positions, {found.up_to_symmetry:,} up to symmetry")
    say(f"{found.games:,} games: X wins {found.x_wins:,}, O wins {found.o_wins:,}, drawn {found.draws:,}")


def _counter(game: Game) -> Callable[[Game, Callable[[float], None]], Census]:
    """Return what counts a game: by sets of cells, with NumPy, or by a walk if the game is small."""
    if game.cells <= WALKED and (game.exact or not has_extra("fast")):
        return walked
    refuse_exact(game, f"counts of more than {WALKED} cells")
    require_extra("fast", f"a census of more than {WALKED} cells")
    from noughts.solve.tables.census import count  # NumPy

    return count


def walked(game: Game, progress: Callable[[float], None] = lambda share: None) -> Census:
    """Return the census of a game by a walk through all of it; `progress` receives the share of the plies.

    >>> walked(Game(3, 3, 3))
    Census(positions=5478, up_to_symmetry=765, x_wins=131184, o_wins=77904, draws=46080)
    """
    positions = classes = 1
    results = Counter[Side | None]()
    for ply, passed in enumerate(walk(game, dict.fromkeys(Side)), start=1):
        children = {position.play_unchecked(move) for position in passed.frontier for move in position.legal_moves}
        positions += len(children)
        classes += len({child.canonical() for child in children})
        results.update({winner: games for winner, (games, _) in passed.step.ended.items()})
        progress(ply / game.cells)
    return Census(positions, classes, results[Side.X], results[Side.O], results[None])


def _report_sequences(game: Game, depth: int, as_json: bool) -> None:
    count = sequences(game, depth)
    if as_json:
        emit({"schema": "noughts/sequences/1", "game": game.to_list(), "depth": depth, "sequences": count})
        return
    say(f"{game}: {count:,} sequences of {depth} moves")


def sequences(game: Game, depth: int) -> int:
    """Return the number of move sequences of exactly `depth` plies from the empty board.

    >>> [sequences(Game(3, 3, 3), depth) for depth in (0, 1, 5, 9, 10)]
    [1, 9, 15120, 127872, 0]
    """
    if depth == 0:
        return 1
    going = 1  # sequences that do not end the game
    for ply, passed in zip(range(depth - 1), walk(game, dict.fromkeys(Side)), strict=False):
        ended = sum(games for games, _ in passed.step.ended.values())
        going = going * (game.cells - ply) - ended
    return going * (game.cells - depth + 1)  # the last moves need no board
