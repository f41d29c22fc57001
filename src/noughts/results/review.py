"""A judged game as a result: for every move what it did to the exact value, or what a search says of it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from noughts.core.judgement import Judged, Judgement, SearchJudgement
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.value import WORDS
from noughts.results.values import ValueName


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


@dataclass(frozen=True)
class Review:
    """Every move of a game judged; `mistakes` are indices into `moves`: by exact values, or proved by the search."""

    moves: list[JudgedMove]
    mistakes: list[int]


@dataclass(frozen=True, kw_only=True)
class Replay:
    """The document noughts/replay/1 of a game; `review` is null if it was not requested.

    `repeatable`: whether another review says the same. What it says of a move without exact value depends on the time.
    """

    schema: Literal["noughts/replay/1"] = "noughts/replay/1"
    record: dict[str, Any]
    boards: list[str]
    review: list[JudgedMove] | None
    repeatable: bool | None


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
    return Review(moves, [index for index, move in enumerate(moves) if _is_mistake(move)])


def _is_mistake(move: JudgedMove) -> bool:
    return bool(move.mistake or (move.search and move.search.mistake))


def _judged(record: Record, ply: int, judged: Judged) -> JudgedMove:
    name, side = record.cell_names[ply], Side.O if ply % 2 else Side.X
    if not isinstance(judged, Judgement):
        search = _searched(record, judged) if isinstance(judged, SearchJudgement) else None
        return JudgedMove(move=name, side=side, known=False, reason=str(judged), search=search)
    return JudgedMove(
        move=name,
        side=side,
        known=True,
        before=WORDS[judged.before],  # type: ignore[arg-type]
        after=WORDS[judged.after],  # type: ignore[arg-type]
        mistake=judged.mistake,
        only=judged.only,
        forced=judged.forced,
        better=[record.game.name(move) for move in judged.better],
        words=judged.words(record.game),
    )


def _searched(record: Record, judgement: SearchJudgement) -> Searched:
    name = record.game.name
    return Searched(
        before=None if judgement.before is None else WORDS[judgement.before],  # type: ignore[arg-type]
        after=None if judgement.after is None else WORDS[judgement.after],  # type: ignore[arg-type]
        mistake=judgement.mistake,
        estimate=judgement.estimate,
        drop=judgement.drop,
        better=None if judgement.better is None else name(judgement.better),
        line=[name(move) for move in judgement.line],
        words=str(judgement.words),
    )
