"""What a lesson holds: a position with an only move, and the lines that refute the other moves."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.sparse import Written
from noughts.lessons.sentences import LessonSentence, Sentences


@dataclass(frozen=True)
class OnlyMove(Written):
    """A position in which exactly one move is right, with the question and the proof of its answer in words.

    `moves` is legal play that leads there; `line` begins with the answer and goes on with best play. `seed` is None
    for a lesson from a played game.
    """

    grade: str
    seed: int | None
    moves: Moves
    position: Position
    question: LessonSentence
    answer: Move
    why: Sentences
    line: Moves
    also: ClassVar[tuple[str, ...]] = ("game", "side")

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side


@dataclass(frozen=True)
class RefutedMove:
    """A wrong move: a line that begins with it, and what is left of the value, null where that is not known."""

    line: Moves
    words: LessonSentence
    after: Literal["draw", "loss"] | None
