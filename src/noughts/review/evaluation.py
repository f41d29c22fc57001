"""How a game stands, on one scale for words and drawings: for X, as it is proved or as a search estimates it."""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from noughts.core.position import Side
from noughts.words import Said

# The least estimates of the bands of the scale, how good each is, and its name. In 150 games of the search against
# itself on 15,15,5 (1,500 nodes, a slip in eight moves) the side with the better estimate won 51, 68, 83, 92 and 100 %
# from the positions of each. From the last one on a search has seen the end of the game, among some moves only.
_LEAST: Final = (400, 1_200, 3_000, 100_000)
_GOOD: Final = (0.0, 0.25, 0.5, 0.75, 0.9)
_NAMES: Final = ("level", "slightly", "clearly", "much", "seen")


@dataclass(frozen=True)
class Evaluation:
    """How a game stands: `good` for X, from -1 (O has a proved win) to 1. `estimate`: of a search, for X, else None."""

    good: float
    estimate: int | None = None

    @property
    def words(self) -> Said:
        """An estimate in words: which side stands better, and by how much.

        >>> print(estimated(Side.O, 1836).words)
        clearly better for O
        """
        side = Side.O if self.good < 0 else Side.X
        return Said(f"review.{_NAMES[_GOOD.index(abs(self.good))]}", {"side": side} if self.good else {})


def proved(side: Side, result: int) -> Evaluation:
    """Return a proved result of a side: 1, 0 or -1."""
    return Evaluation(float(result if side is Side.X else -result))


def estimated(side: Side, score: int) -> Evaluation:
    """Return what a search's estimate for a side says.

    >>> estimated(Side.O, 1836), estimated(Side.X, -100)
    (Evaluation(good=-0.5, estimate=-1836), Evaluation(good=0.0, estimate=-100))
    """
    score = score if side is Side.X else -score
    good = _GOOD[bisect_right(_LEAST, abs(score))]
    return Evaluation(-good if good and score < 0 else good, score)
