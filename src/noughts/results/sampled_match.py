"""The result of a match that was played, noughts/match/1; `noughts.results.match` has that of a computed one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from noughts.arena.match import HeadToHead, Match
from noughts.arena.measurement import CONFIDENCE
from noughts.arena.play import chosen_examples
from noughts.arena.ratings import Ratings
from noughts.arena.sprt import Sprt, elo_of, score_interval
from noughts.core.game import Moves
from noughts.core.record import Record
from noughts.core.tally import Tally
from noughts.results.match import (
    ExampleGame,
    Forfeit,
    MatchResult,
    Rating,
    RatingList,
    examples_of,
    ratings_of,
)


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
    model: str = "logistic"
    llr: float
    lower: float
    upper: float
    decision: str | None


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
class SampledMatchResult(MatchResult):
    """A match that was played; `reason` says why it was not computed."""

    method: Literal["sampled"] = "sampled"
    reason: str
    openings: list[Moves]
    seed: int
    games: int
    played: int
    complete: bool
    pairs: list[SampledPair]
    repeated: list[list[str]]
    ratings: RatingList
    sprt: SprtState | None
    forfeits: list[Forfeit]
    unfinished: UnfinishedGames | None
    late: list[LatePlayer]
    examples: list[ExampleGame]


def sampled_result(match: Match, ratings: Ratings, reason: str) -> SampledMatchResult:
    """Return the result of a match that was played; `reason` says why it was not computed."""
    schedule, names, meetings = match.schedule, match.schedule.names, match.head_to_heads()
    return SampledMatchResult(
        game=schedule.game,
        players=list(names),
        reason=reason,
        openings=[Moves(schedule.game, opening) for opening in schedule.openings],
        seed=schedule.seed,
        games=len(schedule),
        played=len(match.records),
        complete=match.complete,
        pairs=[_sampled_pair(names, meeting) for meeting in meetings],
        repeated=[[names[meeting.first], names[meeting.second]] for meeting in match.repeated()],
        ratings=ratings_of(ratings, map(Rating, names, ratings.elo, ratings.errors)),
        sprt=None if match.sprt is None else _sprt(match.sprt, meetings[0].pairs),
        forfeits=[Forfeit(names[player], why, games=count) for player, (count, why) in match.forfeits().items()],
        unfinished=_unfinished(match),
        late=[
            LatePlayer(names[player], late.moves, late.late, late.seconds, late.most, late.mean)
            for player, late in sorted(match.late.items())
        ],
        examples=examples_of(_of_every_two(match)),
    )


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
    decision = test.decision(pairs)
    return SprtState(**vars(test), llr=test.llr(pairs), lower=lower, upper=upper, decision=decision)


def _unfinished(match: Match) -> UnfinishedGames | None:
    endings = [record.ending for record in match.games if record.result is None]
    return UnfinishedGames(len(endings), endings[0]) if endings else None


def _of_every_two(match: Match) -> list[Record]:
    """Return examples of the games of every two players, for either seat."""
    played: dict[tuple[str, str], list[Record]] = {}
    for record in match.games:
        played.setdefault(record.players, []).append(record)
    return [record for records in played.values() for record in chosen_examples(records)]


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value
