"""The option --tables of the commands that use exact values."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from noughts.cli.common import FolderParam
from noughts.core.game import Move
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.table_folder import VARIABLE, tables_in

if TYPE_CHECKING:
    from pathlib import Path

    from noughts.core.judgement import Truth


def _use(ctx: click.Context, param: click.Parameter, folder: "Path | None") -> None:
    if folder is not None:
        ctx.with_resource(tables_in(str(folder.absolute())))


tables_option: Callable[[Any], Any] = click.option(
    "--tables",
    metavar="DIR",
    type=FolderParam(),
    envvar=VARIABLE,
    show_envvar=True,
    expose_value=False,
    callback=_use,
    help="The folder with tables of `noughts tabulate`, named as 5,5,4.table.  [default: in your data folder]",
)


def user_tables() -> "Truth":
    """Return the function that finds the value of every move in the user's tables.

    It imports what reads them at the first question: a small board never asks.
    """

    @cache
    def opened() -> "Truth":
        from noughts.solve.folder_tables import FolderTables

        return FolderTables().values

    def look_up(position: Position) -> Mapping[Move, Value]:
        return opened()(position)

    return look_up
