"""How strong is a player? Its results against others whose strength has a meaning: at random, and perfect play."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from noughts.arena.exact import MAX_POSITIONS, exact
from noughts.arena.measure import Interval, measure
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy
from noughts.errors import LimitExceeded, StrategyError

GAMES = 1000  # in a seat, where the result is sampled
SECONDS = 20.0  # for computing it, before it is sampled instead


@dataclass(frozen=True)
class Share:
    """How often something happens: `value` is exact where `interval` is None; else it lies there at 95 % confidence."""

    value: Fraction
    interval: Interval | None = None


@dataclass(frozen=True)
class Reading:
    """How a player fares in one seat against a reference: the shares of games it wins, draws and loses."""

    win: Share
    draw: Share
    loss: Share

    @property
    def is_exact(self) -> bool:
        """Whether it was computed."""
        return self.win.interval is None


def read_level(
    player: Strategy,
    reference: Strategy,
    game: Game,
    seat: Side,
    *,
    games: int = GAMES,
    seed: int = 0,
    max_positions: int = MAX_POSITIONS,
    progress: Callable[[int], None] = lambda played: None,
) -> Reading | None:
    """Return how a player fares in a seat (X moves first), computed where that can be, else sampled in seeded games.

    None where the reference fails: then it is no reference. Raises GameError where one does not play the game.
    """
    x, o = (player, reference) if seat is Side.X else (reference, player)
    try:
        found = exact(x, o, game, max_positions=max_positions, seconds=SECONDS)
    except (StrategyError, LimitExceeded):
        sampled = measure(player, reference, game, seat, games=games, seed=seed, progress=progress)
        if sampled.opponent_failed:
            return None
        rates = (Fraction(count, sampled.games.total) for count in vars(sampled.games).values())
        return Reading(*map(Share, rates, sampled.intervals.values()))
    if seat.opponent in found.forfeits:
        return None
    chances = found.chances if seat is Side.X else found.chances.reversed
    return Reading(*map(Share, vars(chances).values()))
