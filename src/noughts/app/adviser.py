"""The strategy that gives hints, and the exact values that are known at once."""

from functools import cache

from noughts import jit
from noughts.core.position import Position
from noughts.core.value import Truth
from noughts.errors import LimitExceeded
from noughts.players.player import Player
from noughts.search.kernel_loading import PLAYER
from noughts.solve.solver import Solver, exact_solver
from noughts.strategies import registry
from noughts.strategies.exact import Perfect

_HINT_SECONDS = 1  # for a hint before the compiled search is ready


def adviser(position: Position) -> Player:
    """Return the strategy that gives a hint: perfect play if exact values are known at once, else the strongest."""
    try:
        known_values()(position)
    except LimitExceeded:
        if not position.game.cells_stay_open:
            return _by_search(position)
        if not position.game.blocking_suffices:
            return registry.load(registry.stand_in(position.game))
        waits = not jit.ready(PLAYER)
        return registry.load(f"{registry.STRONGEST}:seconds={_HINT_SECONDS}" if waits else registry.STRONGEST)
    return Perfect.asking(known_values())


def _by_search(position: Position) -> Player:
    """Return perfect play if the exact values are found in a few seconds, else a list of rules."""
    try:
        values = _solver().truth(position)
    except LimitExceeded:
        return registry.load(registry.stand_in(position.game))
    return Perfect.asking(lambda _position: values)


@cache
def _solver() -> Solver:
    return exact_solver()


@cache
def known_values() -> Truth:
    """Return the function that has the exact values that are known without a search."""
    return exact_solver().known
