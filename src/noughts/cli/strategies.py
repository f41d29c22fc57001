"""`noughts strategies`."""

from typing import Any

import click

from noughts.cli.common import emit, json_option, show_table
from noughts.cli.described import describe
from noughts.strategies import registry


@click.command()
@json_option
def strategies(as_json: bool) -> None:
    """List the strategies: description, source, games and options of each."""
    rows = [describe(name) for name in registry.names()]
    if as_json:
        emit({"schema": "noughts/strategies/1", "strategies": rows})
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 1, 0), show_header=True)
    for column in ("strategy", "what it is", "plays"):
        table.add_column(column, no_wrap=column == "strategy", overflow="fold")
    for row in rows:
        table.add_row(*map(escape, (row["name"], _text(row), row["plays"])))
    show_table(table)
    click.echo("Options are written NAME:option=value,option=value. Your own: FILE.py:NAME or module:NAME.")


def _text(row: dict[str, Any]) -> str:
    options = "".join(
        f"\n  {name}={option['choices']}, default {option['default']}" for name, option in row["options"].items()
    )
    return f"{row['what']}\nSource: {row['origin']}.{options}" if row["origin"] else row["what"] + options
