"""The result of a match, noughts/match/1: of one that was computed, and what both methods have."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from noughts.arena.exact_match import ExactMatch, ExactResult
from noughts.arena.ratings import Ratings
from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.sparse import Sparse, Written


@dataclass(frozen=True)
class ExampleGame:
    """A game to look at."""

    x: str
    o: str
    moves: list[str]
    result: str | None
    ending: str


@dataclass(frozen=True)
class Forfeit(Sparse):
    """The chance that a player fails, and loses by it, or the games that were lost so, with the first reason."""

    player: str
    reason: str
    chance: Fraction | None = None
    games: int | None = None


@dataclass(frozen=True)
class ExactChances:
    """The chances of X against O; `positions`: how many were decided."""

    x: str
    o: str
    x_wins: Fraction
    draw: Fraction
    o_wins: Fraction
    positions: int
    forfeits: list[Forfeit]


@dataclass(frozen=True)
class ExactPair:
    """The chances of the first player against the second, half as X and half as O."""

    first: str
    second: str
    win: Fraction
    draw: Fraction
    loss: Fraction
    score: Fraction


@dataclass(frozen=True)
class Rating(Sparse):
    """A player's rating in Elo; one from games has an error."""

    name: str
    elo: float
    standard_error: float | None = None


@dataclass(frozen=True)
class RatingList:
    """The ratings, their mean 0. `draws`: how common draws are between equals; `prior`: whether one was needed."""

    model: str
    draws: float
    prior: bool
    players: list[Rating]


@dataclass(frozen=True, kw_only=True)
class MatchResult(Written):
    """The document noughts/match/1, as far as it is the same for both methods."""

    game: Game
    players: list[str]
    schema: ClassVar = "noughts/match/1"


@dataclass(frozen=True, kw_only=True)
class ExactMatchResult(MatchResult):
    """A match that was computed; `ratings` are null where no finite ones exist."""

    method: Literal["exact"] = "exact"
    openings: list[Moves]
    chances: list[ExactChances]
    pairs: list[ExactPair]
    ratings: RatingList | None
    examples: list[ExampleGame]


def exact_result(match: ExactMatch, ratings: Ratings | None, examples: Sequence[Record] = ()) -> ExactMatchResult:
    """Return the result of an exact match; `examples`: games to look at."""
    names = match.names
    pairs = match.head_to_heads().items()
    return ExactMatchResult(
        game=match.game,
        players=list(names),
        openings=[Moves(match.game, opening) for opening in match.openings],
        chances=[_chances(names[x], names[o], result) for (x, o), result in match.results.items()],
        pairs=[
            ExactPair(names[first], names[second], of.win, of.draw, of.loss, of.win + of.draw / 2)
            for (first, second), of in pairs
        ],
        ratings=None if ratings is None else ratings_of(ratings, map(Rating, names, ratings.elo)),
        examples=examples_of(examples),
    )


def _chances(x: str, o: str, result: ExactResult) -> ExactChances:
    forfeits = [
        Forfeit(x if side is Side.X else o, reason, chance) for side, (chance, reason) in result.forfeits.items()
    ]
    return ExactChances(x, o, result.chances.win, result.chances.draw, result.chances.loss, result.positions, forfeits)


def examples_of(records: Sequence[Record]) -> list[ExampleGame]:
    """Return games to look at."""
    return [ExampleGame(*record.players, list(record.cell_names), record.result, record.ending) for record in records]


def ratings_of(ratings: Ratings, players: Iterable[Rating]) -> RatingList:
    """Return ratings with those of the players."""
    return RatingList("Davidson", ratings.draws, ratings.prior, list(players))
