"""The fewest exceptions with which a strategy never loses, and the proof with them."""

from collections.abc import Callable

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.player import Player
from noughts.core.position import Side
from noughts.prove import Proof, prove
from noughts.prove.fix import Fix, Overridden, fix
from noughts.prove.least import LeastProgress


def fixed(
    strategy: Player,
    game: Game,
    side: Side,
    max_positions: int,
    budget: Budget,
    progress: Callable[[LeastProgress], None] = lambda progress: None,
) -> tuple[Fix, Proof] | None:
    """Return the exceptions of one seat and the proof with them; None where every strategy can lose there.

    Raises StrategyError for a noisy strategy, LimitExceeded for a game of more than `max_positions` positions.
    """
    found = fix(strategy, game, side, max_positions=max_positions, budget=budget, progress=progress)
    return None if found is None else (found, prove(Overridden(strategy, found.overrides), game, side))
