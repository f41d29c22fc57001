"""The exact value of a position: noughts/solution/1."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Moves
from noughts.core.position import Position
from noughts.solve.solver import Solution


@dataclass(frozen=True, kw_only=True)
class SolutionResult:
    """The document noughts/solution/1; `reason` says why a value or the moves are not known."""

    schema: Literal["noughts/solution/1"] = "noughts/solution/1"
    game: Game
    position: Position
    side: str
    value: str
    distance: int | None
    moves: Moves | None
    arguments: list[str]
    nodes: int
    seconds: float
    reason: str | None


def solution_result(solution: Solution) -> SolutionResult:
    """Return the document of a solution."""
    position, value = solution.position, solution.value
    return SolutionResult(
        game=position.game,
        position=position,
        side=position.side.value,
        value="unknown" if value is None else value.word,
        distance=None if value is None else value.distance,
        moves=solution.moves,
        arguments=list(solution.arguments),
        nodes=solution.nodes,
        seconds=round(solution.seconds, 6),
        reason=solution.unknown or None,
    )
