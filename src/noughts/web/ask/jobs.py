"""Jobs: the questions that may take long, each a function from JSON to JSON that a worker process runs."""

import random
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.judgement import judge
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import SEATS, Position, positions_after
from noughts.core.strategy import Decision, LineStrategy, Strategy, consult, require_support
from noughts.core.value import WORDS, Value
from noughts.errors import InvalidPositionError, LimitExceeded
from noughts.web.ask.services import JSON, Report, Services

REVIEW_SECONDS = 30.0  # after that, the moves that remain, the early ones, are not judged

Job = Callable[[JSON, Report], JSON]


class Jobs:
    """The jobs by name, and the services they use. All raise NoughtsError for invalid input."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.table: dict[str, Job] = {
            "decision": self.decision,
            "hint": self.hint,
            "values": self.values,
            "review": self.review,
            "proof": self.proof,
        }

    def decision(self, asked: JSON, report: Report) -> JSON:
        """Return a strategy's decision in a position, explained; `seed` determines the move that it draws."""
        position = open_position(asked["game"], asked["position"])
        strategy = self.services.load(asked["strategy"])
        return explained(strategy, position, asked.get("seed", 0))

    def hint(self, asked: JSON, report: Report) -> JSON:
        """Return the decision of the best adviser."""
        position = open_position(asked["game"], asked["position"])
        return explained(self.services.adviser(position), position, 0)

    def values(self, asked: JSON, report: Report) -> JSON:
        """Return the exact value of every move. Raises LimitExceeded."""
        position = open_position(asked["game"], asked["position"])
        return _values_document(position, self.services.values(position))

    def review(self, asked: JSON, report: Report) -> JSON:
        """Return every move of a game judged by exact values, from the last to the first while there is time."""
        positions, cells = walk(asked["game"], asked["moves"])
        deadline = monotonic() + REVIEW_SECONDS
        judged = list[JSON]()
        for number in reversed(range(len(cells))):
            judged.append(self._judged(positions[number], cells[number], deadline))
            report({"judged": len(judged), "of": len(cells)})
        moves = judged[::-1]
        return {"moves": moves, "mistakes": [number for number, move in enumerate(moves) if move.get("mistake")]}

    def proof(self, asked: JSON, report: Report) -> JSON:
        """Return the proof of a strategy in its seats."""
        game, strategy = Game.from_text(asked["game"]), self.services.load(asked["strategy"])
        require_support(strategy, game)
        return self.services.prove(strategy, game, SEATS[asked["seat"]], report)

    def _judged(self, position: Position, cell: Move, deadline: float) -> JSON:
        move: JSON = {"cell": position.game.name(cell), "side": position.side.value}
        try:
            values = self.services.known(position) if monotonic() > deadline else self.services.values(position)
        except LimitExceeded as limit:
            return move | {"known": False, "reason": str(limit)}
        judgement = judge(values, cell)
        return move | {
            "known": True,
            "before": WORDS[judgement.before],
            "after": WORDS[judgement.after],
            "mistake": judgement.mistake,
            "only": judgement.only,
            "forced": judgement.forced,
            "words": str(judgement),
        }


def explained(strategy: Strategy, position: Position, seed: Any) -> JSON:
    """Return a decision and its explanation: scores of cells, scores of lines, the reason."""
    game = position.game
    require_support(strategy, game)
    rng = random.Random(seed)
    decision = consult(strategy, position, rng)
    lines = strategy.line_scores(position, random.Random(seed)) if isinstance(strategy, LineStrategy) else None
    return {
        "strategy": strategy.name,
        "side": position.side.value,
        "moves": [game.name(move) for move in decision.moves],
        "choice": game.name(decision.choose(rng)),
        "scores": _scores_of(game, decision),
        "reason": decision.reason,
        "lines": None
        if lines is None
        else [{"cells": [game.name(cell) for cell in line], "score": score} for line, score in lines if score],
    }


def _scores_of(game: Game, decision: Decision) -> dict[str, float] | None:
    """Return the finite scores of a decision by cell name; None where it has none."""
    if decision.scores is None:
        return None
    limit = 1e300  # JSON has no infinity
    return {
        game.name(cell): max(-limit, min(limit, score))
        for cell, score in enumerate(decision.scores)
        if score is not None
    }


def _values_document(position: Position, values: Mapping[Move, Value]) -> JSON:
    """Return exact values as JSON, from the view of the side to move."""
    best, game = max(values.values()), position.game
    return {
        "known": True,
        "side": position.side.value,
        "value": _value(best),
        "moves": {game.name(move): _value(value) for move, value in values.items()},
    }


def _value(value: Value) -> JSON:
    return {"result": value.word, "distance": value.distance}


def open_position(game: str, text: str) -> Position:
    """Return a position in which the game is not over. Raises NoughtsError."""
    position = parse_position(text, Game.from_text(game))
    if position.outcome is not None:
        raise InvalidPositionError(f"nothing to decide at {text!r}: the game is over ({position.outcome})")
    return position


def walk(game: str, moves: str) -> tuple[list[Position], list[Move]]:
    """Return the positions and the cells of a game whose moves are joined by commas. Raises NoughtsError."""
    rules = Game.from_text(game)
    cells = [parse_cell(rules, name) for name in moves.split(",") if name.strip()]
    return list(positions_after(rules, cells)), cells
