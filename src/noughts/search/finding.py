"""What a search says of a position."""

from dataclasses import dataclass, field
from typing import Literal

from noughts.core.game import Move


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
