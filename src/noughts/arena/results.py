"""The result of two players against each other."""

from dataclasses import dataclass

from noughts.core.tally import Tally


@dataclass(frozen=True)
class PairResult:
    """The result of two players against each other: numbers of games, or exact chances."""

    first: int
    second: int
    win: float
    draw: float
    loss: float


@dataclass(frozen=True)
class HeadToHead:
    """The result of two players against each other, seen by the first: as X, as O, and by pairs of games.

    `pairs` counts the pairs of games (one opening, both ways round) that gave 0, 1/2, 1, 3/2 and 2 points.
    """

    first: int
    second: int
    as_x: Tally[int]
    as_o: Tally[int]
    pairs: tuple[int, int, int, int, int]

    @property
    def all(self) -> Tally[int]:
        """Both colours together."""
        return self.as_x + self.as_o

    @property
    def result(self) -> PairResult:
        """The same result, for the ratings."""
        tally = self.all
        return PairResult(self.first, self.second, tally.win, tally.draw, tally.loss)
