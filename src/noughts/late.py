"""The names of a package, each loaded when it is first asked for (PEP 562)."""

import importlib

TYPE_CHECKING = False  # as in the package itself
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def late(package: str, names: "Mapping[str, str]") -> "Callable[[str], Any]":
    """Return a `__getattr__` for a package: each name comes from the module in it that the mapping gives.

    >>> late("noughts.core", {"Game": "game"})("Game").__name__
    'Game'
    """

    def load(name: str) -> "Any":
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{names[name]}"), name)

    return load
