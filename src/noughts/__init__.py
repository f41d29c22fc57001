"""m,n,k-games: the rules, published strategies, and proofs of who can lose.

Here are the game and what belongs to it; importing this loads the standard library alone. The other rooms are imported
by name: `noughts.strategies` (who plays), `noughts.prove` (can a strategy lose?), `noughts.testing` (is a class one?).

>>> from noughts import Game, Side
>>> from noughts.prove import prove
>>> from noughts.strategies import load
>>> prove(load("ring"), Game(3, 3, 3), Side.O).verdict
'never loses'
"""

from noughts.core.game import Game
from noughts.core.notation import diagram, parse_cell, parse_position
from noughts.core.position import Outcome, Position, Side
from noughts.core.record import Record
from noughts.core.strategy import Decision, Strategy
from noughts.errors import (
    GameError,
    IllegalMoveError,
    InvalidPositionError,
    LimitExceeded,
    NotationError,
    NoughtsError,
    StrategyError,
)

__version__ = "0.1.0"

__all__ = [
    "Decision",
    "Game",
    "GameError",
    "IllegalMoveError",
    "InvalidPositionError",
    "LimitExceeded",
    "NotationError",
    "NoughtsError",
    "Outcome",
    "Position",
    "Record",
    "Side",
    "Strategy",
    "StrategyError",
    "diagram",
    "parse_cell",
    "parse_position",
]
