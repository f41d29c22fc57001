"""The tables in the user's folder, as an oracle: each is mapped into memory at the first question about its game."""

import os
from importlib import import_module
from pathlib import Path

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.errors import LimitExceeded
from noughts.solve.table_folder import VARIABLE
from noughts.solve.tables.lookup import Table
from noughts.solve.tables.storage.pieces import open_table


def table_folder() -> Path:
    """Return the folder whose tables are used without being named: `4,4,4.table` and others."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    folder: Path = import_module("platformdirs").user_data_path("noughts")  # only here: it takes longer than a table
    return folder / "tables"


class FolderTables:
    """The tables of the folder, each named after its game: `4,4,4.table`."""

    def __init__(self) -> None:
        self._open: dict[Path, Table] = {}

    def values(self, position: Position) -> dict[Move, Value]:
        """Return the values in the game's table. Raises LimitExceeded without one, TableError for a damaged one."""
        path = table_folder() / f"{position.game}.table"
        if path not in self._open:
            if not path.is_file():
                raise LimitExceeded(f"there is no table {str(path)!r}")
            self._open[path] = open_table(path)
        return self._open[path].values(position)
