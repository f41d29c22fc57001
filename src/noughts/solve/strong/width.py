"""How wide a board is for the compiled search: it is compiled once for each of these widths, not for each game."""

from noughts.core.game import Game

WIDTHS = (1, 2, 4)  # 64-bit words


def width_of(game: Game) -> int:
    """Return the least width that holds a board of this game; 0 where none does (more than 256 cells)."""
    return next((width for width in WIDTHS if game.cells <= 64 * width), 0)
