"""A lesson as a result: the position, the question, the answer, and the line that refutes every other move."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Move
from noughts.core.value import WORDS
from noughts.lessons import Grade, OnlyMove, Refutation, Sentence, SentenceKind
from noughts.results.values import Placed


@dataclass(frozen=True)
class LessonGrade:
    """A grade of lessons: its boards, and what all its lessons have in common."""

    name: str
    title: str
    games: list[str]
    about: str


@dataclass(frozen=True)
class LessonSentence:
    """A sentence in English, its kind, and the values that stand in it: so it can be said in other languages."""

    kind: SentenceKind
    values: dict[str, str]
    text: str


@dataclass(frozen=True)
class RefutedMove:
    """A wrong move: a line that begins with it, and what is left of the value, null where that is not known."""

    line: list[str]
    words: LessonSentence
    after: Literal["draw", "loss"] | None


@dataclass(frozen=True, kw_only=True)
class LessonAsked(Placed):
    """A position with exactly one right move: the document noughts/lesson/1.

    `moves` lead to the position; `line` begins with the answer, and each line in `wrong` with its move.
    """

    schema: Literal["noughts/lesson/1"] = "noughts/lesson/1"
    grade: str
    seed: int | None
    moves: list[str]
    question: LessonSentence
    answer: str
    why: list[LessonSentence]
    line: list[str]
    wrong: dict[str, RefutedMove]


@dataclass(frozen=True)
class LessonGrades:
    """The grades of lessons, the easiest first."""

    grades: list[LessonGrade]


@dataclass(frozen=True)
class LessonsOfGame:
    """The lessons in a game, in the order of its moves."""

    lessons: list[LessonAsked]


def lesson(asked: OnlyMove, wrong: Mapping[Move, Refutation]) -> LessonAsked:
    """Return the document noughts/lesson/1."""
    game, position = asked.game, asked.position
    return LessonAsked(
        game=game,
        position=position,
        side=position.side,
        grade=asked.grade,
        seed=asked.seed,
        moves=_names(game, asked.moves),
        question=_said(asked.question),
        answer=game.name(asked.answer),
        why=[_said(each) for each in asked.why],
        line=_names(game, asked.line),
        wrong={game.name(move): _refuted(game, found) for move, found in wrong.items()},
    )


def grade(listed: Grade) -> LessonGrade:
    """Return a grade."""
    return LessonGrade(listed.name, str(listed.title), [str(game) for game in listed.games], str(listed.about))


def _refuted(game: Game, found: Refutation) -> RefutedMove:
    after = None if found.after is None else WORDS[found.after]
    return RefutedMove(_names(game, found.line), _said(found.words), after)  # type: ignore[arg-type]


def _said(sentence: Sentence) -> LessonSentence:
    return LessonSentence(sentence.kind, dict(sentence.values), str(sentence))


def _names(game: Game, moves: Iterable[Move]) -> list[str]:
    return [game.name(move) for move in moves]
