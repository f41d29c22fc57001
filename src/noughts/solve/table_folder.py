"""The folder with tables that are used without being named one by one: `5,5,4.table` and others.

An environment variable names it, so that it reaches every process that a command starts.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Final

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import LimitExceeded

if TYPE_CHECKING:
    from noughts.solve.tables.lookup import Table

VARIABLE: Final = "NOUGHTS_TABLES"


@contextmanager
def tables_in(folder: str) -> Iterator[None]:
    """Use the tables in a folder, in this process and in those that it starts."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = folder
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        if before is not None:
            os.environ[VARIABLE] = before


def table_folder() -> str:
    """Return the folder whose tables are used without being named: `4,4,4.table` and others."""
    if named := os.environ.get(VARIABLE):
        return named
    folder: str = import_module("platformdirs").user_data_dir("noughts")  # only here: it takes longer than a table
    return os.path.join(folder, "tables")


class FolderTables:
    """The tables of the folder, each mapped into memory at the first question about its game."""

    def __init__(self) -> None:
        self._open: dict[str, Table] = {}

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the values in the game's table. Raises LimitExceeded without one, TableError for a damaged one."""
        path = os.path.join(table_folder(), f"{position.game}.table")
        if path not in self._open:
            if not os.path.exists(path):
                raise LimitExceeded(f"there is no table {path!r}")
            self._open[path] = import_module("noughts.solve.tables.folder").open_table(path)
        return self._open[path].values(position)
