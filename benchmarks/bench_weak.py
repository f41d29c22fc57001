"""The weak game on empty boards: each run asserts its verdict. `python benchmarks/bench_weak.py 8,8,5`."""

import statistics
import sys
import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from noughts.core.game import Game
from noughts.solve.search_engine import Status
from noughts.solve.weak.weak_solver import WeakSolver

QUICK = ("5,5,5", "6,6,5", "7,6,5", "7,7,5", "8,7,5", "9,6,5", "9,5,5", "10,5,5")
SLOW = ("11,5,5", "12,5,5", "10,6,5", "9,7,5", "8,8,5")


def solve(name: str) -> Status:
    """Solve an empty board afresh, with an empty table."""
    result = WeakSolver(Game.from_text(name)).solve(0, 0)
    assert result.forces is False
    return result


@pytest.mark.parametrize("name", QUICK)
def bench_weak(benchmark: BenchmarkFixture, name: str) -> None:
    solve("6,6,5")
    benchmark.pedantic(solve, (name,), rounds=3)  # type: ignore[no-untyped-call]


def main(names: list[str]) -> None:
    """Print the median time and the nodes of each game."""
    solve("6,6,5")
    for name in names:
        times: list[float] = []
        while not times or (len(times) < 5 and sum(times) < 5):
            began = time.perf_counter()
            result = solve(name)
            times.append(time.perf_counter() - began)
        print(f"{name:>7}  {result.nodes:>9} nodes  {statistics.median(times):10.4f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or [*QUICK, *SLOW])
