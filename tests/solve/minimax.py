"""The witnesses by the names that the tests of proof-number search use."""

import random
from collections.abc import Callable

from noughts.core.game import Game
from noughts.core.position import Position, Side
from tests import witnesses
from tests.witnesses import every_position, random_position

__all__ = ["every_position", "forced", "nearly_full_position", "random_position"]


def forced(game: Game) -> Callable[[Position, Side], int | None]:
    """Return a function: (position, attacker) -> plies in which the attacker forces a line, or None."""
    return witnesses.forced


def nearly_full_position(game: Game, free: int, rng: random.Random) -> Position:
    """Return a position without a line and with so many free cells."""
    return random_position(game, game.cells - free, rng)
