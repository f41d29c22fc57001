"""A search of the weak game: its answers, and what the engines have in common."""

from abc import abstractmethod
from dataclasses import dataclass
from enum import Enum

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.solve.engine import SearchEngine


class Verdict(Enum):
    """What is known about the weak game."""

    HOLDS = "Breaker holds"
    WINS = "Maker wins"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class WeakResult:
    """The verdict and the number of nodes.

    A node is a position with Maker to move whose moves were tried. `reply` is a move of Breaker that holds, if Breaker
    is to move and a search was needed.
    """

    verdict: Verdict
    nodes: int = 0
    reply: Move | None = None


class WeakEngine(SearchEngine):
    """Searches the weak game with the attacker as Maker.

    If Breaker holds, the answer is no. If Maker wins, there is no answer: the defender's own lines may save him.
    """

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

    def result(self) -> WeakResult:
        """Return the verdict of a search that is over, else `Verdict.UNKNOWN`."""
        status = self.status
        if not status.over:
            return WeakResult(Verdict.UNKNOWN, status.nodes)
        return WeakResult(Verdict.WINS if status.forces is None else Verdict.HOLDS, status.nodes, self.reply)
