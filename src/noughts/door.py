"""The door of a room: its names, each loaded when it is first asked for (PEP 562)."""

import importlib

TYPE_CHECKING = False  # as in the package's own door
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def door(room: str, names: "Mapping[str, str]") -> "Callable[[str], Any]":
    """Return a `__getattr__` for a package: each name comes from the module of the room that the mapping gives.

    >>> door("noughts.core", {"Game": "game"})("Game").__name__
    'Game'
    """

    def load(name: str) -> "Any":
        if name not in names:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{room}.{names[name]}"), name)

    return load
