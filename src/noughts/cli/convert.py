"""`noughts convert`, and the file input that `noughts replay` shares."""

from collections.abc import Callable
from os.path import expanduser
from typing import Any

import click

from noughts.cli.common import GameParam, say_known, standard_input
from noughts.core.game import Game
from noughts.errors import file_errors
from noughts.files import bounded, contents, creating
from noughts.records import FORMATS, format_of, how_read, read_records, write_records

file_argument = click.argument("file", metavar="FILE")


def board_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--game` for a file that does not say its game."""
    help_text = "Columns, rows, how many in a row, if the file does not say."
    return click.option("--game", type=GameParam(), help=help_text)(command)


@click.command()
@file_argument
@click.option("--to", type=click.Choice(list(FORMATS)), help="The format. [default: by the name of --out, else text]")
@click.option("--out", metavar="FILE", help="Write to FILE, which must not exist yet.")
@board_option
def convert(file: str, to: str | None, out: str | None, game: Game | None) -> None:
    """Convert played games: SGF, Piskvork's PSQ, JSON, JSON Lines, or text such as '1. b2 a1 2. c3'.

    Lists of points, logs of the Gomocup protocol and files of Yixin and renju.net are read too. The format of FILE (`-`
    is standard input) is detected from its contents. All its games are converted if the other format can hold several.
    """
    format = to or format_of(out or "", "text")
    data = read_file(file)
    texts = list(write_records(read_records(data, game), format))  # all of them, or nothing
    say_known(how_read(data, game))
    if out is None:
        click.echo("".join(texts), nl=False)
        return
    with file_errors("write", out), creating(expanduser(out), "w") as written:  # a file is never overwritten
        written.writelines(texts)
    click.echo(f"{out}: {len(texts)} game{'' if len(texts) == 1 else 's'} as {format}")


def read_file(name: str) -> bytes:
    """Return the contents of a file, or of standard input for `-`. Raises FileError."""
    with file_errors("read", name):
        return bounded(standard_input().buffer) if name == "-" else contents(expanduser(name))
