"""A measurement: the sampled results of a strategy in one seat against another. All sampling is done here."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from noughts.arena.play import forfeit, play_game
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.core.strategy import Strategy, require_support
from noughts.core.tally import Tally

CONFIDENCE = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measurement:
    """The sampled results of a strategy in one seat: evidence, not a proof.

    `losing_line`: the shortest game that it lost by the rules (the first of them), or None; such a game proves that it
    can lose. `failed`: the reason of its first forfeit; `opponent_failed`: the reason of the opponent's, which ends the
    measurement. Both are empty without a forfeit.
    """

    strategy: str
    game: Game
    seat: Side
    seed: int
    games: Tally[int]
    losing_line: tuple[Move, ...] | None
    failed: str = ""
    opponent_failed: str = ""

    @property
    def intervals(self) -> dict[str, Interval]:
        """For win, draw and loss the Wilson score interval of the rate, at 95 % confidence."""
        return {name: wilson(count, self.games.total) for name, count in vars(self.games).items()}


def measure(
    strategy: Strategy,
    opponent: Strategy,
    game: Game,
    seat: Side,
    *,
    games: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] = lambda played: None,
) -> Measurement:
    """Return the results of `games` games; the same seed gives the same games. A player that fails loses its game.

    Raises GameError where one does not play the game.
    """
    for player in (strategy, opponent):
        require_support(player, game)
    x, o = (strategy, opponent) if seat is Side.X else (opponent, strategy)
    counts = {seat.value: 0, "draw": 0, seat.opponent.value: 0}
    lost: tuple[Move, ...] | None = None
    failed = opponent_failed = ""
    for played in range(games):
        record = play_game(game, x, o, (), f"{strategy.name} {seat} {seed} {played}")
        failure = forfeit(record)
        if failure is seat.opponent:
            opponent_failed = record.ending
            break
        counts[str(record.result)] += 1
        if failure is seat:
            failed = failed or record.ending
        elif record.result == seat.opponent.value and (lost is None or len(record.moves) < len(lost)):
            lost = record.moves
        progress(played + 1)
    return Measurement(strategy.name, game, seat, seed, Tally(*counts.values()), lost, failed, opponent_failed)


def wilson(count: int, total: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the Wilson score interval of a rate (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927).

    >>> [round(bound, 4) for bound in wilson(0, 100)]
    [0.0, 0.037]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, square = count / total, z * z / total
    middle = (rate + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(rate * (1 - rate) / total + square / (4 * total))
    return max(0.0, middle - half), min(1.0, middle + half)
