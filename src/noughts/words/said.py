"""A sentence as data: its kind in the catalogue, and its values."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from noughts.words.language import language


@dataclass(frozen=True)
class Said:
    """A sentence, or a part of one. As text it is in the reader's language; a value may be a part, or several.

    >>> str(Said("effect.threat", {"other": "O", "cell": "b3"}))
    'It makes a threat: O must answer at b3.'
    """

    kind: str
    values: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Return it in the reader's language; in no language, as JSON."""
        catalogue = importlib.import_module("noughts.words.catalogue")  # who says nothing reads no catalogue
        text: str = catalogue.say(self.kind, self.values, language())
        return text


Words = str | Said


def together(sentences: Sequence[Words]) -> Words:
    """Return one sentence or more as one, with semicolons between them.

    >>> str(together(["one", "two", "three"]))
    'one; two; three'
    """
    half = len(sentences) // 2  # so that many are not nested deeply
    if not half:
        return sentences[0]
    return Said("error.and", {"first": together(sentences[:half]), "more": together(sentences[half:])})


def both(words: Sequence[Words]) -> Words:
    """Return one text or more as one, with `and` between them.

    >>> str(both(["the game", "the seat"]))
    'the game and the seat'
    """
    return reduce(lambda first, more: Said("hint.and", {"first": first, "more": more}), words)


def either(words: Sequence[Words]) -> Words:
    """Return one text or more as one, with `or` between them.

    >>> str(either(["'win'", "'fork'"]))
    "'win' or 'fork'"
    """
    return reduce(lambda first, other: Said("hint.or", {"first": first, "other": other}), words)
