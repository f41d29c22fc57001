"""What a search says of a position."""

from dataclasses import dataclass, field, replace
from typing import Literal

from noughts.core.game import Move

WIN = 1_000_000  # a win in d plies scores WIN - d, a loss d - WIN
DECIDED = WIN - 10_000  # from here on a score, or its opposite, is an end that the search has seen, not an estimate


@dataclass(frozen=True)
class Finding:
    """What a search says of a position, for the side to move.

    `result` is 1, 0 or -1 if it is proved, else None; `plies` is the distance to the end of a proved win or loss that
    the search saw. `score` is the estimate of the position, `scores` has those of the moves that were searched: all but
    the best are upper bounds. `line` is the expected continuation, the move first; `by` is the part that decided.
    """

    move: Move
    by: Literal["complete", "block", "lost", "dead", "fours", "threats", "search", "plain"]
    result: int | None = None
    plies: int | None = None
    score: int = 0
    depth: int = 0
    nodes: int = 0
    line: tuple[Move, ...] = ()
    scores: dict[Move, int] = field(default_factory=dict)

    def holding(self) -> "Finding":
        """Return the finding with the best move that the search has not found lost, where it would play one that is.

        A search that ends in the middle of a depth may have found only its first moves lost; the others keep their
        scores of the depth before.
        """
        others = {move: score for move, score in self.scores.items() if score > -DECIDED}
        if self.result is not None or self.score > -DECIDED or not others:
            return self
        move = max(others, key=others.__getitem__)
        return replace(self, move=move, score=others[move], line=(move,))
