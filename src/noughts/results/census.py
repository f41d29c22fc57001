"""The size of a game, and its sequences of moves."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.census import Census
from noughts.core.game import Game


@dataclass(frozen=True)
class CensusDocument:
    """Reachable positions, positions up to symmetry, and complete games by result."""

    schema: Literal["noughts/census/1"]
    game: Game
    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int
    games: int


@dataclass(frozen=True)
class SequencesDocument:
    """The number of sequences of exactly `depth` moves from the empty board."""

    schema: Literal["noughts/sequences/1"]
    game: Game
    depth: int
    sequences: int


def census(game: Game, found: Census) -> CensusDocument:
    """Return the document of the size of a game."""
    return CensusDocument("noughts/census/1", game, **vars(found), games=found.games)


def sequences(game: Game, depth: int, count: int) -> SequencesDocument:
    """Return the document of the number of sequences."""
    return SequencesDocument("noughts/sequences/1", game, depth, count)
