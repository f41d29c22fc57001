"""The options of commands that name players, and the notes about external players."""

from collections.abc import Iterable

import click

from noughts.app.player_notes import list_notes
from noughts.cli.common import say
from noughts.core.strategy import Strategy

read_option = click.option(
    "--read", metavar="READING", help="How your program takes the board and answers: 'rows X O None -> row column'."
)
pickle_option = click.option(
    "--unsafe-pickle", "pickles", is_flag=True, help="Read players from FILE.pkl. Such a file can run any code."
)


def say_notes(players: Iterable[Strategy]) -> None:
    """Print the notes about external players, a line for each."""
    for _, words, texts in list_notes(list(players)):
        for text in texts:
            say(f"{words}: {text}")
