"""The sentences of lessons: each is of a kind and has values, so that a page can say it in another language.

>>> str(sentence("ask-fork", side="X"))
'X can win with a fork. Where?'
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

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

TEXTS: Final[Mapping[SentenceKind, str]] = {
    # Questions.
    "ask-win": "{side} can win at once. Where?",
    "ask-block": "{other} threatens to complete a line. Where must {side} play?",
    "ask-fork": "{side} can win with a fork. Where?",
    "ask-stop": "{other} threatens to win with a fork. Where must {side} play?",
    "ask-winning": "Only one move of {side} wins. Which one?",
    "ask-drawing": "Only one move of {side} keeps the draw. Which one?",
    "ask-run": "{side} can win with a run of fours. Where does it begin?",
    # Why the answer is right.
    "completes": "{cell} completes {line}.",
    "threatened": "{other} threatened {cell}: every other move loses at once.",
    "forks": "{cell} threatens {first} and {second}, and {other} can stop only one.",
    "stops-forks": "After {cell} it is a draw. After any other move {other} makes two threats and wins.",
    "wins": "After {cell} {side} wins.",
    "wins-at-once": "After {cell} {side} wins at once.",
    "wins-in": "After {cell} {side} wins in {moves} moves.",
    "draws": "After {cell} it is a draw.",
    "others-draw": "Every other move only draws.",
    "others-lose": "Every other move loses.",
    "others-differ": "Other moves that only draw: {drawn}. That lose: {lost}.",
    "run": "Each move is a four that {other} must answer: {moves}.",
    # What a wrong answer leads to.
    "now-draw": "Now it is only a draw: {other} can hold it.",
    "now-loss": "Now {other} wins.",
    "now-loss-at-once": "Now {other} wins at once.",
    "now-loss-in": "Now {other} wins in {moves} moves.",
    "four-answered": "{other} answers on {cell}, and no run of fours wins any more.",
    "no-four-lost": "That makes no four, and now {other} wins with a run of fours.",
    "no-four-answered": "That makes no four: {other} plays {cell}, and no run of fours wins any more.",
    "no-four": "That makes no four, and {other} need not answer it: it begins no run of fours.",
}


@dataclass(frozen=True)
class Sentence:
    """A sentence: its kind, and the values that stand in its text."""

    kind: SentenceKind
    values: Mapping[str, str]

    def __str__(self) -> str:
        """Return it in English."""
        return TEXTS[self.kind].format(**self.values)


Sentences = tuple[Sentence, ...]


def sentence(kind: SentenceKind, **values: object) -> Sentence:
    """Return a sentence with these values, as texts."""
    return Sentence(kind, {name: str(value) for name, value in values.items()})
