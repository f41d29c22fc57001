"""What a lesson holds: a position with an only move, and the lines that refute the other moves."""

from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.lessons.sentences import Sentence, Sentences

Moves = tuple[Move, ...]


@dataclass(frozen=True)
class OnlyMove:
    """A position in which exactly one move is right, with the question and the proof of its answer in words.

    `moves` is legal play that leads there; `line` begins with the answer and goes on with best play. `seed` is None
    for a lesson from a played game.
    """

    grade: str
    seed: int | None
    moves: Moves
    position: Position
    question: Sentence
    answer: Move
    why: Sentences
    line: Moves

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side


@dataclass(frozen=True)
class Refutation:
    """A wrong move and what it leads to: `line` begins with the move; `after` is what is left of the value for its
    side, 0 or -1, or None where that is not known."""

    line: Moves
    words: Sentence
    after: int | None
