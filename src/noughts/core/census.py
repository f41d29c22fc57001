"""The size of a game: how many positions and games it has."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Census:
    """The size of a game: reachable positions, positions up to symmetry, and complete games by result."""

    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws
