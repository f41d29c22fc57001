"""The result of a match, exact or sampled: noughts/match/1."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from noughts.arena.exact_match import ExactMatch, ExactResult
from noughts.arena.examples import chosen
from noughts.arena.match import Match
from noughts.arena.measurement import CONFIDENCE
from noughts.arena.openings import Opening
from noughts.arena.ratings import Ratings
from noughts.arena.results import HeadToHead
from noughts.arena.sprt import Sprt, elo_of, score_interval
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.results.notes import PlayerNotes


@dataclass(frozen=True)
class ExampleGame:
    """A game to look at."""

    x: str
    o: str
    moves: list[str]
    result: str | None
    ending: str


@dataclass(frozen=True)
class ForfeitChance:
    """The chance that a player fails, and loses by it, with the first reason."""

    player: str
    chance: Fraction
    reason: str


@dataclass(frozen=True)
class ExactChances:
    """The chances of X against O; `positions`: how many were decided."""

    x: str
    o: str
    x_wins: Fraction
    draw: Fraction
    o_wins: Fraction
    positions: int
    forfeits: list[ForfeitChance]


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
class Rating:
    """A player's rating in Elo."""

    name: str
    elo: float


@dataclass(frozen=True)
class SampledRating(Rating):
    """A rating from games."""

    standard_error: float


@dataclass(frozen=True)
class RatingList:
    """The ratings, their mean 0. `draws`: how common draws are between equals; `prior`: whether one was needed."""

    model: str
    draws: float
    prior: bool
    players: list[SampledRating | Rating]


@dataclass(frozen=True)
class SampledPair:
    """The games of the first player against the second; an Elo beyond all bounds is null.

    `pairs` counts the pairs of games that gave 0, 1/2, 1, 3/2 and 2 points.
    """

    first: str
    second: str
    win: int
    draw: int
    loss: int
    as_x: Tally[int]
    as_o: Tally[int]
    score: float
    confidence: float
    interval: tuple[float, float]
    elo: float | None
    elo_interval: list[float | None]
    pairs: tuple[int, int, int, int, int]


@dataclass(frozen=True, kw_only=True)
class SprtState:
    """A sequential test after some pairs of games: it ends as soon as `llr` is not between `lower` and `upper`."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: str
    llr: float
    lower: float
    upper: float
    decision: str | None


@dataclass(frozen=True)
class ForfeitCount:
    """The games in which a player failed, and lost by it, with the first reason."""

    player: str
    games: int
    reason: str


@dataclass(frozen=True)
class LatePlayer:
    """A player's moves that came after their time, and by how many seconds: in all, at most and on average."""

    player: str
    moves: int
    late: int
    seconds: float
    most: float
    mean: float


@dataclass(frozen=True)
class UnfinishedGames:
    """The number of games without a result, and how the first ended."""

    games: int
    ending: str


@dataclass(frozen=True, kw_only=True)
class MatchResult(PlayerNotes):
    """The document noughts/match/1, as far as it is the same for both methods."""

    schema: Literal["noughts/match/1"] = "noughts/match/1"
    game: Game
    players: list[str]


@dataclass(frozen=True, kw_only=True)
class ExactMatchResult(MatchResult):
    """A match that was computed; `ratings` are null where no finite ones exist."""

    method: Literal["exact"] = "exact"
    openings: list[list[str]]
    chances: list[ExactChances]
    pairs: list[ExactPair]
    ratings: RatingList | None
    examples: list[ExampleGame]


@dataclass(frozen=True, kw_only=True)
class SampledMatchResult(MatchResult):
    """A match that was played; `reason` says why it was not computed."""

    method: Literal["sampled"] = "sampled"
    reason: str
    openings: list[list[str]]
    seed: int
    games: int
    played: int
    complete: bool
    pairs: list[SampledPair]
    repeated: list[list[str]]
    ratings: RatingList
    sprt: SprtState | None
    forfeits: list[ForfeitCount]
    unfinished: UnfinishedGames | None
    late: list[LatePlayer]
    examples: list[ExampleGame]


