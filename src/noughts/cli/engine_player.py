"""The strategy that moves for an engine, by the time of each move."""

import random
import sys
import threading
from collections.abc import Callable
from functools import lru_cache

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.engines.server import StrategyFor
from noughts.engines.timing import LEAST_SECONDS
from noughts.errors import NoughtsError
from noughts.players.player import Player, consult
from noughts.programs import specs
from noughts.strategies import registry

_SECONDS = "seconds"  # the option of a strategy with a time limit
_READY = Budget(seconds=5.0)  # before a game, for its memory: moves of any length use that one


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
