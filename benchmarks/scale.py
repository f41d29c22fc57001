"""What larger machines, or more of them, are worth: `python -m benchmarks.scale [engine] [weak] [tables] [--write]`.

engine   the same work without workers and on Dask clusters of 1, 2 and 4 workers on this machine
weak     the weak game of boards that this machine solves, as `noughts solve --executor` searches them
tables   the sizes of tables by their format, and the rate at which this machine fills one

Without a name all three are measured, for about ten minutes. Every answer is checked. Seconds are those of processors,
over all processes, so a busy machine changes them little; where they are of the clock, the page says so. `--write`
writes the tables that were measured into docs/scale.md.
"""

import argparse
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.jobs.pool import WorkerPool, cluster, kept
from noughts.prove import prove
from noughts.prove.workers import Workers
from noughts.solve.tables.header import BLOCK
from noughts.solve.tables.index import placed
from noughts.solve.tables.retrograde import tabulate
from noughts.solve.weak.split import SplitSolver
from noughts.solve.weak.verdict import Verdict
from noughts.strategies.registry import load

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
PLAYER = """
from noughts.core.strategy import Decision

class Player:
    name = "player"

    def supports(self, game):
        return True

    def decide(self, position, rng):
        for turn in range(20_000):
            turn * turn % 7
        return Decision((max(position.legal_moves, key=lambda move: move * 7919 % 31),))
"""
CLUSTERS = (1, 2, 4)
WEAK = ("8,7,5", "9,6,5", "10,6,5", "8,8,5")
UNKNOWN = "9,9,5"
TABLES = ("5,4,k", "6,4,k", "5,5,k", "9,3,k", "7,4,k", "6,5,k")
FILLED = Game(5, 4, 4)
CORES, MEMORY = 32, 128  # of a machine of the fleet; GB
PROVED = Game(4, 4, 3)
DISK = 2e9  # bytes a second
END = "<!-- end -->"
UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"))


@dataclass(frozen=True)
class Spent:
    """What a job took: seconds of processors in this process, in the scheduler and each worker, and of the clock."""

    here: float
    there: Sequence[float]
    clock: float

    @property
    def all(self) -> float:
        """The seconds of all processors."""
        return self.here + sum(self.there)


@contextmanager
def dask(count: int) -> Iterator[tuple[WorkerPool, Callable[[], list[float]]]]:
    """Return the workers of a new cluster on this machine, and a function that returns the seconds so far: those of the
    scheduler, then those of each worker."""
    from distributed import Client

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        file = Path(folder, "scheduler.json")
        for role, more in (("scheduler", ["--port", "0"]), *[("worker", ["--nthreads", "1", "--no-nanny"])] * count):
            command = [sys.executable, "-m", f"distributed.cli.dask_{role}", "--host", "127.0.0.1", "--no-dashboard"]
            child = subprocess.Popen(
                [*command, "--scheduler-file", str(file), *more], cwd=folder, stderr=subprocess.DEVNULL
            )
            stack.callback(child.wait)
            stack.callback(child.kill)
        while not file.exists():
            time.sleep(0.1)
        client: Any = Client(scheduler_file=str(file), set_as_default=False)  # type: ignore[no-untyped-call]
        stack.enter_context(closing(client))
        client.wait_for_workers(count)
        pool = stack.enter_context(kept(cluster(json.loads(file.read_text(encoding="utf-8"))["address"])))
        yield pool, lambda: [client.run_on_scheduler(time.process_time), *client.run(time.process_time).values()]


def timed(job: Callable[[], object], seconds: Callable[[], list[float]] = list) -> Spent:
    """Run a job once to warm up, then once more; return what the second run took."""
    job()
    before, here, clock = seconds(), time.process_time(), time.perf_counter()
    job()
    clock, here = time.perf_counter() - clock, time.process_time() - here
    return Spent(here, [after - first for after, first in zip(seconds(), before, strict=True)], clock)


