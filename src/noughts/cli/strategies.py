"""`noughts strategies`."""

from typing import Any

import click

from noughts.app.strategy_list import describe
from noughts.cli.common import emit, json_option
from noughts.cli.text_table import show_table
from noughts.strategies import registry


@click.command()
@json_option
def strategies(as_json: bool) -> None:
    """List the strategies: description, source, games and options of each."""
    rows = [describe(name) for name in registry.names()]
    if as_json:
        emit({"schema": "noughts/strategies/1", "strategies": rows})
        return
    table = [(row["name"], f"{_text(row)}\n", row["plays"]) for row in rows]
    show_table(("strategy", "what it is\n", "plays"), table, texts=3, folded=1)
    click.echo("Options are written NAME:option=value,option=value. Your own: FILE.py:NAME or module:NAME.")


def _text(row: dict[str, Any]) -> str:
    options = "".join(
        f"\n  {name}={option['choices']}, default {option['default']}" for name, option in row["options"].items()
    )
    return f"{row['what']}\nSource: {row['origin']}.{options}" if row["origin"] else row["what"] + options
