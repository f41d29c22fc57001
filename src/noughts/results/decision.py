"""A strategy's decision as a result: its moves, its reason, the scores of cells and lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from noughts.core.game import Line, Move
from noughts.core.position import Position, Side
from noughts.core.value import Value
from noughts.players.player import Decision
from noughts.results.values import KnownValues, Placed, known_values
from noughts.review.effect import MoveEffect, effect_of
from noughts.review.judgement import judge

_GREATEST = 1e300  # a greater score becomes this one: JSON has no infinity

_Lines = Sequence[tuple[Line, float]]


@dataclass(frozen=True)
class LineScore:
    """A line and the score that it gives each of its free cells."""

    cells: list[str]
    score: float


@dataclass(frozen=True, kw_only=True)
class DecisionMade:
    """A strategy's decision: its moves and the reason."""

    strategy: str
    side: Side
    moves: list[str]
    chances: dict[str, str] | None = field(
        metadata={"description": "of the moves, as fractions; null where all are equally likely"}
    )
    reason: str
    saw: str = field(metadata={"description": "the numbers behind the reason"})
    effect: MoveEffect = field(metadata={"description": "of its choice, else of the first of its moves"})
    passed: list[str] | None = field(
        metadata={"description": "the rules of a list before the one that decides; null for a strategy that is no list"}
    )
    scores: dict[str, float] | None = field(metadata={"description": "of the free cells; null where it has none"})
    lines: list[LineScore] | None = field(metadata={"description": "with a score; null where no line has one"})


@dataclass(frozen=True, kw_only=True)
class ChosenMove(DecisionMade):
    """A strategy's decision, the move that it draws among its moves, and what that does, in words."""

    choice: str
    does: str


@dataclass(frozen=True, kw_only=True)
class Explanation(DecisionMade, Placed):
    """The document noughts/explanation/1: a decision, the exact values, and whether all its moves keep the value; null
    where they are not known."""

    truth: KnownValues | None
    keeps: bool | None
    schema: ClassVar = "noughts/explanation/1"


def decision_of(
    strategy: str, position: Position, decision: Decision, lines: _Lines | None, choice: Move | None = None
) -> DecisionMade:
    """Return a strategy's decision; `lines` are None for a strategy that scores none, and lines with 0 are left out.
    `choice` is the move that it draws, if one is drawn.

    >>> from noughts.board_text.position_text import parse_position
    >>> decision_of("own", parse_position("X../.../..."), Decision((4,)), None).moves
    ['b2']
    """
    game, scores, chances = position.game, decision.scores, decision.unequal
    return DecisionMade(
        strategy=strategy,
        side=position.side,
        moves=[game.name(move) for move in decision.moves],
        chances={game.name(move): str(chance) for move, chance in chances.items()} if chances else None,
        reason=str(decision.reason),
        saw=str(decision.saw),
        effect=effect_of(position, decision.moves[0] if choice is None else choice),
        passed=None if decision.passed is None else [*map(str, decision.passed)],
        scores=None
        if scores is None
        else {game.name(cell): _finite(score) for cell, score in enumerate(scores) if score is not None},
        lines=None
        if lines is None
        else [LineScore([game.name(cell) for cell in line], _finite(score)) for line, score in lines if score],
    )


def explanation(
    strategy: str, position: Position, decision: Decision, lines: _Lines | None, values: Mapping[Move, Value] | None
) -> Explanation:
    """Return the document noughts/explanation/1."""
    return Explanation(
        game=position.game,
        position=position,
        **vars(decision_of(strategy, position, decision, lines or ())),
        truth=None if values is None else known_values(position, values),
        keeps=None if values is None else not any(judge(values, move).mistake for move in decision.moves),
    )


def _finite(score: float) -> float:
    return max(-_GREATEST, min(_GREATEST, score))
