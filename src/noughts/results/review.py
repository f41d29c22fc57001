"""A judged game as a result: for every move what it did to the exact value, or what a search says of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, ClassVar

from noughts.core.position import Side, side_at
from noughts.core.record import Record
from noughts.core.sparse import Written
from noughts.core.value import WORDS, ValueName
from noughts.errors import LimitExceeded
from noughts.review.evaluation import Evaluation, estimated, proved
from noughts.review.judgement import Judged, Judgement, SearchJudgement
from noughts.review.turning import TurningPoint, turning_point


@dataclass(frozen=True, kw_only=True)
class Searched:
    """What a search says of a move without a known value: proved results of the mover, else an estimate."""

    before: ValueName | None
    after: ValueName | None
    mistake: bool
    estimate: float | None
    drop: float
    better: str | None
    line: list[str]
    words: str


@dataclass(frozen=True, kw_only=True)
class JudgedMove:
    """A move judged by exact values; a move that still wins is never a mistake. `better`: the moves in its place."""

    move: str
    side: Side
    known: bool
    reason: str | None = None
    before: ValueName | None = None
    after: ValueName | None = None
    mistake: bool | None = None
    only: bool | None = None
    forced: bool | None = None
    better: list[str] | None = None
    words: str | None = None
    search: Searched | None = None


@dataclass(frozen=True, kw_only=True)
class Turned:
    """The last move that changed the result of a game, as far as that is known; `number` counts moves from 1.

    `words`: about the side that made it; `to_mover`: the same, said to that side. `estimated`: nothing is proved.
    """

    number: int
    side: Side
    estimated: bool
    words: str
    to_mover: str


@dataclass(frozen=True, kw_only=True)
class Review:
    """Every move of a game judged; `mistakes` are indices into `moves`: by exact values, or as far as the search sees.

    `course`: how the game stands after each move, null where nothing is known.
    """

    moves: list[JudgedMove]
    mistakes: list[int]
    course: list[Evaluation | None]
    turned: Turned | None


@dataclass(frozen=True, kw_only=True)
class Replay(Written):
    """The document noughts/replay/1 of a game; `review` is null if it was not requested.

    `repeatable`: whether another review says the same. What it says of a move without exact value depends on the time.
    """

    record: dict[str, Any]
    boards: list[str]
    review: list[JudgedMove] | None
    repeatable: bool | None
    schema: ClassVar = "noughts/replay/1"


def replay(record: Record, judged: Sequence[Judged] | None) -> Replay:
    """Return the document noughts/replay/1 of a game."""
    moves = None if judged is None else review(record, judged).moves
    return Replay(
        record=json.loads(record.to_json()),
        boards=[str(position) for position in record.positions()],
        review=moves,
        repeatable=None if moves is None else all(move.known for move in moves),
    )


def review(record: Record, judged: Sequence[Judged]) -> Review:
    """Return a judged game."""
    moves = [_judged(record, ply, judgement) for ply, judgement in enumerate(judged)]
    return Review(
        moves=moves,
        mistakes=[at for at, move in enumerate(moves) if move.mistake or (move.search and move.search.mistake)],
        course=[_evaluation(side, judgement) for side, judgement in zip(cycle(Side), judged, strict=False)],
        turned=_turned(turning_point(record, judged)),
    )


def _evaluation(side: Side, judged: Judged) -> Evaluation | None:
    if isinstance(judged, LimitExceeded):
        return None
    if judged.after is not None:
        return proved(side, judged.after)
    return None if judged.estimate is None else estimated(side, judged.estimate)


def _turned(point: TurningPoint | None) -> Turned | None:
    if point is None:
        return None
    return Turned(
        number=point.ply + 1,
        side=point.side,
        estimated=point.kind == "estimated",
        words=str(point.words()),
        to_mover=str(point.words(to_mover=True)),
    )


def _judged(record: Record, ply: int, judged: Judged) -> JudgedMove:
    name, side = record.cell_names[ply], side_at(ply)
    if not isinstance(judged, Judgement):
        search = _searched(record, judged) if isinstance(judged, SearchJudgement) else None
        return JudgedMove(move=name, side=side, known=False, reason=str(judged), search=search)
    return JudgedMove(
        move=name,
        side=side,
        known=True,
        before=WORDS[judged.before],
        after=WORDS[judged.after],
        mistake=judged.mistake,
        only=judged.only,
        forced=judged.forced,
        better=[record.game.name(move) for move in judged.better],
        words=judged.words(record.game),
    )


def _searched(record: Record, judgement: SearchJudgement) -> Searched:
    name = record.game.name
    return Searched(
        before=None if judgement.before is None else WORDS[judgement.before],
        after=None if judgement.after is None else WORDS[judgement.after],
        mistake=judgement.mistake,
        estimate=judgement.estimate,
        drop=judgement.drop,
        better=None if judgement.better is None else name(judgement.better),
        line=[name(move) for move in judgement.line],
        words=str(judgement.words),
    )
