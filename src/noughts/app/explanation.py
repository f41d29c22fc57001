"""A strategy's decision in a position, with what explains it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from noughts.core.game import Line, Move
from noughts.core.position import Position
from noughts.core.strategy import Decision, Strategy, consult, consult_lines
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.oracle import exact_oracle, quick_oracle


@dataclass(frozen=True)
class ExplainedDecision:
    """A decision, the scores of lines, and the exact value of each move, or why these are `unknown`."""

    strategy: Strategy
    position: Position
    decision: Decision
    lines: Sequence[tuple[Line, float]]
    values: Mapping[Move, Value] | None
    unknown: str


def explained_decision(strategy: Strategy, position: Position, seed: int, *, search: bool) -> ExplainedDecision:
    """Return a strategy's decision; `seed` determines its random numbers.

    `search`: whether exact values are searched for that are not known at once.
    """
    decision = consult(strategy, position, random.Random(seed))
    lines = consult_lines(strategy, position, random.Random(seed)) or []
    oracle = exact_oracle() if search else quick_oracle()
    try:
        return ExplainedDecision(strategy, position, decision, lines, oracle.values(position), "")
    except LimitExceeded as limit:
        return ExplainedDecision(strategy, position, decision, lines, None, str(limit))
