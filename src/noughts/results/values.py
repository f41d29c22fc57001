"""Exact values: of a position (noughts/solution/1), and of each of its moves (noughts/analysis/1).

Every value is that of the side to move.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.sparse import Written
from noughts.core.value import Value, ValueName
from noughts.solve.solver import Solution


@dataclass(frozen=True, kw_only=True)
class Placed(Written):
    """A document about a position: the game, the rows, and the side to move."""

    game: Game
    position: Position
    side: Side


@dataclass(frozen=True)
class MoveValue:
    """A value for the side to move, with the plies to the end where they are known."""

    value: ValueName
    distance: int | None


@dataclass(frozen=True, kw_only=True)
class KnownValues:
    """The exact values of a position and of its moves, never an estimate; null where they are not known. `unknown`: the
    moves without one, and the `reason`."""

    value: ValueName | None
    distance: int | None
    moves: dict[str, MoveValue]
    unknown: Moves
    reason: str | None


@dataclass(frozen=True, kw_only=True)
class ExactValues(KnownValues, Placed):
    """The document noughts/analysis/1: the exact values of a position and of its moves."""

    schema: ClassVar = "noughts/analysis/1"


@dataclass(frozen=True, kw_only=True)
class SolutionResult(Placed):
    """The document noughts/solution/1; `reason` says why a value or the moves are not known."""

    value: str
    distance: int | None
    moves: Moves | None
    arguments: tuple[str, ...]
    nodes: int
    seconds: float
    reason: str | None
    schema: ClassVar = "noughts/solution/1"


def known_values(position: Position, values: Mapping[Move, Value], reason: str = "") -> KnownValues:
    """Return the values of a position's moves, and its own if all are known; `reason`: why some are not.

    >>> from noughts.board_text.position_text import parse_position
    >>> known_values(parse_position("XOX/OXO/.X."), {6: Value(-1, 2)}, "no time").moves
    {'a3': MoveValue(value='loss', distance=2)}
    """
    unknown = [move for move in position.legal_moves if move not in values]
    best = max(values.values(), default=None) if not unknown else None
    return KnownValues(
        value=None if best is None else best.word,  # type: ignore[arg-type]
        distance=None if best is None else best.distance,
        moves={position.game.name(move): MoveValue(value.word, value.distance) for move, value in values.items()},  # type: ignore[arg-type]
        unknown=Moves(position.game, unknown),
        reason=reason or None,
    )


def exact_values(position: Position, values: Mapping[Move, Value], reason: str = "") -> ExactValues:
    """Return the same as the document noughts/analysis/1."""
    known = known_values(position, values, reason)
    return ExactValues(game=position.game, position=position, side=position.side, **vars(known))


def solution_result(solution: Solution) -> SolutionResult:
    """Return the document noughts/solution/1."""
    position, value = solution.position, solution.value
    return SolutionResult(
        game=position.game,
        position=position,
        side=position.side,
        value="unknown" if value is None else value.word,
        distance=None if value is None else value.distance,
        moves=solution.moves,
        arguments=solution.arguments,
        nodes=solution.nodes,
        seconds=round(solution.seconds, 6),
        reason=solution.unknown or None,
    )
