"""The exact value of every move in a position, as far as a search finds them in time."""

from collections.abc import Callable

from noughts.core.budget import Budget
from noughts.core.game import Move
from noughts.core.judgement import MoveValues, Truth
from noughts.core.position import Position, require_unfinished
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.solver import Solver


def values_of_moves(
    position: Position, budget: Budget, *, distance: bool, tables: Truth, progress: Callable[[int], None]
) -> MoveValues:
    """Return the values of the moves of a position; with `distance` they have the plies to the end.

    `progress` gets the number of moves whose values are known. Raises InvalidPositionError if the game is over.
    """
    require_unfinished(position, "error.nothing-to-analyse")
    solver = Solver(budget, tables=tables)
    if (found := solver.tabulated(position, distance=distance)) is not None:
        return MoveValues(dict(found))
    known: dict[Move, Value] = {}
    for move in position.legal_moves:
        try:
            known[move] = solver.value(position.play(move), distance=distance).parent()
        except LimitExceeded as limit:
            return MoveValues(known, str(limit))
        progress(len(known))
    return MoveValues(known)
