"""Plans: what a person must learn so as never to lose, with the moves of one strategy or of any, and their proof."""

from collections.abc import Callable
from dataclasses import dataclass

from noughts.core.budget import UNLIMITED, Budget
from noughts.core.game import Game
from noughts.core.player import Player
from noughts.core.position import Side
from noughts.prove import prove
from noughts.prove.least import LeastProgress
from noughts.prove.plan import NoPlan, Plan, PlanPlayer, plan_of, smallest_plan
from noughts.prove.seated import MAX_CLASSES


@dataclass(frozen=True)
class PlanTerms:
    """Whether obvious moves need no learning, the limits, and what receives the progress."""

    skip_obvious: bool = False
    max_positions: int = MAX_CLASSES
    budget: Budget = UNLIMITED
    progress: Callable[[LeastProgress], None] = lambda progress: None


def find_plan(strategy: Player | None, game: Game, side: Side, terms: PlanTerms) -> Plan | NoPlan:
    """Return a plan of a strategy's own moves; without a strategy the plan with the fewest positions to learn of all.

    Raises LimitExceeded, StrategyError.
    """
    if strategy is None:
        return smallest_plan(game, side, **vars(terms))
    return plan_of(strategy, game, side, **vars(terms))


def never_loses(found: Plan) -> bool:
    """Return whether a plan never loses, by the proof of a player who has nothing but the plan."""
    return prove(PlanPlayer(found), found.game, found.seat).never_loses
