"""How strong is a player? Its results against others whose strength has a meaning: at random, and perfect play."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from noughts.arena.exact import MAX_POSITIONS, exact
from noughts.arena.play import forfeit, play_game
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy
from noughts.errors import LimitExceeded, StrategyError

GAMES = 1000  # in a seat, where the result is sampled
SECONDS = 20.0  # for computing it, before it is sampled instead
Z = 1.96  # standard deviations on either side that hold 95 % of a normal distribution


@dataclass(frozen=True)
class Share:
    """How often something happens: `value` is exact where `error` is None; else about that, give or take `error`."""

    value: Fraction
    error: float | None = None


@dataclass(frozen=True)
class Reading:
    """How a player fares in one seat against a reference: the shares of games it wins, draws and loses."""

    win: Share
    draw: Share
    loss: Share

    @property
    def is_exact(self) -> bool:
        """Whether it was computed."""
        return self.win.error is None


def measure(
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
        return _sampled(player, x, o, game, seat, games, seed, progress)
    if seat.opponent in found.forfeits:
        return None
    win, draw, loss = vars(found.chances).values()
    return (
        Reading(Share(win), Share(draw), Share(loss))
        if seat is Side.X
        else Reading(Share(loss), Share(draw), Share(win))
    )


def _sampled(
    player: Strategy,
    x: Strategy,
    o: Strategy,
    game: Game,
    seat: Side,
    games: int,
    seed: int,
    progress: Callable[[int], None],
) -> Reading | None:
    counts = {seat.value: 0, "draw": 0, seat.opponent.value: 0}
    for number in range(games):
        record = play_game(game, x, o, (), f"level {player.name} {seat} {seed} {number}")
        if forfeit(record) is seat.opponent:
            return None
        counts[str(record.result)] += 1
        progress(number + 1)
    return Reading(*(_share(count, games) for count in counts.values()))


def _share(count: int, games: int) -> Share:
    """A share of games with its error at 95 %: where all or none are of a kind, still 3 in `games`."""
    rate = count / games
    return Share(Fraction(count, games), max(Z * sqrt(rate * (1 - rate) / games), 3 / games))
