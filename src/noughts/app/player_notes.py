"""Notes about external players: how they are called, and what is assumed of them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from noughts.core.player import Player
from noughts.results.notes import PlayerNotes

Document = TypeVar("Document", bound=PlayerNotes)

# The field in a document, the words in a line, the attribute of the player.
_NOTES = (
    ("read", "read as", "read_as"),
    ("inferred", "inferred", "inferred"),
    ("left_out", "left out", "left_out"),
    ("unlisted", "random numbers", "unlisted"),
    ("assumed", "assumed", "assumes"),
    ("printed", "printed", "prints"),
    ("limits", "limits", "limits"),
)


def notes(players: Iterable[Player]) -> dict[str, str]:
    """Return the notes about players from outside, as fields of a document; empty without any.

    `read`: how a program is called. `inferred`: how sure that is, if it was found out. `unlisted`: why its random
    numbers cannot be enumerated. `assumed`: the assumptions under which a proof holds. `printed`: what they have
    printed. `limits`: which limits of their processes do not hold here.
    """
    return {field: "; ".join(texts) for field, _, texts in list_notes(list(players))}


def with_notes(document: Document, players: Iterable[Player]) -> Document:
    """Return a document with the notes about players."""
    return replace(document, **notes(players))


def list_notes(players: list[Player]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the field, the words and the texts of each kind of note; a reading names its player among several."""
    for field, words, attribute in _NOTES:
        texts = {player.name: getattr(player.notes, attribute) for player in players}
        named = [f"{name}: {text}" for name, text in texts.items() if text]
        if named:
            plain = len(players) == 1 or field == "assumed"
            yield field, words, [*dict.fromkeys(filter(None, texts.values()))] if plain else named
