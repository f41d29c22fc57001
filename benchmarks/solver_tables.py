"""The table of docs/solver.md: the depth-first search of the game as played, beside the weak game.

    python -m benchmarks.solver_tables            print it
    python -m benchmarks.solver_tables --write    write it between its marks in the page

Node counts do not depend on a clock or on chance: a second run gives the same numbers. Seconds are of one run, on one
core, rounded. Every search has a limit of nodes. Each answer is asserted.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.files import replacing
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.weak.weak_solver import WeakSolver

PAGE = Path(__file__).parent.parent / "docs" / "solver.md"
BEGIN, END = "<!-- strong: written by `python -m benchmarks.solver_tables --write` -->\n", "<!-- strong: end -->\n"
WEAK_LIMIT = 250_000  # nodes
STRONG_LIMIT = 2_000_000  # nodes
WEAK = {"5,5,4": True, "7,4,4": False, "6,6,5": False, "7,7,5": False}  # whether Maker forces a line
STRONG = {  # whether X forces a line
    "4,3,3": True,
    "4,4,4": False,
    "5,5,4": False,
    "6,5,4": True,
    "7,4,4": False,
    "7,7,4": True,
    "6,6,5": False,
    "7,7,5": False,
}


class Cost(NamedTuple):
    """What a search has cost, and whether it has ended within its limit."""

    nodes: int
    seconds: float
    ended: bool

    def __str__(self) -> str:
        counted = f"{self.nodes:,}" if self.ended else f"> {self.nodes:,}"
        return counted + (f" ({self.seconds:.1f} s)" if self.ended and self.seconds >= 0.05 else "")


def weak_cost(name: str) -> Cost:
    """Solve an empty board of the weak game, past the arguments in plain Python."""
    solver = WeakSolver(Game.from_text(name))
    began = perf_counter()
    assert solver.begin(0, 0, True)
    status = solver.advance(WEAK_LIMIT)
    assert status.forces in (WEAK[name], None)
    return Cost(status.nodes, perf_counter() - began, status.over)


def strong_cost(name: str, pairs: bool) -> Cost:
    """Solve an empty board of the game as played; `pairs`: whether it searches for pairs."""
    search = StrongSearch(Game.from_text(name), Side.X, is_compiled=True)
    if not pairs:
        search.pairing = 0
    began = perf_counter()
    answer = search.ask(Position(search.game), None, Budget(nodes=STRONG_LIMIT))
    assert answer.forces in (STRONG[name], None)
    return Cost(min(answer.nodes, STRONG_LIMIT), perf_counter() - began, answer.forces is not None)


def table() -> str:
    """Return the table; everything is compiled before it is timed."""
    weak_cost("5,5,4")
    strong_cost("5,5,4", False)
    rows = []
    for name, forces in STRONG.items():
        verdict = "Maker wins" if WEAK.get(name) else "Breaker holds"
        weak = f"{verdict}: {weak_cost(name)}" if name in WEAK else ""
        costs = [strong_cost(name, pairs) for pairs in (True, False)]
        rows.append([name, "win" if forces else "draw", *map(str, costs), weak])
    return markdown(["game", "value", "depth-first search", "without pairs", "the weak game"], rows)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, numbers to the right.

    >>> print(markdown(["game", "nodes"], [["3,3,3", "12"]]))
    | game | nodes |
    |---|---:|
    | 3,3,3 | 12 |
    """
    lines = ["---", *("---:" for _ in head[1:])]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'|'.join(lines)}|", *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    """Print the table, or write it."""
    text = table()
    print(text)
    if "--write" in sys.argv:
        before, found, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        assert found
        with replacing(PAGE, "w") as file:
            file.write(f"{before}{BEGIN}\n{text}\n\n{END}{rest.partition(END)[2]}")


if __name__ == "__main__":
    main()
