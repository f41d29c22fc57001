"""The sentences of lessons: each is of a kind and has values; the catalogue has its words.

>>> str(sentence("ask-fork", side="X"))
'X can win with a fork. Where?'
"""

from collections.abc import Mapping
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
class Sentence:
    """A sentence: its kind, and the values that stand in its text."""

    kind: SentenceKind
    values: Mapping[str, str]

    def __str__(self) -> str:
        """Return it in the reader's language."""
        return str(Said(f"lesson.{self.kind}", self.values))


Sentences = tuple[Sentence, ...]


def sentence(kind: SentenceKind, **values: object) -> Sentence:
    """Return a sentence with these values, as texts."""
    return Sentence(kind, {name: str(value) for name, value in values.items()})
