"""`noughts engine`, and the script `pbrain-noughts`: a Gomocup engine."""

import os
import random
import sys
import threading
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Never

import click

from noughts import __version__
from noughts.cli import main
from noughts.cli.clock import time_left
from noughts.cli.tables import tables_option
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines.loop import protocol_output, serve
from noughts.engines.server import Server, StrategyFor
from noughts.engines.timing import LEAST_SECONDS
from noughts.errors import FileError, NoughtsError, reason
from noughts.players.player import Player, consult
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
    return Timed(target, strategy, patience)


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


class Timed:
    """A strategy with an option `seconds`. It loads and compiles in the background; until it is ready, `paths` moves.

    A game waits for it a few seconds before it begins, and a move for half of its time.
    """

    def __init__(self, spec: str, asked: Player, patience: Callable[[], float]) -> None:
        self._spec, self._asked, self._patience = spec, asked, patience
        self._load = lru_cache(maxsize=4)(registry.load)  # its memory of the game is kept from move to move
        self._stand_in = registry.load(registry.STAND_IN)
        self._ready = threading.Event()
        self._loader = threading.Thread(target=self._warm, name="loader", daemon=True)

    def __call__(self, budget: Budget) -> Player:
        """Return the strategy to move within a budget; without seconds, one to ask which games it plays."""
        if self._loader.ident is None:
            self._loader.start()
        if budget.seconds is None:
            self._ready.wait(self._patience())
            return self._asked
        seconds = budget.soft or budget.seconds
        if self._ready.is_set():
            return self._told(seconds)
        if self._ready.wait(seconds / 2):
            return self._told(seconds / 2)
        print(f"noughts: {self._spec} is not ready yet, {registry.STAND_IN} moves", file=sys.stderr)
        return self._stand_in

    def _told(self, seconds: float) -> Player:
        return self._load(f"{self._spec}:{_SECONDS}={max(LEAST_SECONDS, seconds):.2g}")

    def _warm(self) -> None:
        """Let it decide once, in a position that needs a search: then all of it is compiled."""
        position = Position(Game(15, 15, 5))
        for cell in (112, 97, 113, 98, 127, 111):
            position = position.play(cell)
        try:
            consult(self._told(LEAST_SECONDS), position, random.Random(0))
        except NoughtsError as error:
            print(f"noughts: {error}", file=sys.stderr)  # its moves will report the same to the manager
        finally:
            self._ready.set()
