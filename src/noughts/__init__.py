"""m,n,k-games: the rules, published strategies, and proofs of which strategies can lose.

This module holds the rules and their types, and `draw` for pictures of positions; importing it loads the standard
library only. Import the other packages by name: `noughts.strategies` (the players), `noughts.prove` (can a strategy
lose?), `noughts.testing` (test your own).

>>> from noughts import Game, Side
>>> from noughts.prove import prove
>>> from noughts.strategies import load
>>> prove(load("ring"), Game(3, 3, 3), Side.O).verdict
'never loses'
"""

from importlib import import_module

from noughts.core import show
from noughts.late import late

TYPE_CHECKING = False  # a type checker takes it for true; importing it from typing doubles the time of this import
if TYPE_CHECKING:
    from noughts.board_text.position_text import parse_position
    from noughts.core.game import Game
    from noughts.core.notation import diagram, parse_cell
    from noughts.core.position import Outcome, Position, Side
    from noughts.core.record import Record
    from noughts.drawing.picture import draw
    from noughts.errors import (
        GameError,
        IllegalMoveError,
        InvalidPositionError,
        LimitExceeded,
        NotationError,
        NoughtsError,
        StrategyError,
    )
    from noughts.players.player import Decision, Player, Strategy

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
    "Player",
    "Position",
    "Record",
    "Side",
    "Strategy",
    "StrategyError",
    "diagram",
    "draw",
    "parse_cell",
    "parse_position",
]

if not TYPE_CHECKING:  # a type checker then knows which names there are
    __getattr__ = late(
        __name__,
        {
            "Decision": "players.player",
            "Game": "core.game",
            "Outcome": "core.position",
            "Player": "players.player",
            "Position": "core.position",
            "Record": "core.record",
            "Side": "core.position",
            "Strategy": "players.player",
            "diagram": "core.notation",
            "draw": "drawing.picture",
            "parse_cell": "core.notation",
            "parse_position": "board_text.position_text",
            "GameError": "errors",
            "IllegalMoveError": "errors",
            "InvalidPositionError": "errors",
            "LimitExceeded": "errors",
            "NotationError": "errors",
            "NoughtsError": "errors",
            "StrategyError": "errors",
        },
    )


def _draw(position: object, **options: object) -> object:
    return import_module("noughts.drawing").draw(position, **options)


show.draw_by(_draw)  # loaded with the first picture


def __dir__() -> list[str]:
    """Return the names that can be imported, those not loaded yet included."""
    return [*globals(), *__all__]
