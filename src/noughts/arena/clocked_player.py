"""Wraps a player to measure its late moves."""

import random
from time import perf_counter

from noughts.core.position import Position
from noughts.players.lateness import Lateness
from noughts.players.player import Decision, Strategy, Wrapped, as_player


class Clocked(Wrapped):
    """A player with a time limit, and how late its moves were.

    What a move took is measured here, unless the player says it itself, as `took`: it knows what was not its thought.
    """

    def __init__(self, player: Strategy) -> None:
        super().__init__(as_player(player))
        self.late = Lateness()

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the player's decision."""
        began = perf_counter()
        try:
            return self.player.decide(position, rng)
        finally:
            took = self.player.took
            self.late.count((perf_counter() - began if took is None else took) - self.player.seconds)
