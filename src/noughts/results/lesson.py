"""A lesson as a result: the position, the question, the answer, and the line that refutes every other move."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Move, Moves
from noughts.lessons import Grade, LessonSentence, OnlyMove, RefutedMove
from noughts.results.values import Placed


@dataclass(frozen=True)
class LessonGrade:
    """A grade of lessons: its boards, and what all its lessons have in common."""

    name: str
    title: str
    games: list[str]
    about: str


@dataclass(frozen=True, kw_only=True)
class LessonAsked(Placed):
    """A position with exactly one right move: the document noughts/lesson/1.

    `moves` lead to the position; `line` begins with the answer, and each line in `wrong` with its move.
    """

    schema: Literal["noughts/lesson/1"] = "noughts/lesson/1"
    grade: str
    seed: int | None
    moves: Moves
    question: LessonSentence
    answer: str
    why: list[LessonSentence]
    line: Moves
    wrong: dict[str, RefutedMove]


@dataclass(frozen=True)
class LessonGrades:
    """The grades of lessons, the easiest first."""

    grades: list[LessonGrade]


@dataclass(frozen=True)
class LessonsOfGame:
    """The lessons in a game, in the order of its moves."""

    lessons: list[LessonAsked]


def lesson(asked: OnlyMove, wrong: Mapping[Move, RefutedMove]) -> LessonAsked:
    """Return the document noughts/lesson/1."""
    game, position = asked.game, asked.position
    return LessonAsked(
        game=game,
        position=position,
        side=position.side,
        grade=asked.grade,
        seed=asked.seed,
        moves=asked.moves,
        question=asked.question,
        answer=game.name(asked.answer),
        why=list(asked.why),
        line=asked.line,
        wrong={game.name(move): found for move, found in wrong.items()},
    )


def grade(listed: Grade) -> LessonGrade:
    """Return a grade."""
    return LessonGrade(listed.name, str(listed.title), [str(game) for game in listed.games], str(listed.about))
