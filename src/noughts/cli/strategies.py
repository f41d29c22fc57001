"""`noughts strategies`."""

from collections.abc import Sequence
from functools import partial
from typing import Never

import click

from noughts.app.listing import describe
from noughts.cli.common import answer
from noughts.cli.options import json_option
from noughts.cli.text_table import show_table
from noughts.results.strategies import StrategiesDocument, StrategyEntry
from noughts.strategies import registry


@click.command()
@json_option
def strategies(as_json: bool) -> Never:
    """List the strategies: description, source, games and options of each."""
    found = [describe(name) for name in registry.names()]
    answer(StrategiesDocument(found), as_json, partial(_list, found))


def _list(found: Sequence[StrategyEntry]) -> None:
    rows = [(entry.name, f"{_text(entry)}\n", entry.plays) for entry in found]
    show_table(("strategy", "what it is\n", "plays"), rows, texts=3, folded=1)
    click.echo("Options are written NAME:option=value,option=value. Your own: FILE.py:NAME or module:NAME.")


def _text(entry: StrategyEntry) -> str:
    options = "".join(f"\n  {name}={one.choices}, default {one.default}" for name, one in entry.options.items())
    return f"{entry.what}\nSource: {entry.origin}.{options}" if entry.origin else entry.what + options
