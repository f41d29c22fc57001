"""The sentences of lessons: each is of a kind and has values; the catalogue has its words.

>>> str(sentence("ask-fork", side="X"))
'X can win with a fork. Where?'
"""

from dataclasses import dataclass
from typing import Literal

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
    """Return a sentence with these values, as texts."""
    texts = {name: str(value) for name, value in values.items()}
    return LessonSentence(kind, texts, str(Said(f"lesson.{kind}", texts)))
