"""A sentence as text that is kept, or sent to another process, to be said later in any language."""

import json

from noughts.words.language import NONE, speaking
from noughts.words.said import Said, Words


def stored(words: Words) -> str:
    """Return a sentence as JSON, for `spoken` to say later in any language; a text as it is."""
    with speaking(NONE):
        return str(words)


def restored(text: str) -> Words:
    """Return the sentence that `stored` has written; any other text as it is.

    >>> restored('{"kind":"reason.any-free","values":{}}'), restored("a corner")
    (Said(kind='reason.any-free', values={}), 'a corner')
    """
    try:
        return Said(**json.loads(text)) if text.startswith('{"kind":"') else text
    except (TypeError, ValueError):  # a text of a player's own
        return text


def spoken(text: str) -> str:
    """Return a sentence that is stored as JSON in the reader's language; any other text as it is.

    >>> spoken('{"kind":"reason.any-free","values":{}}'), spoken("the lowest free cell")
    ('any free cell', 'the lowest free cell')
    """
    try:
        return str(restored(text))
    except (KeyError, TypeError, ValueError, AttributeError):  # a text of a player's own, or of another version
        return text
