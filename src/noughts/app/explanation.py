"""A strategy's decision in a position, with what explains it; the strategy that gives hints, and the exact values that
are known at once."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from noughts import jit
from noughts.app.compilation import kernels_for, wait_for_kernels
from noughts.core.game import Line, Move
from noughts.core.position import Position
from noughts.core.value import MoveValues, Truth
from noughts.errors import LimitExceeded
from noughts.players.player import Decision, Player, consult, consult_lines, require_support
from noughts.review.effect import effect_words
from noughts.search.kernel_loading import PLAYER
from noughts.solve.solver import Solver, exact_solver
from noughts.strategies import registry
from noughts.strategies.exact import Perfect

if TYPE_CHECKING:
    from noughts.results.decision import ChosenMove

_HINT_SECONDS = 1  # for a hint before the compiled search is ready


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


def adviser(position: Position) -> Player:
    """Return the strategy that gives a hint: perfect play if exact values are known at once, else the strongest."""
    try:
        known_values()(position)
    except LimitExceeded:
        if not position.game.cells_stay_open:
            return _by_search(position)
        if not position.game.blocking_suffices:
            return registry.load(registry.stand_in(position.game))
        waits = not jit.ready(PLAYER)
        return registry.load(f"{registry.STRONGEST}:seconds={_HINT_SECONDS}" if waits else registry.STRONGEST)
    return Perfect.asking(known_values())


def _by_search(position: Position) -> Player:
    """Return perfect play if the exact values are found in a few seconds, else a list of rules."""
    try:
        values = _solver().truth(position)
    except LimitExceeded:
        return registry.load(registry.stand_in(position.game))
    return Perfect.asking(lambda _position: values)


@cache
def _solver() -> Solver:
    return exact_solver()


@cache
def known_values() -> Truth:
    """Return the function that has the exact values that are known without a search."""
    return exact_solver().known
