"""The plies to the end of a won game: the winner is as quick, and the loser as slow, as possible.

Iterative deepening over the limit on plies. Lines that the winner has no time to complete do not count, so a search
with a low limit is small. What it finds stays in the table for the next.
"""

from noughts.core.budget import UNLIMITED, Meter
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.solve.search_engine import SearchEngine


def distance(search: SearchEngine, position: Position, meter: Meter | None = None) -> int | None:
    """Return in how many plies the attacker of a search wins under best play of both; None where it cannot.

    `meter`: what was spent before, and the budget, without a limit by default; it then has the nodes of this search
    too. Raises LimitExceeded where the budget does not suffice.

    >>> from noughts.core.game import Game
    >>> from noughts.core.position import Side
    >>> from noughts.solve.strong.strong_search import StrongSearch
    >>> distance(StrongSearch(Game(4, 4, 3), Side.X), Position(Game(4, 4, 3)))
    5
    """
    meter = meter or Meter(UNLIMITED)

    def ask(plies: int | None) -> tuple[bool, int | None]:
        answer = search.ask(position, plies, meter.left)
        meter.nodes += answer.nodes
        if answer.forces is None:
            raise LimitExceeded(f"no distance of {position} within {meter.nodes:,} nodes and {meter.seconds:.1f} s")
        return answer.forces, answer.plies

    wins, most = ask(None)
    if not wins or most is None:
        return None
    for plies in range(int(position.side is search.attacker), most, 2):
        if ask(plies)[0]:
            return plies
    return most
