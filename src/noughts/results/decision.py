"""A strategy's decision as JSON: its moves, its reason, the scores of cells and lines."""

from collections.abc import Mapping, Sequence
from typing import Any

from noughts.core.game import Line, Move
from noughts.core.position import Position
from noughts.core.strategy import Decision
from noughts.core.value import Value
from noughts.results.values import place, truth

_GREATEST = 1e300  # a greater score becomes this one: JSON has no infinity

_Lines = Sequence[tuple[Line, float]]


def decision_of(strategy: str, position: Position, decision: Decision, lines: _Lines | None) -> dict[str, Any]:
    """Return a strategy's decision; `lines` are None for a strategy that scores none, and lines with 0 are left out.

    `chances`, as fractions, are there only where the moves are not equally likely.

    >>> from noughts.core.notation import parse_position
    >>> decision_of("own", parse_position("X../.../..."), Decision((4,)), None)["moves"]
    ['b2']
    """
    game = position.game
    chances = decision.unequal
    return {
        "strategy": strategy,
        "side": position.side.value,
        "moves": [game.name(move) for move in decision.moves],
        **({"chances": {game.name(move): str(chance) for move, chance in chances.items()}} if chances else {}),
        "reason": decision.reason,
        "scores": None
        if decision.scores is None
        else {game.name(cell): _finite(score) for cell, score in enumerate(decision.scores) if score is not None},
        "lines": None
        if lines is None
        else [{"cells": [game.name(cell) for cell in line], "score": _finite(score)} for line, score in lines if score],
    }


def explanation(
    strategy: str, position: Position, decision: Decision, lines: _Lines | None, values: Mapping[Move, Value] | None
) -> dict[str, Any]:
    """Return the document noughts/explanation/1: a decision and the exact values, null if they are not known."""
    return {
        "schema": "noughts/explanation/1",
        "strategy": strategy,
        **place(position),
        **decision_of(strategy, position, decision, lines or ()),
        "truth": None if values is None else truth(position, decision, values),
    }


def _finite(score: float) -> float:
    return max(-_GREATEST, min(_GREATEST, score))
