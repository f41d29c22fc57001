"""Who can be named as a player."""

from noughts.core.strategy import Strategy
from noughts.strategies import registry


def load_player(spec: str) -> Strategy:
    """Return the player that a text names: a strategy, as the registry knows them. Raises StrategyError."""
    return registry.load(spec)
