"""The notes about external players, for commands that name players."""

from collections.abc import Iterable

from noughts.app.player_notes import list_notes
from noughts.cli.common import say
from noughts.core.player import Player


def say_notes(players: Iterable[Player]) -> None:
    """Print the notes about external players, a line for each."""
    for _, words, texts in list_notes(list(players)):
        for text in texts:
            say(f"{words}: {text}")
