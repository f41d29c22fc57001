"""Counts of wins, draws and losses."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Self, TypeVar

Number = TypeVar("Number", int, Fraction, float)


@dataclass(frozen=True)
class Tally(Generic[Number]):
    """Wins, draws and losses of one player: exact integers, or probabilities as fractions or floats.

    >>> Tally(2, 1, 0) + Tally(1, 0, 1), Tally(2, 1, 1).score
    (Tally(win=3, draw=1, loss=1), 0.625)
    """

    win: Number
    draw: Number
    loss: Number

    @property
    def total(self) -> Number:
        """The sum of the three."""
        return self.win + self.draw + self.loss

    @property
    def score(self) -> float:
        """The share of the points: 1 for a win, 1/2 for a draw; 1/2 for an empty tally."""
        return float((self.win + self.draw / 2) / self.total) if self.total else 0.5

    @property
    def reversed(self) -> "Self":
        """The same games from the other player's point of view."""
        return type(self)(self.loss, self.draw, self.win)

    def __add__(self, other: "Tally[Number]") -> "Self":
        return type(self)(self.win + other.win, self.draw + other.draw, self.loss + other.loss)
