"""Move-time overruns of a player."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass
class Lateness:
    """A player's moves, and those that came after their time: how many, by how many seconds in all and at most.

    >>> found = Lateness()
    >>> for beyond in (-0.5, 0.25, 0.75):
    ...     found.count(beyond)
    >>> found, found.mean
    (Lateness(moves=3, late=2, seconds=1.0, most=0.75), 0.5)
    """

    moves: int = 0
    late: int = 0
    seconds: float = 0.0
    most: float = 0.0

    def count(self, beyond: float) -> None:
        """Count a move that came `beyond` seconds after its time; below zero: before it."""
        self.moves += 1
        if beyond > 0:
            self.late += 1
            self.seconds += beyond
            self.most = max(self.most, beyond)

    def add(self, other: "Lateness") -> None:
        """Count the moves of another."""
        self.moves += other.moves
        self.late += other.late
        self.seconds += other.seconds
        self.most = max(self.most, other.most)

    @property
    def mean(self) -> float:
        """The seconds of a late move on average; 0 if none was late."""
        return self.seconds / self.late if self.late else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers for a JSON document."""
        return asdict(self)
