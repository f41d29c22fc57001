"""A sentence as data: its kind in the catalogue, and its values."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noughts.words.language import NONE, language, speaking


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


def stored(words: Words) -> str:
    """Return a sentence as JSON, for `catalogue.spoken` to say later in any language; a text as it is."""
    with speaking(NONE):
        return str(words)
