"""What each idea of the solver brings: tables of node counts for docs/solver.md and the pages in docs/solver/.

    python -m benchmarks.ablation                    print all tables
    python -m benchmarks.ablation roots tables       print these tables
    python -m benchmarks.ablation --write            write each table between its marks in its page

Node counts do not depend on a clock or on chance: a second run gives the same numbers. Seconds are of one run, on one
core, rounded. Every search has a limit of nodes. Each answer is asserted.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from unittest.mock import patch

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve import minimax
from noughts.solve.pairs import find_pairs
from noughts.solve.strong import strong_search as strong_solver
from noughts.solve.tables import retrograde
from noughts.solve.weak.weak_solver import WeakSolver

DOCS = Path(__file__).parent.parent / "docs"
WEAK_LIMIT = 250_000  # nodes
STRONG_LIMIT = 2_000_000  # nodes

HOLDS, WINS = False, True  # whether Maker forces a line
WEAK = {
    "5,5,4": WINS,
    "7,4,4": HOLDS,
    "6,6,5": HOLDS,
    "7,6,5": HOLDS,
    "7,7,5": HOLDS,
    "9,6,5": HOLDS,
}

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
ROOTS = ("3,3,3", "4,4,4", "5,4,4", "6,6,5", "7,7,5", "7,7,6", "10,10,7", "26,26,9")
TABULATED = ("3,3,3", "4,3,3", "4,4,3", "4,4,4")


class Cost(NamedTuple):
    """What a search has cost, and whether it has ended within its limit."""

    nodes: int
    seconds: float
    ended: bool

    def __str__(self) -> str:
        return self.counted + (f" ({self.seconds:.1f} s)" if self.ended and self.seconds >= 0.05 else "")

    @property
    def counted(self) -> str:
        """The nodes alone."""
        return f"{self.nodes:,}" if self.ended else f"> {self.nodes:,}"


@cache
def weak_cost(name: str) -> Cost:
    """Solve an empty board of the weak game, past the arguments in plain Python."""
    solver = WeakSolver(Game.from_text(name))
    began = perf_counter()
    assert solver.begin(0, 0, True)
    status = solver.advance(WEAK_LIMIT)
    assert status.forces in (WEAK[name], None)
    return Cost(status.nodes, perf_counter() - began, status.over)


def strong_cost(name: str, pairs: int) -> Cost:
    """Solve an empty board of the game as played; `pairs`: the steps of each search for pairs."""
    search = strong_solver.StrongSearch(Game.from_text(name), Side.X)
    began = perf_counter()
    with patch.object(strong_solver, "PAIRING_BUDGET", pairs):
        answer = search.ask(Position(search.game), None, Budget(nodes=STRONG_LIMIT))
    assert answer.forces in (STRONG[name], None)
    return Cost(min(answer.nodes, STRONG_LIMIT), perf_counter() - began, answer.forces is not None)


def roots() -> str:
    """What the potential and the pairs say of empty boards, in plain Python."""
    rows = []
    for name in ROOTS:
        game = Game.from_text(name)
        total = Fraction(len(game.lines), 2**game.k)
        share = Fraction(max(map(len, game.lines_through)), 2**game.k)
        pairs = find_pairs(game, 0, 0)
        assert (pairs == ()) == (total + share < 1)
        closed = "no" if pairs is None else f"with {len(pairs)} pairs" if pairs else "yes"
        rows.append([name, f"{len(game.lines):,}", *(f"{float(x):.3f}" for x in (total, share, total + share)), closed])
    return markdown(["game", "lines", "sum", "greatest share", "together", "Breaker holds at once"], rows)


def strong_table() -> str:
    """The depth-first search of the game as played, beside the weak game."""
    strong_cost("5,5,4", 0)  # compiled
    rows = []
    for name, forces in STRONG.items():
        wins = WEAK.get(name)
        verdict = "Maker wins" if wins else "Breaker holds"
        weak = "" if wins is None else f"{verdict}: {weak_cost(name)}"
        costs = [strong_cost(name, pairs) for pairs in (strong_solver.PAIRING_BUDGET, 0)]
        rows.append([name, "win" if forces else "draw", *map(str, costs), weak])
    return markdown(["game", "value", "depth-first search", "without pairs", "the weak game"], rows)


def tables_table() -> str:
    """Every position of small games: how many, in how many bytes, how long."""
    rows = []
    for name in TABULATED:
        game = Game.from_text(name)
        retrograde.solve_all(game)  # compiled
        began = perf_counter()
        found = retrograde.solve_all(game)
        seconds = perf_counter() - began
        walked = "too many"
        if minimax.positions_below(game.cells) <= minimax.LIMIT:
            began = perf_counter()
            count = len(minimax.scores_below(Position(game)))
            walked = f"{1000 * (perf_counter() - began):.0f} ms"
            assert count == found.summary.positions
        size = sum(found.table.layout.sizes)
        rows.append([name, f"{found.summary.positions:,}", f"{size:,}", f"{1000 * seconds:.1f} ms", walked])
    return markdown(["game", "positions", "bytes", "layer by layer", "one by one, in plain Python"], rows)


TABLES: dict[str, tuple[str, Callable[[], str]]] = {
    "roots": ("solver/maker-breaker.md", roots),
    "strong": ("solver.md", strong_table),
    "tables": ("solver/tables.md", tables_table),
}


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, numbers to the right.

    >>> print(markdown(["game", "nodes"], [["3,3,3", "12"]]))
    | game | nodes |
    |---|---:|
    | 3,3,3 | 12 |
    """
    lines = ["---", *("---:" for _ in head[1:])]
    return "\n".join([f"| {' | '.join(head)} |", f"|{'|'.join(lines)}|", *(f"| {' | '.join(row)} |" for row in rows)])


def marks(name: str) -> tuple[str, str]:
    """Return the lines before and after a table in its page."""
    return f"<!-- {name}: written by `python -m benchmarks.ablation --write` -->", f"<!-- {name}: end -->"


def write(name: str, table: str) -> None:
    """Put a table between its marks in its page. Raises ValueError where the page does not have them."""
    path, (begin, end) = DOCS / TABLES[name][0], marks(name)
    before, found, rest = path.read_text(encoding="utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"{path} has no lines {begin!r} and {end!r}")
    path.write_text(f"{before}{begin}\n\n{table}\n\n{end}{after}", encoding="utf-8")


def main() -> None:
    """Print the tables asked for, or write them."""
    parser = ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"of {', '.join(TABLES)}; all by default")
    parser.add_argument("--write", action="store_true", help="write each table into its page")
    options = parser.parse_args()
    if unknown := set(options.tables) - set(TABLES):
        parser.error(f"no table {', '.join(sorted(unknown))}: expected {', '.join(TABLES)}")
    weak_cost("5,5,4")
    weak_cost.cache_clear()  # it was compiled
    for name in options.tables or TABLES:
        table = TABLES[name][1]()
        print(f"{name}\n\n{table}\n", flush=True)
        if options.write:
            write(name, table)


if __name__ == "__main__":
    main()
