"""Wraps a player to measure its late moves."""

import random
from time import perf_counter

from noughts.core.game import Game
from noughts.core.lateness import Lateness
from noughts.core.position import Position
from noughts.core.strategy import Decision, Strategy


def limit_of(player: Strategy) -> float:
    """Return the seconds that a player has for a move: what its attribute `seconds` says; 0 without a limit."""
    seconds = getattr(player, "seconds", 0)
    return float(seconds) if isinstance(seconds, int | float) and seconds > 0 else 0.0


class Clocked:
    """A player with a time limit, and how late its moves were.

    What a move took is measured here, unless the player says it itself, as `took`: it knows what was not its thought.
    """

    def __init__(self, player: Strategy) -> None:
        self.player, self.name = player, player.name
        self.late = Lateness()
        self._limit = limit_of(player)

    def supports(self, game: Game) -> bool:
        """Return whether the player plays this game."""
        return self.player.supports(game)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision."""
        began = perf_counter()
        try:
            return self.player.decide(position, rng)
        finally:
            took: float = getattr(self.player, "took", perf_counter() - began)
            self.late.count(took - self._limit)
