"""Which of the registered strategies play a game."""

from noughts.core.game import Game
from noughts.core.player import Player, is_instant, supports
from noughts.errors import NoughtsError
from noughts.strategies import registry


def instant_players(game: Game) -> dict[str, Player]:
    """Return the shipped strategies that decide at once on the boards of a game: each is proved in seconds."""
    return {name: player for name, player in registry.shipped(game).items() if is_instant(player, game)}


def names(game: Game) -> list[str]:
    """Return the registered strategies that play a game."""
    return [name for name in registry.names() if _plays(name, game)]


def _plays(name: str, game: Game) -> bool:
    """Return whether a strategy loads and plays a game: an installed one may be broken."""
    try:
        return supports(registry.load(name), game)
    except NoughtsError:
        return False
