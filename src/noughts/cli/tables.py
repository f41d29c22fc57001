"""The option --tables of the commands that use exact values."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from noughts.cli.common import FolderParam
from noughts.solve.table_folder import VARIABLE, tables_in

if TYPE_CHECKING:
    from pathlib import Path


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
