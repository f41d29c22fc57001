"""What a newcomer waits for: `python -m benchmarks.first_minute [--write]`.

Each command runs with an empty cache, then again with what that run and `noughts warm-up` left there. Times are of the
wall clock, the smallest as multiples of `python -c pass`. Every command's answer is checked. `--write` writes the table
into docs/solver.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "solver.md"
BEGIN, END = "<!-- first minute -->\n", "<!-- first minute: end -->\n"
REPEATS = 7  # of the commands that are over in an instant


@dataclass(frozen=True)
class Row:
    """A command: what its output must hold, its exit code, its input, and whether it is one of the instant ones."""

    command: str
    answer: str
    code: int = 0
    given: str = ""
    instant: bool = False

    @property
    def title(self) -> str:
        """The command as a newcomer types it."""
        return f"`{'echo h8 | ' if self.given else ''}noughts {self.command}`"


ROWS = (
    Row("--version", "noughts", instant=True),
    Row("solve 3,3,3", "draw", instant=True),
    Row("solve 5,5,4", "draw"),
    Row("solve 7,7,5", "draw"),
    Row("solve 15,15,5 --seconds 2", "unknown", 3),
    Row("solve 20,20,5 --seconds 2", "unknown", 3),
    Row("play --game 15,15,5 --x human --o search:seconds=0.5", "plays", given="h8\nq\n"),
)


class Homes:
    """Two home folders for the program: one whose cache stays full, one whose cache is emptied."""

    def __init__(self, folder: Path) -> None:
        self.full, self.fresh = folder / "full", folder / "fresh"

    def run(self, home: Path, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run the program with a home folder."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_"))}
        environment |= {"HOME": str(home), "PYTHONPATH": str(ROOT / "src")}
        return subprocess.run(
            [sys.executable, "-m", "noughts", *command],
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )

    def seconds(self, home: Path, row: Row) -> float:
        """Run a command and return its seconds; its answer must be right."""
        began = time.perf_counter()
        ran = self.run(home, *row.command.split(), given=row.given)
        passed = time.perf_counter() - began
        assert ran.returncode == row.code, (row, ran.stdout, ran.stderr)
        assert row.answer in ran.stdout, (row, ran.stdout)
        return passed

    def first(self, row: Row) -> float:
        """Return the seconds of a command with an empty cache."""
        shutil.rmtree(self.fresh, ignore_errors=True)
        passed = self.seconds(self.fresh, row)
        subprocess.run(["pkill", "-f", "noughts.jit.compiling"], check=False)  # else the next waits for it
        return passed


def measured(homes: Homes, row: Row) -> tuple[float, float]:
    """Return the seconds of a command with an empty cache, and with a full one."""
    if row.instant:
        runs = [homes.seconds(homes.full, row) for _ in range(REPEATS)]
        return median(runs), median(runs)
    first = homes.first(row)
    homes.run(homes.full, "warm-up")
    homes.seconds(homes.full, row)
    return first, median(homes.seconds(homes.full, row) for _ in range(3))


def bare() -> float:
    """Return the seconds of `python -c pass`."""
    runs = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        runs.append(time.perf_counter() - began)
    return median(runs)


def table(homes: Homes) -> str:
    """Return the table of all rows."""
    lines = ["| command | first | again |", "|---|---|---|"]
    for row in ROWS:
        unit, name = (bare(), " times the start of Python") if row.instant else (1.0, " s")
        first, again = (f"{seconds / unit:.1f}{name}" for seconds in measured(homes, row))
        lines.append(f"| {row.title} | {first} | {again} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into docs/solver.md")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = table(Homes(Path(folder)))
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        PAGE.write_text(head + BEGIN + found + END + rest.partition(END)[2], encoding="utf-8")
    else:
        print(found)


if __name__ == "__main__":
    main()
