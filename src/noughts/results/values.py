"""Exact values as JSON. Every value is that of the side to move."""

from collections.abc import Mapping
from typing import Any

from noughts.core.game import Move
from noughts.core.judgement import judge
from noughts.core.position import Position
from noughts.core.strategy import Decision
from noughts.core.value import Value

_Values = Mapping[Move, Value]


def place(position: Position) -> dict[str, Any]:
    """Return a position: the game, the rows, and the side to move."""
    return {"game": position.game.to_list(), "position": str(position), "side": position.side.value}


def value_of(value: Value | None, word: str = "value") -> dict[str, Any]:
    """Return a value, its word under the key `word`; `unknown` for None.

    >>> value_of(Value(1, 3)), value_of(None)
    ({'value': 'win', 'distance': 3}, {'value': 'unknown', 'distance': None})
    """
    return {word: "unknown" if value is None else value.word, "distance": None if value is None else value.distance}


def truth(position: Position, decision: Decision, values: _Values) -> dict[str, Any]:
    """Return the value of a position and of each move, and whether every move of the decision keeps it."""
    return {
        **value_of(max(values.values())),
        "moves": _moves(position, values),
        "keeps": not any(judge(values, move).mistake for move in decision.moves),
    }


def analysis(position: Position, values: _Values, reason: str) -> dict[str, Any]:
    """Return the document noughts/analysis/1: the known values, the moves without one, and why they are unknown."""
    return {
        "schema": "noughts/analysis/1",
        **place(position),
        "moves": _moves(position, values),
        "unknown": [position.game.name(move) for move in position.legal_moves if move not in values],
        "reason": reason or None,
    }


def exact_values(position: Position, values: _Values) -> dict[str, Any]:
    """Return the value of a position and of each move, as the server sends them."""
    return {
        "known": True,
        "side": position.side.value,
        "value": value_of(max(values.values()), "result"),
        "moves": _moves(position, values, "result"),
    }


def unknown_values(position: Position, reason: str) -> dict[str, Any]:
    """Return what the server sends in place of values that are not known."""
    return {"known": False, "side": position.side.value, "reason": reason}


def _moves(position: Position, values: _Values, word: str = "value") -> dict[str, Any]:
    return {position.game.name(move): value_of(value, word) for move, value in values.items()}
