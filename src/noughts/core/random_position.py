"""A position of a random game."""

import random

from noughts.core.game import Game
from noughts.core.position import Position


def wander(game: Game, rng: random.Random, plies: int) -> Position:
    """Return a position after `plies` random moves, or fewer if the game would be over.

    >>> wander(Game(3, 3, 3), random.Random(1), 3).ply
    3
    """
    position = Position(game)
    while position.ply < plies:
        below = position.play_unchecked(rng.choice(position.legal_moves))
        if below.outcome is not None:
            break
        position = below
    return position
