"""`noughts engine`, and the script `pbrain-noughts`: a Gomocup engine."""

import os
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Never

import click

from noughts import __version__
from noughts.cli import main
from noughts.cli.clock import time_left
from noughts.cli.tables import tables_option
from noughts.core.budget import Budget
from noughts.engines.loop import protocol_output, serve
from noughts.engines.server import Server, StrategyFor
from noughts.engines.timing import LEAST_SECONDS
from noughts.errors import FileError, reason
from noughts.players.player import Player
from noughts.programs import specs
from noughts.strategies import registry

START_SECONDS = 3.0  # from the start of the process to OK, while the strategy is loaded: some managers wait 4 s
_LATER_SECONDS = 0.5  # before another OK
_SECONDS = "seconds"  # the option of a strategy with a time limit
_READY = Budget(seconds=5.0)  # before a game, for its memory: moves of any length use that one


@click.command()
@click.option("--strategy", "spec", metavar="S", help="The strategy. [default: the strongest that keeps the time]")
@click.option(
    "--seed", type=int, help="Makes the choice among equal moves repeatable: it depends on the position alone."
)
@tables_option
def engine(spec: str | None, seed: int | None) -> None:
    """Play as a Gomocup engine, over standard input and output: any strategy, for any manager.

    Boards of 5 to 22 for five in a row, as in the protocol; any m,n,k through `INFO k` and RECTSTART. The script
    pbrain-noughts is the same program, under the name that managers expect.
    """
    if sys.stdin is None:
        return
    strategy_for = engine_player(spec, _patience)
    with protocol_output() as sink:
        try:
            serve(Server(strategy_for, version=__version__, seed=seed), partial(os.read, 0), sink, leave=os._exit)
        except OSError as error:
            raise FileError(f"cannot write standard output: {reason(error)}") from None
    if sys.stderr is not None:
        sys.stderr.flush()
    os._exit(0)  # at once: the compiler's clean-up may take longer than a manager waits


def pbrain() -> Never:
    """Run `noughts engine` under the name that managers expect."""
    main(engine, "pbrain-noughts")


def _patience() -> float:
    """Return how long START may wait for what is still being loaded."""
    return max(_LATER_SECONDS, time_left(START_SECONDS))


def engine_player(spec: str | None, patience: Callable[[], float]) -> StrategyFor:
    """Return the function from the budget of a move to the strategy that moves. Raises StrategyError.

    A strategy with an option `seconds` gets them for every move, unless the user has set one of its options. `patience`
    returns the seconds that START may wait for what is still being loaded.
    """
    strategy = registry.load(spec or registry.STRONGEST)
    target, options = specs.split(spec or registry.STRONGEST)
    if options or _SECONDS not in specs.options_of(registry.find(target)):
        return lambda budget: strategy
    if strategy.is_paced:
        return paced(strategy, patience)
    load = lru_cache(maxsize=4)(registry.load)  # its memory of the game is kept from move to move

    def timed(budget: Budget) -> Player:
        if budget.seconds is None:  # which games it plays
            return strategy
        return load(f"{target}:{_SECONDS}={max(LEAST_SECONDS, budget.soft or budget.seconds):.2g}")

    return timed


def paced(strategy: Player, patience: Callable[[], float]) -> StrategyFor:
    """Return a player that is loaded before the game, and has the whole budget for each move.

    `Budget()` gives the player whose memory all its moves use, so that it can be made ready before the first.
    """
    strategy.load(0.0)  # it begins while the manager still talks

    def within(budget: Budget) -> Player:
        if budget.seconds is None:
            strategy.load(patience())
            return strategy.within(_READY)
        return strategy.within(budget)

    return within
