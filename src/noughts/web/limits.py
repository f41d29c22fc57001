"""How many characters the texts of a request have at most, for the server and for the page that needs none."""

from typing import Final

RULES: Final = 20
CELL: Final = 5
PLAYER: Final = 200
STRATEGY: Final = 200
POSITION: Final = 2000
MOVES: Final = 4000
NAME: Final = 200  # of a player, in a record
PASTE: Final = 50_000
