"""Strong solutions: every position of a game with value and distance. Each benchmark asserts its answer."""

import ctypes
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cpeer import compare, library
from noughts.certify.table_check import check_table
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.solve import minimax
from noughts.solve.tables.retrograde import Summary, solve_all
from noughts.solve.tables.tabulate import tabulate
from noughts.strategies.exact import Sharp
from noughts.walk.position_counts import count

SOURCE = Path(__file__).with_name("peer_strong.c")


def c_strong(*sizes: int) -> tuple[int, int, int]:
    """Return the positions won, drawn and lost for the side to move, as the C program finds them."""
    counts = (ctypes.c_int * 3)()
    positions: int = library(SOURCE).strong(*sizes, counts)
    loss, draw, win = counts
    assert positions == win + draw + loss
    return win, draw, loss


def counts_of(found: Summary) -> tuple[int, int, int]:
    """Return the same of ours."""
    return found.win, found.draw, found.loss


@pytest.mark.benchmark(group="strong 3,3,3")
def bench_333_compiled(benchmark: Any) -> None:
    """Goal: 80 us."""
    found = compare(benchmark, lambda: solve_all(Game(3, 3, 3)), lambda: c_strong(3, 3, 3), rounds=200)
    assert counts_of(found.summary) == c_strong(3, 3, 3) == (2836, 1068, 1574)


@pytest.mark.benchmark(group="strong 3,3,3")
def bench_333_plain(benchmark: Any) -> None:
    """Goal: 4 ms."""
    position = Position(Game(3, 3, 3))
    found = compare(benchmark, lambda: minimax.scores_below(position), lambda: c_strong(3, 3, 3), rounds=50)
    assert len(found) == 5478


@pytest.mark.benchmark(group="strong 4,4,4")
def bench_444(benchmark: Any) -> None:
    """Goal: 0.15 s on two cores."""
    found = compare(benchmark, lambda: solve_all(Game(4, 4, 4)), lambda: c_strong(4, 4, 4), rounds=5)
    assert counts_of(found.summary) == c_strong(4, 4, 4) == (2_730_266, 6_031_189, 960_556)


IN_MEMORY = """
from pathlib import Path
from noughts.core.game import Game
from noughts.solve.tables.retrograde import solve_all

found = solve_all(Game(5, 4, 4)).summary
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(found.win, found.draw, found.loss, status["VmHWM"].split()[0])
"""


@pytest.mark.slow
@pytest.mark.benchmark(group="strong 5,4,4")
def bench_544_in_memory(benchmark: Any) -> None:
    """Goal: 12 s on two cores, within 1 GiB for the process, which does nothing else."""
    command = [sys.executable, "-c", IN_MEMORY]
    run = partial(subprocess.run, command, capture_output=True, text=True, check=True)
    *found, kibibytes = map(int, benchmark.pedantic(run, rounds=2).stdout.split())
    assert tuple(found) == (307_996_101, 226_890_819, 139_907_249)
    benchmark.extra_info["process, bytes at most"] = kibibytes << 10
    assert kibibytes << 10 < 1 << 30


@pytest.mark.slow
@pytest.mark.benchmark(group="strong 5,4,4")
def bench_544_to_a_file(benchmark: Any, tmp_path: Path) -> None:
    """The same as a table on disk, then a sample of it checked."""
    solve_all(Game(4, 4, 4))
    found = benchmark.pedantic(lambda: tabulate(Game(5, 4, 4), tmp_path / "t"), rounds=2)
    assert found.positions == 674_794_169
    assert check_table(tmp_path / "t", 1000, seed=0).checked == 1001


@pytest.mark.slow
@pytest.mark.benchmark(group="strong, larger")
def bench_733_to_a_file(benchmark: Any, tmp_path: Path) -> None:
    """21 cells."""
    found = benchmark.pedantic(lambda: tabulate(Game(7, 3, 3), tmp_path / "t"), rounds=1)
    assert (found.value.result, found.value.distance) == (1, 7)


@pytest.mark.benchmark(group="counts")
@pytest.mark.parametrize(
    ("sizes", "positions", "classes"), [((4, 4, 4), 9_722_011, 1_217_977), ((5, 4, 4), 674_794_169, 168_720_724)]
)
def bench_counts(benchmark: Any, sizes: tuple[int, int, int], positions: int, classes: int) -> None:
    """Positions, classes and complete games, without walking them."""
    found = benchmark.pedantic(lambda: count(Game(*sizes)), rounds=3)
    assert (found.positions, found.up_to_symmetry) == (positions, classes)


@pytest.mark.benchmark(group="sharp")
def bench_sharp(benchmark: Any) -> None:
    """The best chance of a never-losing player on 3,3,3, from nothing."""
    found = benchmark.pedantic(lambda: Sharp().chance(Position(Game(3, 3, 3))), rounds=10)
    assert found * 384 == 382