def exact_result(match: ExactMatch, ratings: Ratings | None, examples: Sequence[Record] = ()) -> ExactMatchResult:
    """Return the result of an exact match; `examples`: games to look at."""
    names = match.names
    pairs = match.head_to_heads().items()
    return ExactMatchResult(
        game=match.game,
        players=list(names),
        openings=_openings(match.game, match.openings),
        chances=[_chances(names[x], names[o], result) for (x, o), result in match.results.items()],
        pairs=[_exact_pair(names[first], names[second], chances) for (first, second), chances in pairs],
        ratings=None if ratings is None else _ratings(ratings, map(Rating, names, ratings.elo)),
        examples=_examples(examples),
    )


def sampled_result(match: Match, ratings: Ratings, reason: str) -> SampledMatchResult:
    """Return the result of a match that was played; `reason` says why it was not computed."""
    schedule, names, meetings = match.schedule, match.schedule.names, match.head_to_heads()
    return SampledMatchResult(
        game=schedule.game,
        players=list(names),
        reason=reason,
        openings=_openings(schedule.game, schedule.openings),
        seed=schedule.seed,
        games=len(schedule),
        played=len(match.records),
        complete=match.complete,
        pairs=[_sampled_pair(names, meeting) for meeting in meetings],
        repeated=[[names[meeting.first], names[meeting.second]] for meeting in match.repeated()],
        ratings=_ratings(ratings, map(SampledRating, names, ratings.elo, ratings.errors)),
        sprt=None if match.sprt is None else _sprt(match.sprt, meetings[0].pairs),
        forfeits=[ForfeitCount(names[player], count, why) for player, (count, why) in match.forfeits().items()],
        unfinished=_unfinished(match),
        late=[
            LatePlayer(names[player], late.moves, late.late, late.seconds, late.most, late.mean)
            for player, late in sorted(match.late.items())
        ],
        examples=_examples(_of_every_two(match)),
    )


def _openings(game: Game, openings: Sequence[Opening]) -> list[list[str]]:
    return [[game.name(move) for move in opening] for opening in openings]


def _chances(x: str, o: str, result: ExactResult) -> ExactChances:
    forfeits = [
        ForfeitChance(x if side is Side.X else o, chance, reason) for side, (chance, reason) in result.forfeits.items()
    ]
    return ExactChances(x, o, result.chances.win, result.chances.draw, result.chances.loss, result.positions, forfeits)


def _exact_pair(first: str, second: str, chances: Tally[Fraction]) -> ExactPair:
    return ExactPair(first, second, chances.win, chances.draw, chances.loss, chances.win + chances.draw / 2)


def _sampled_pair(names: Sequence[str], meeting: HeadToHead) -> SampledPair:
    interval = score_interval(meeting.pairs)
    return SampledPair(
        first=names[meeting.first],
        second=names[meeting.second],
        win=meeting.all.win,
        draw=meeting.all.draw,
        loss=meeting.all.loss,
        as_x=meeting.as_x,
        as_o=meeting.as_o,
        score=meeting.all.score,
        confidence=CONFIDENCE,
        interval=interval,
        elo=_finite(elo_of(meeting.all.score)),
        elo_interval=[_finite(elo_of(bound)) for bound in interval],
        pairs=meeting.pairs,
    )


def _sprt(test: Sprt, pairs: Sequence[int]) -> SprtState:
    """Return the state of a test after some pairs of games."""
    lower, upper = test.bounds
    return SprtState(**vars(test), llr=test.llr(pairs), lower=lower, upper=upper, decision=test.decision(pairs))


def _unfinished(match: Match) -> UnfinishedGames | None:
    endings = [record.ending for record in match.games if record.result is None]
    return UnfinishedGames(len(endings), endings[0]) if endings else None


def _of_every_two(match: Match) -> list[Record]:
    """Return examples of the games of every two players, for either seat."""
    played: dict[tuple[str, str], list[Record]] = {}
    for record in match.games:
        played.setdefault(record.players, []).append(record)
    return [record for records in played.values() for record in chosen(records)]


def _examples(records: Sequence[Record]) -> list[ExampleGame]:
    return [ExampleGame(*record.players, list(record.cell_names), record.result, record.ending) for record in records]


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value


def _ratings(ratings: Ratings, players: Iterable[SampledRating | Rating]) -> RatingList:
    return RatingList("Davidson", ratings.draws, ratings.prior, list(players))
