"""The finding about a strategy: a proof, or a measurement where it is noisy."""

from collections.abc import Callable
from typing import TypeVar

from noughts.arena.measure import Measurement, measure
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, is_noisy
from noughts.errors import StrategyError
from noughts.strategies import registry

_Proof = TypeVar("_Proof")
_Measured = TypeVar("_Measured")


def examined(strategy: Strategy, proved: Callable[[], _Proof], measured: Callable[[], _Measured]) -> _Proof | _Measured:
    """Return what `proved` returns; what `measured` returns if the strategy is noisy or turns out to be."""
    try:
        if not is_noisy(strategy):
            return proved()
    except StrategyError:
        if not is_noisy(strategy):
            raise
    return measured()


def measured(
    strategy: Strategy, game: Game, side: Side, games: int, seed: int, progress: Callable[[int], None]
) -> Measurement:
    """Return a strategy's results against a random opponent. Raises StrategyError if it fails."""
    found = measure(strategy, registry.load("random"), game, side, games=games, seed=seed, progress=progress)
    if found.failed:
        raise StrategyError(found.failed)
    return found
