"""A strategy's decision in a position, with what explains it."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from noughts.app.compilation import kernels_for, wait_for_kernels
from noughts.core.game import Line, Move
from noughts.core.position import Position
from noughts.core.value import MoveValues
from noughts.errors import LimitExceeded
from noughts.players.player import Decision, Player, consult, consult_lines, require_support
from noughts.review.effect import effect_words
from noughts.solve.solver import exact_solver

if TYPE_CHECKING:
    from noughts.results.decision import ChosenMove


@dataclass(frozen=True)
class ExplainedDecision:
    """A decision, the move that the strategy draws among its moves, and the scores of lines: None where it has none."""

    strategy: Player
    position: Position
    decision: Decision
    choice: Move
    lines: Sequence[tuple[Line, float]] | None

    def chosen_move(self) -> "ChosenMove":
        """Return the decision as a result."""
        results = import_module("noughts.results.decision")  # a terminal shows the decision without its classes
        decision = results.decision_of(self.strategy.name, self.position, self.decision, self.lines, self.choice)
        choice, does = self.position.game.name(self.choice), effect_words(self.position, self.choice)
        chosen: ChosenMove = results.ChosenMove(**vars(decision), choice=choice, does=does)
        return chosen


def explained_decision(strategy: Player, position: Position, seed: Any) -> ExplainedDecision:
    """Return a strategy's decision; `seed` determines its random numbers. Raises StrategyError."""
    require_support(strategy, position.game)
    rng = random.Random(seed)
    decision = consult(strategy, position, rng)
    lines = consult_lines(strategy, position, random.Random(seed))
    return ExplainedDecision(strategy, position, decision, decision.choose(rng), lines)


def explain(
    strategies: Sequence[Player], position: Position, seed: Any, search: bool, compiling: Callable[[str], None]
) -> tuple[list[ExplainedDecision], MoveValues]:
    """Return the decisions of strategies, and the exact values of all moves, or why they are unknown.

    `search`: also values that are not known at once; `compiling` is called while code is compiled, with what it is for.
    Raises StrategyError, GameError.
    """
    for strategy in strategies:
        require_support(strategy, position.game)
    wait_for_kernels(kernels_for(strategies, position.game), compiling)
    decisions = [explained_decision(strategy, position, seed) for strategy in strategies]
    solver = exact_solver()
    try:
        return decisions, MoveValues(dict(solver.truth(position) if search else solver.known(position)))
    except LimitExceeded as limit:
        return decisions, MoveValues({}, str(limit))
