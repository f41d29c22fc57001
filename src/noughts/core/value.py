"""The value of a position for the side to move: win, draw or loss, and the plies to the end under best play."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Final, Literal

from noughts.words import Said

if TYPE_CHECKING:
    from noughts.core.position import Position

ValueName = Literal["win", "draw", "loss"]
WORDS: Final[Mapping[int, ValueName]] = {1: "win", 0: "draw", -1: "loss"}


@total_ordering
@dataclass(frozen=True)
class Value:
    """Win (1), draw (0) or loss (-1) for the side to move, with the distance in plies to the end of the game.

    Values are ordered from the mover's point of view: the quickest win is the greatest, the slowest loss the best
    of the losses (and of two draws the longer, so that the order is total: in one position all draws are equally
    long, to the full board). `distance` is None if only the result is known; such a value is the least of its kind.

    >>> max(Value(-1, 2), Value(1, 3), Value(0, 5), Value(1, 1))
    Value(result=1, distance=1)
    >>> Value(-1, 2) < Value(-1, 4) < Value(0, 3) < Value(1, 5)
    True
    """

    result: int
    distance: int | None = None

    @property
    def word(self) -> str:
        """`win`, `draw` or `loss`."""
        return WORDS[self.result]

    @property
    def short(self) -> str:
        """`W3`, `D`, `L0`: win, draw or loss, with the plies to the end where they are known; a draw has none.

        >>> Value(1, 3).short, Value(0, 5).short, Value(-1).short
        ('W3', 'D', 'L')
        """
        plies = "" if self.distance is None or self.result == 0 else self.distance
        return f"{self.word[0].upper()}{plies}"

    def parent(self) -> "Value":
        """Return the value for the other side one ply earlier, if they move to this position.

        >>> Value(-1, 2).parent()
        Value(result=1, distance=3)
        """
        return Value(-self.result, None if self.distance is None else self.distance + 1)

    def __lt__(self, other: "Value") -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self._rank() < other._rank()

    def _rank(self) -> tuple[int, float]:
        if self.distance is None:
            return self.result, -math.inf
        return self.result, -self.distance if self.result > 0 else self.distance

    @property
    def said(self) -> Said:
        """`win in 3 plies`, `draw`, `loss in 0 plies` (the game is over), in the reader's language."""
        if self.result == 0 or self.distance is None:
            return Said(f"value.{self.word}")
        return Said(f"value.{self.word}-in", {"count": self.distance})

    def __str__(self) -> str:
        """`win in 3 plies`, in English: a small answer reads no catalogue."""
        if self.result == 0 or self.distance is None:
            return self.word
        return f"{self.word} in {self.distance} {'ply' if self.distance == 1 else 'plies'}"


def ended(position: "Position") -> Value:
    """Return the value of a game that is over, for the side that would move."""
    winner = None if position.outcome is None else position.outcome.winner
    return Value(0 if winner is None else 1 if winner is position.side else -1, 0)


def from_score(score: int, cells: int, ply: int) -> Value:
    """Return the value that a score stands for in a position after `ply` moves on a board of `cells` cells.

    A score is one int, seen by the mover, that changes its sign at each ply: 0 for a draw, else plus or minus
    (cells + 1 - the ply at which the game ends), so a quicker win is greater and so is a slower loss.

    >>> from_score(5, 9, 2)  # the game ends at ply 5
    Value(result=1, distance=3)
    """
    end = cells + 1 - abs(score) if score else cells
    return Value((score > 0) - (score < 0), end - ply)


def to_score(value: Value, cells: int, ply: int) -> int:
    """Return the score of a value with a distance: the inverse of `from_score`."""
    if value.distance is None:
        raise ValueError(f"no score for {value!r}: it has no distance")
    return value.result * (cells + 1 - (ply + value.distance))


Truth = Callable[["Position"], Mapping[int, Value]]  # the value of every legal move; raises LimitExceeded


@dataclass(frozen=True)
class MoveValues:
    """The values found, for the side that moves, and why the others are unknown: empty if there are none."""

    values: dict[int, Value]
    unknown: str = ""
