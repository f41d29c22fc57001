"""The result of a measurement, with intervals for the rates: what a sample of games says of a strategy."""

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar, Literal

from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.tally import Tally

CONFIDENCE = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True)
class Measurement:
    """The sampled results of a strategy in one seat: evidence, not a proof.

    `losing_line`: the shortest game that it lost by the rules (the first of them), or None; such a game proves that it
    can lose. `found_by`: whether it was lost in these games, or to a search that looked for it. `failed`: the reason of
    its first forfeit, of `failures`, which are lost games; `opponent_failed`: the reason of the opponent's, which ends
    the measurement. Both are empty without a forfeit.
    """

    strategy: str
    game: Game
    seat: Side
    seed: int
    games: Tally[int]
    losing_line: Moves | None
    failed: str = ""
    failures: int = 0
    opponent_failed: str = ""
    found_by: Literal["games", "search"] = "games"
    # The other parts of a finding: see `Proof` and `Uncounted`.
    verdict: ClassVar[str] = "measured, not proved"
    reason: ClassVar[str] = "its games are a sample"
    never_loses: ClassVar[bool] = False
    fault: ClassVar[None] = None
    rules: ClassVar[tuple[()]] = ()

    @property
    def can_lose(self) -> bool:
        """Whether it lost a game."""
        return self.losing_line is not None or self.games.loss > 0

    @property
    def intervals(self) -> dict[str, Interval]:
        """For win, draw and loss the Wilson score interval of the rate, at 95 % confidence."""
        return {name: wilson(count, self.games.total) for name, count in vars(self.games).items()}


def wilson(count: int, total: int) -> Interval:
    """Return the Wilson score interval of a rate (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927).

    >>> [round(bound, 4) for bound in wilson(0, 100)]
    [0.0, 0.037]
    """
    from statistics import NormalDist  # noqa: PLC0415 - takes 3 ms; a proof needs no interval

    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    rate, square = count / total, z * z / total
    middle = (rate + square / 2) / (1 + square)
    half = z / (1 + square) * sqrt(rate * (1 - rate) / total + square / (4 * total))
    return max(0.0, middle - half), min(1.0, middle + half)
