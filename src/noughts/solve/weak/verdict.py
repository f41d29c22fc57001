"""The answers of a search of the weak game."""

from dataclasses import dataclass
from enum import Enum

from noughts.core.game import Move


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
