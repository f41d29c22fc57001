"""The exact values in the user's tables."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from noughts.core.game import Move
from noughts.core.position import Position
from noughts.core.value import Value

if TYPE_CHECKING:
    from noughts.core.judgement import Truth

_READER = "noughts.solve.folder_tables"  # imported at the first question: a small board asks none


def user_tables() -> "Truth":
    """Return the function that finds the value of every move in the user's tables. It raises LimitExceeded."""

    @cache
    def opened() -> "Truth":
        values: Truth = import_module(_READER).FolderTables().values
        return values

    def look_up(position: Position) -> Mapping[Move, Value]:
        return opened()(position)

    return look_up
