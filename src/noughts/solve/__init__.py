"""What is this position worth? `solve` answers once, a `Solver` many times, and for every move.

`tabulate` writes the table of all positions of a game.

Inner rooms: `weak` (Maker against Breaker), `strong` (the game as played), `tables` (every position of a game).
"""

from typing import TYPE_CHECKING, Any

from noughts.extras import require_extra
from noughts.late import late

if TYPE_CHECKING:
    from noughts.solve.solver import Solution, Solver, solve
    from noughts.solve.tables.tabulate import tabulate

__all__ = ["Solution", "Solver", "solve", "tabulate"]

# Loaded at first use, because some need a compiler.
_load = late(
    __name__,
    {
        "Solution": "solver",
        "Solver": "solver",
        "solve": "solver",
        "tabulate": "tables.tabulate",
    },
)


def __getattr__(name: str) -> Any:
    if name == "tabulate":
        require_extra("fast", "a table of all positions")
    return _load(name)
