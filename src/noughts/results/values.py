"""Exact values as results. Every value is that of the side to move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.players.player import Decision
from noughts.review.judgement import judge

ValueName = Literal["win", "draw", "loss"]
_Values = Mapping[Move, Value]


@dataclass(frozen=True, kw_only=True)
class Placed:
    """A document about a position: the game, the rows, and the side to move."""

    schema: str
    game: Game
    position: Position
    side: Side


@dataclass(frozen=True)
class MoveValue:
    """A value for the side to move, with the plies to the end where they are known."""

    value: ValueName
    distance: int | None


@dataclass(frozen=True)
class Truth:
    """The value of a position and of each move, and whether every move of a decision keeps it."""

    value: ValueName
    distance: int | None
    moves: dict[str, MoveValue]
    keeps: bool


@dataclass(frozen=True, kw_only=True)
class Analysis(Placed):
    """The document noughts/analysis/1: the known values, the moves without one, and why they are unknown."""

    schema: Literal["noughts/analysis/1"] = "noughts/analysis/1"
    moves: dict[str, MoveValue]
    unknown: Moves
    reason: str | None


@dataclass(frozen=True)
class ExactValues:
    """The exact values of a position and its moves, or the reason why they are not known. Never an estimate."""

    known: bool
    side: Side
    value: ValueName | None = None
    distance: int | None = None
    moves: dict[str, MoveValue] | None = None
    reason: str | None = None


def value_of(value: Value) -> MoveValue:
    """Return a value in words.

    >>> value_of(Value(1, 3))
    MoveValue(value='win', distance=3)
    """
    return MoveValue(value.word, value.distance)  # type: ignore[arg-type]


def truth(position: Position, decision: Decision, values: _Values) -> Truth:
    """Return the value of a position and of each move, and whether every move of the decision keeps it."""
    best = value_of(max(values.values()))
    keeps = not any(judge(values, move).mistake for move in decision.moves)
    return Truth(best.value, best.distance, _moves(position, values), keeps)


def analysis(position: Position, values: _Values, reason: str) -> Analysis:
    """Return the document noughts/analysis/1."""
    return Analysis(
        game=position.game,
        position=position,
        side=position.side,
        moves=_moves(position, values),
        unknown=Moves(position.game, (move for move in position.legal_moves if move not in values)),
        reason=reason or None,
    )


def exact_values(position: Position, values: _Values) -> ExactValues:
    """Return the value of a position and of each move."""
    best = value_of(max(values.values()))
    return ExactValues(True, position.side, best.value, best.distance, _moves(position, values))


def unknown_values(position: Position, reason: str) -> ExactValues:
    """Return what stands for values that are not known."""
    return ExactValues(False, position.side, reason=reason)


def _moves(position: Position, values: _Values) -> dict[str, MoveValue]:
    return {position.game.name(move): value_of(value) for move, value in values.items()}
