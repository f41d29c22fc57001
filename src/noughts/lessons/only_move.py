"""What a lesson holds and says: a position with an only move, the lines that refute the other moves, sentences.

A sentence is of a kind and has values; the catalogue has its words.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from noughts.core.game import Game, Move, Moves
from noughts.core.position import Position, Side
from noughts.core.sparse import Written
from noughts.words import Said

SentenceKind = Literal[
    "ask-win",
    "ask-block",
    "ask-fork",
    "ask-stop",
    "ask-winning",
    "ask-drawing",
    "ask-run",
    "completes",
    "threatened",
    "forks",
    "stops-forks",
    "wins",
    "wins-at-once",
    "wins-in",
    "draws",
    "others-draw",
    "others-lose",
    "others-differ",
    "run",
    "now-draw",
    "now-loss",
    "now-loss-at-once",
    "now-loss-in",
    "four-answered",
    "no-four-lost",
    "no-four-answered",
    "no-four",
]


@dataclass(frozen=True)
class LessonSentence:
    """A sentence in the reader's language, its kind, and the values that stand in it: so it can be said in others."""

    kind: SentenceKind
    values: dict[str, str]
    text: str

    def __str__(self) -> str:
        return self.text


Sentences = tuple[LessonSentence, ...]


def sentence(kind: SentenceKind, **values: object) -> LessonSentence:
    """Return a sentence with these values, as texts.

    >>> str(sentence("ask-fork", side="X"))
    'X can win with a fork. Where?'
    """
    texts = {name: str(value) for name, value in values.items()}
    return LessonSentence(kind, texts, str(Said(f"lesson.{kind}", texts)))


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
