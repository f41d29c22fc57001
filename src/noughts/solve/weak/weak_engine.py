"""A search of the weak game, as the portfolio and the writer of proofs use it."""

from abc import abstractmethod

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.solve.search_engine import SearchEngine


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
