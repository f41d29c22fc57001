"""What is this position worth? `solve` answers, `Solver` many times, `Oracle` for all moves; `tabulate` writes tables.

Inner rooms: `weak` (Maker against Breaker), `strong` (the game as played), `tables` (every position of a game).
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.solve.oracle import Oracle
    from noughts.solve.solver import Solution, Solver, solve
    from noughts.solve.tables.retrograde import tabulate

__all__ = ["Oracle", "Solution", "Solver", "solve", "tabulate"]

_DOOR = {
    "Oracle": "oracle",
    "Solution": "solver",
    "Solver": "solver",
    "solve": "solver",
    "tabulate": "tables.retrograde",
}


def __getattr__(name: str) -> Any:
    """Return one of this room's names; its module is loaded then, as some of them need a compiler."""
    if name not in _DOOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_DOOR[name]}"), name)
