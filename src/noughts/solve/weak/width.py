"""How wide sets of cells and of lines are for the compiled search: it is compiled once for each of these widths."""

from noughts.core.game import Game

Width = tuple[int, int]  # 64-bit words of a set of cells, and of a set of lines

WIDTHS: tuple[Width, ...] = ((1, 2), (2, 2), (2, 4))


def kernels(module: str, width: Width) -> str:
    """Return the kernels of a module for a width, as `noughts.jit` names them.

    >>> kernels("noughts.solve.weak.weak_solver", width_of(Game(13, 5, 5)))
    'noughts.solve.weak.weak_solver:2:2'
    """
    return f"{module}:{width[0]}:{width[1]}"


def holds(width: Width, cells: int, lines: int) -> bool:
    """Return whether sets of `cells` cells and of `lines` lines fit."""
    return cells <= 64 * width[0] and lines <= 64 * width[1]


def width_of(game: Game) -> Width:
    """Return the least width that holds the cells and lines of a game; the greatest where none does."""
    return next((width for width in WIDTHS if holds(width, game.cells, len(game.lines))), WIDTHS[-1])
