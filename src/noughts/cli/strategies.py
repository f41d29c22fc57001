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
    known = [describe(name) for name in registry.names()]
    answer(StrategiesDocument(known), as_json, partial(_list, known))


def _list(known: Sequence[StrategyEntry]) -> None:
    rows = []
    for entry in known:
        source = f"\nSource: {entry.origin}." if entry.origin else ""
        options = "".join(f"\n  {name}={of.choices}, default {of.default}" for name, of in entry.options.items())
        rows.append((entry.name, f"{entry.what}{source}{options}\n", entry.plays))
    show_table(("strategy", "what it is\n", "plays"), rows, texts=3, folded=1)
    click.echo("Options are written NAME:option=value,option=value. Your own: FILE.py:NAME or module:NAME.")
