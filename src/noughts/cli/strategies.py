"""`noughts strategies`."""

import inspect
from typing import Any

import click

from noughts.cli.common import emit, json_option, show_table
from noughts.core.game import Game
from noughts.core.strategy import supports
from noughts.errors import NoughtsError
from noughts.strategies import registry
from noughts.strategies.options import written

# A strategy that plays all of these is listed as playing any game.
_SAMPLES = [Game(3, 3, 3), Game(4, 3, 3), Game(4, 4, 4), Game(1, 1, 1), Game(15, 15, 5), Game(26, 26, 26)]


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


def describe(name: str) -> dict[str, Any]:
    """Return the description of a strategy; for an installed one that is broken, its error."""
    try:
        factory, strategy = registry.find(name), registry.load(name)
        plays = [str(game) for game in _SAMPLES if supports(strategy, game)]
    except NoughtsError as error:
        return {"name": name, "what": f"broken: {error}", "origin": "", "plays": "", "options": {}}
    return {
        "name": name,
        "what": (inspect.getdoc(factory) or "").split("\n\n")[0].replace("\n", " "),
        "origin": getattr(factory, "origin", ""),
        "plays": "any m,n,k" if len(plays) == len(_SAMPLES) else "; ".join(plays),
        "options": {
            option: {"default": written(default), "choices": choices}
            for option, (default, choices) in registry.options_of(factory).items()
        },
    }


def _text(row: dict[str, Any]) -> str:
    options = "".join(
        f"\n  {name}={option['choices']}, default {option['default']}" for name, option in row["options"].items()
    )
    return f"{row['what']}\nSource: {row['origin']}.{options}" if row["origin"] else row["what"] + options