class Here(Executor):
    """Does at once what is submitted, in this process."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **options: Any) -> "Future[Any]":
        """Return what is done already."""
        future: Future[Any] = Future()
        future.set_result(function(*args, **options))
        return future


HERE = WorkerPool(Here, lambda: 1)


def proved(spec: str, pool: WorkerPool | None) -> object:
    """Prove a player that takes a millisecond for a move; no decision is asked for again."""
    workers = None if pool is None else Workers(pool, load, spec)
    return prove(load(spec), PROVED, Side.X, workers=workers, repeat_free=0)


def solved(name: str, pool: WorkerPool | None) -> tuple[int, int]:
    """Solve the weak game; return its nodes, and the number of searches."""
    solver = SplitSolver(Game.from_text(name), pool or HERE)
    assert solver.begin(0, 0, maker_moves=True)
    while not solver.advance():
        pass
    assert solver.result().verdict is Verdict.HOLDS
    return solver.nodes, solver.searches


def engine() -> str:
    """Return the table of jobs on clusters."""
    lines = [
        "| job | workers | all processors | this process | scheduler | busiest worker | against no workers "
        "| bound of the speed-up | speed-up by the clock |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "player.py")
        file.write_text(PLAYER, encoding="utf-8")
        jobs: dict[str, Callable[[WorkerPool | None], object]] = {
            f"`prove` a player of 1 ms a move, {PROVED}": partial(proved, f"{file}:Player"),
            f"`solve {WEAK[0]}`, the weak game": partial(solved, WEAK[0]),
        }
        for title, job in jobs.items():
            answer, alone = job(None), timed(partial(job, None))
            lines.append(f"| {title} | none | {alone.all:.1f} s | | | | 1 | | 1 |")
            for count in CLUSTERS:
                with dask(count) as (pool, seconds):
                    assert job(pool) == answer
                    spent = timed(partial(job, pool), seconds)
                bound = alone.all / max(spent.here, *spent.there)
                lines.append(
                    f"| | {count} | {spent.all:.1f} s | {spent.here:.1f} s | {spent.there[0]:.1f} s "
                    f"| {max(spent.there[1:]):.1f} s | "
                    f"{spent.all / alone.all:.2f} | {bound:.2f} | {alone.clock / spent.clock:.2f} |"
                )
                print(lines[-1], flush=True)
    return "\n".join([*lines, "", f"Load of the machine (2 cores) meanwhile: {os.getloadavg()[1]:.0f}.", ""])


def weak() -> str:
    """Return the table of weak games, and what it makes of the one that is out of reach."""
    lines = ["| game | cells | searches | nodes | processor | nodes a second |", "|---|---|---|---|---|---|"]
    points = []
    solved("7,7,5", None)  # loads the compiled code
    for name in WEAK:
        began = time.process_time()
        nodes, searches = solved(name, None)
        seconds, cells = time.process_time() - began, Game.from_text(name).cells
        points.append((cells, math.log(seconds)))
        lines.append(f"| {name} | {cells} | {searches:,} | {nodes:,} | {seconds:.0f} s | {nodes / seconds:,.0f} |")
        print(lines[-1], flush=True)
    cells = Game.from_text(UNKNOWN).cells
    slope, at = statistics.linear_regression(*zip(*points, strict=True))
    hours = math.exp(at + slope * cells) / 3600
    growth = math.exp(slope)
    return "\n".join(
        [
            *lines,
            "",
            f"Each cell more multiplies the seconds by {growth:.2f} (least squares of their logarithms over these "
            f"boards, which differ in shape). Continued to {UNKNOWN}, {cells} cells: {hours:,.0f} hours of one core, "
            f"or {hours / CORES / 24:,.1f} days of one machine of {CORES} cores. It is a line through {len(WEAK)} "
            f"points, continued over {cells - max(cell for cell, _ in points)} cells: an order of magnitude.",
            "",
        ]
    )


def orbits(m: int, n: int) -> list[int]:
    """Return, for each size, the number of sets of cells up to the symmetries of the board (Burnside)."""
    game = Game(m, n, max(m, n))
    total = [0] * (game.cells + 1)
    for permutation in game.symmetries:
        fixed, seen = [1] + [0] * game.cells, set[int]()
        for cell in range(game.cells):
            length, at = 0, cell
            while at not in seen:
                seen.add(at)
                length, at = length + 1, permutation[at]
            if length:
                fixed = [fixed[i] + (fixed[i - length] if i >= length else 0) for i in range(game.cells + 1)]
        total = [one + other for one, other in zip(total, fixed, strict=True)]
    return [one // len(game.symmetries) for one in total]


def layers(m: int, n: int) -> list[int]:
    """Return the most bytes that each layer of a table has: lines, whatever k is, only leave rows out."""
    rows, cells = orbits(m, n), m * n
    return [rows[placed(ply)] * comb(cells - placed(ply), ply // 2) for ply in range(cells + 1)]


def size(m: int, n: int) -> int:
    """Return the most bytes of a table: the layers, their digests, the rows (4 bytes each)."""
    largest = layers(m, n)
    lists = 4 * sum(orbits(m, n)[: placed(m * n) + 1])
    return sum(largest) + 32 * sum(-(-layer // BLOCK) for layer in largest) + lists


def tables() -> str:
    """Return the table of tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.table")
        began = time.process_time()
        found = tabulate(FILLED, path)
        seconds = time.process_time() - began
        assert found.positions == 674_794_169
        filled = path.stat().st_size
    rate, share = filled / seconds, filled / size(FILLED.m, FILLED.n)
    assert 0.7 < share < 1, share  # only sets with a line are left out
    lines = [
        "| board | bytes at most | two layers | hours of a core | machines | hours there | of these, disk |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in TABLES:
        m, n, _ = name.split(",")
        whole, sizes = size(int(m), int(n)), [*layers(int(m), int(n)), 0]
        two = max(one + other for one, other in itertools.pairwise(sizes))
        machines = -(-two // (MEMORY * 10**9))
        core_hours = whole / rate / 3600
        disk = 2 * whole / machines / DISK / 3600
        lines.append(
            f"| {name} | {_bytes(whole)} | {_bytes(two)} | {core_hours:,.2f} | {machines} | "
            f"{core_hours / CORES / machines + disk:,.2f} | {disk:,.2f} |"
        )
    return "\n".join(
        [
            *lines,
            "",
            f"Rate: {FILLED} in {seconds:.1f} s of processors, {rate / 1e6:.1f} million bytes a second for each core; "
            f"the file has {share:.0%} of the bytes at most, as sets of stones with a line have no row. "
            f"A machine here has {CORES} cores, {MEMORY} GB of memory and a disk of {DISK / 1e9:.0f} GB a second; "
            "there are as many as hold two layers in memory. Every byte is written once and read once.",
            "",
        ]
    )


def _bytes(number: int) -> str:
    unit, name = next((unit for unit in UNITS if number >= unit[0]), UNITS[-1])
    return f"{number / unit:,.1f} {name}"


PARTS: dict[str, Callable[[], str]] = {"engine": engine, "weak": weak, "tables": tables}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--write", action="store_true", help="write the tables into docs/scale.md")
    options = parser.parse_args(arguments)
    for part in options.parts or PARTS:
        found = PARTS[part]()
        if options.write:
            text = PAGE.read_text(encoding="utf-8")
            head, begin, rest = text.partition(f"<!-- {part} -->\n")
            assert begin, part
            PAGE.write_text(head + begin + found + rest[rest.index(END) :], encoding="utf-8")
        else:
            print(found)


if __name__ == "__main__":
    main()
