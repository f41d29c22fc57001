"""The size of a game: how many positions and games it has, and how many sequences of moves."""

from dataclasses import dataclass
from typing import ClassVar

from noughts.core.game import Game
from noughts.core.sparse import Written


@dataclass(frozen=True)
class Census(Written):
    """The size of a game: reachable positions, also after each number of moves (`by_ply`) and up to symmetry; complete
    games by result."""

    game: Game
    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int
    by_ply: tuple[int, ...]
    schema: ClassVar = "noughts/census/1"
    also: ClassVar = ("schema", "games")

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws


@dataclass(frozen=True)
class Sequences(Written):
    """The number of sequences of exactly `depth` moves from the empty board."""

    game: Game
    depth: int
    sequences: int
    schema: ClassVar = "noughts/sequences/1"
    also: ClassVar = ("schema",)
