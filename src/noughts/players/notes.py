"""The notes about players from outside, in words: documents and the terminal have the same ones."""

from collections.abc import Iterator

from noughts.players.player import Player

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


def list_notes(players: list[Player]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the field, the words and the texts of each kind of note; a reading names its player among several."""
    for field, words, attribute in _NOTES:
        texts = {player.name: getattr(player.notes, attribute) for player in players}
        named = [f"{name}: {text}" for name, text in texts.items() if text]
        if named:
            plain = len(players) == 1 or field == "assumed"
            yield field, words, [*dict.fromkeys(filter(None, texts.values()))] if plain else named
