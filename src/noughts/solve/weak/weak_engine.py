"""A search of the weak game, as the portfolio and the writer of proofs use it, and how wide its sets are.

The compiled search is compiled once for each of these widths.
"""

from abc import abstractmethod

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.solve.search_engine import SearchEngine

Width = tuple[int, int]  # 64-bit words of a set of cells, and of a set of lines

WIDTHS: tuple[Width, ...] = ((1, 2), (2, 2), (2, 4))


def kernels(module: str, game: Game) -> str:
    """Return the kernels of a module for a game, as `noughts.jit` names them.

    >>> kernels("noughts.solve.weak.weak_solver", Game(13, 5, 5))
    'noughts.solve.weak.weak_solver:2:2'
    """
    cells, lines = width_of(game)
    return f"{module}:{cells}:{lines}"


def holds(width: Width, cells: int, lines: int) -> bool:
    """Return whether sets of `cells` cells and of `lines` lines fit."""
    return cells <= 64 * width[0] and lines <= 64 * width[1]


def width_of(game: Game) -> Width:
    """Return the least width that holds the cells and lines of a game; the greatest where none does."""
    return next((width for width in WIDTHS if holds(width, game.cells, len(game.lines))), WIDTHS[-1])


class WeakEngine(SearchEngine):
    """Searches the weak game with the attacker as Maker. A node is a position in which Maker's moves were tried.

    If Breaker holds, the attacker forces no line in the game as played. If Maker wins, the defender's own lines may
    still save him there.
    """

    proves = (False,)

    @abstractmethod
    def begin(self, maker: int, breaker: int, maker_moves: bool) -> bool:
        """Begin the search of a position; return False if its lines do not fit into the search."""

    @property
    @abstractmethod
    def reply(self) -> Move | None:
        """A move of Breaker that holds, if he is to move, holds, and a search was needed."""

    def start(self, position: Position, plies: int | None = None) -> bool:
        """Begin a question; return False where the board is too large, or the attacker has an overline."""
        maker, breaker = position.boards(self.attacker)
        return not self.game.has_line(maker) and self.begin(maker, breaker, position.side is self.attacker)
