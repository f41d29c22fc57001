"""Where a strategy gives value away, by the exact values of all positions."""

from collections.abc import Callable

from noughts.core.game import Game
from noughts.core.player import Player
from noughts.prove.regret import REGRET_POSITIONS, Regret, regret
from noughts.solve.oracle import exact_oracle


def value_given_away(
    strategy: Player,
    game: Game,
    max_positions: int | None = None,
    progress: Callable[[int], None] = lambda positions: None,
) -> Regret:
    """Return where a strategy gives value away; `progress` receives the number of decisions that were compared.

    Raises StrategyError for a noisy strategy, LimitExceeded at once for a game that may have more positions.
    """
    limit = max_positions or REGRET_POSITIONS
    return regret(strategy, game, exact_oracle().values, max_positions=limit, progress=progress)
