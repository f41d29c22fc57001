"""Lessons as results: the position, the question, the answer, and the line that refutes every other move."""

from dataclasses import dataclass
from typing import ClassVar

from noughts.core.game import Game, Move
from noughts.lessons import Grade, OnlyMove, RefutedMove


@dataclass(frozen=True, kw_only=True)
class LessonAsked(OnlyMove):
    """A position with exactly one right move: the document noughts/lesson/1.

    `moves` lead to the position; `line` begins with the answer, and each line in `wrong` with its move.
    """

    wrong: dict[Move, RefutedMove]
    schema: ClassVar = "noughts/lesson/1"


@dataclass(frozen=True)
class LessonGrades:
    """The grades of lessons, the easiest first."""

    grades: list[Grade]


@dataclass(frozen=True)
class LessonsOfGame:
    """The lessons in a game, in the order of its moves."""

    lessons: list[LessonAsked]

    @property
    def game(self) -> Game:
        """The game that all of them are of."""
        return self.lessons[0].game
