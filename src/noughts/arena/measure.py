"""A measurement, where nothing can be proved: a strategy plays many games against a uniformly random opponent."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.notation import cell_name
from noughts.core.position import Position, Side
from noughts.core.strategy import Strategy, consult, require_support
from noughts.prove.proof import Tally

CONFIDENCE = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measurement:
    """How a strategy fared in one seat in games against a uniformly random opponent: evidence, not a proof.

    `losing_line`: the shortest game that it lost (the first of them), or None. Such a game does show that it can
    lose.
    """

    strategy: str
    game: Game
    seat: Side
    seed: int
    games: Tally[int]
    losing_line: tuple[Move, ...] | None

    @property
    def intervals(self) -> dict[str, Interval]:
        """For win, draw and loss the Wilson score interval of the rate, at 95 % confidence."""
        return {name: wilson(count, self.games.total) for name, count in vars(self.games).items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the seat's part of the document noughts/measurement/1."""
        line = self.losing_line
        return {
            "games": vars(self.games),
            "confidence": CONFIDENCE,
            "intervals": {name: list(interval) for name, interval in self.intervals.items()},
            "losing_line": None if line is None else [cell_name(self.game, move) for move in line],
        }


def measure(
    strategy: Strategy,
    game: Game,
    seat: Side,
    *,
    games: int = 1000,
    seed: int = 0,
    progress: Callable[[int], None] = lambda played: None,
) -> Measurement:
    """Return the results of `games` games; the same seed gives the same games.

    Raises GameError where the strategy does not play the game, StrategyError where it breaks its contract.
    """
    require_support(strategy, game)
    rng = random.Random(f"{seed} {seat}")
    counts: dict[Side | None, int] = dict.fromkeys((seat, None, seat.opponent), 0)
    lost: tuple[Move, ...] | None = None
    for played in range(games):
        final, moves = play_out(strategy, Position(game), seat, rng)
        assert final.outcome is not None
        counts[final.outcome.winner] += 1
        if final.outcome.winner is seat.opponent and (lost is None or len(moves) < len(lost)):
            lost = moves
        progress(played + 1)
    return Measurement(strategy.name, game, seat, seed, Tally(*counts.values()), lost)


def play_out(
    strategy: Strategy, position: Position, seat: Side, rng: random.Random
) -> tuple[Position, tuple[Move, ...]]:
    """Return the end of one game against a uniformly random opponent, and its moves."""
    moves = []
    while position.outcome is None:
        if position.side is seat:
            move = consult(strategy, position, rng).choose(rng)
        else:
            move = rng.choice(position.legal_moves)
        position = position.play_unchecked(move)
        moves.append(move)
    return position, tuple(moves)


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
