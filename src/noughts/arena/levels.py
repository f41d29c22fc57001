"""How strong is a player? Its results against two references: random play and perfect play."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from noughts.arena.exact import MAX_POSITIONS, exact
from noughts.arena.measure import Interval, measure
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy
from noughts.errors import LimitExceeded, StrategyError

GAMES = 1000  # in a seat, if the result is sampled
SECONDS = 20.0  # for computing it, before it is sampled instead


@dataclass(frozen=True)
class Share:
    """A rate: `value` is exact if `interval` is None; else an estimate with its interval at 95 % confidence."""

    value: Fraction
    interval: Interval | None = None


@dataclass(frozen=True)
class LevelResult:
    """A player's result in one seat against a reference: the shares of games it wins, draws and loses."""

    win: Share
    draw: Share
    loss: Share

    @property
    def is_exact(self) -> bool:
        """Whether it was computed, not sampled."""
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
) -> LevelResult | None:
    """Return a player's result in a seat (X moves first): computed if possible, else sampled in seeded games.

    None if the reference fails. Raises GameError if either does not play the game.
    """
    x, o = (player, reference) if seat is Side.X else (reference, player)
    try:
        found = exact(x, o, game, max_positions=max_positions, seconds=SECONDS)
    except (StrategyError, LimitExceeded):
        sampled = measure(player, reference, game, seat, games=games, seed=seed, progress=progress)
        if sampled.opponent_failed:
            return None
        rates = (Fraction(count, sampled.games.total) for count in vars(sampled.games).values())
        return LevelResult(*map(Share, rates, sampled.intervals.values()))
    if seat.opponent in found.forfeits:
        return None
    chances = found.chances if seat is Side.X else found.chances.reversed
    return LevelResult(*map(Share, vars(chances).values()))
