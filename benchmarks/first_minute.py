"""What a newcomer waits for, before and after: `python -m benchmarks.first_minute [--before FOLDER] [--write]`.

`--before` is a checkout of an earlier version. Each command runs with an empty cache, then again with what that run and
`noughts warm-up` left there; both versions by turns, in one run, on the same interpreter. Times are of the wall clock,
the smallest as multiples of `python -c pass`. Every command's answer is checked. `--write` writes the table into
docs/performance.md.
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
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- first minute -->\n", "<!-- end -->\n"
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


class Version:
    """A version of the program, with two home folders: one whose cache stays full, one whose cache is emptied."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.source, self.full, self.fresh = source, folder / "full", folder / "fresh"

    def run(self, home: Path, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        """Run the program with a home folder."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_"))}
        environment |= {"HOME": str(home), "PYTHONPATH": str(self.source / "src")}
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
        if self.source == ROOT:  # earlier versions had other exit codes
            assert ran.returncode == row.code, (row, ran.stdout, ran.stderr)
        assert row.answer in ran.stdout, (row, ran.stdout)
        return passed

    def first(self, row: Row) -> float:
        """Return the seconds of a command with an empty cache."""
        shutil.rmtree(self.fresh, ignore_errors=True)
        for compiled in self.source.glob("src/**/*.nb?"):  # an earlier version keeps some of it beside its sources
            compiled.unlink()
        passed = self.seconds(self.fresh, row)
        subprocess.run(["pkill", "-f", "noughts.jit.child"], check=False)  # what still compiles would cost the next one
        return passed


def measured(version: Version, row: Row) -> tuple[float, float]:
    """Return the seconds of a command with an empty cache, and with a full one."""
    if row.instant:
        runs = [version.seconds(version.full, row) for _ in range(REPEATS)]
        return median(runs), median(runs)
    first = version.first(row)
    version.run(version.full, "warm-up")  # once; earlier versions have no such command, and compile in the run below
    version.seconds(version.full, row)
    return first, median(version.seconds(version.full, row) for _ in range(3))


def bare() -> float:
    """Return the seconds of `python -c pass`."""
    runs = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        runs.append(time.perf_counter() - began)
    return median(runs)


def table(before: Version | None, after: Version) -> str:
    """Return the table of all rows."""
    lines = ["| what a newcomer does | before: first | before: again | now: first | now: again | first, now / before |"]
    lines.append("|---|---|---|---|---|---|")
    for row in ROWS:
        python = bare()
        old = measured(before, row) if before is not None else None
        new = measured(after, row)

        def shown(seconds: float, row: Row = row, python: float = python) -> str:
            return f"{seconds / python:.1f} x `python -c pass`" if row.instant else f"{seconds:.1f} s"

        cells = [row.title, *(map(shown, old) if old else ("", "")), *map(shown, new)]
        cells.append(f"{new[0] / old[0]:.2f}" if old else "")
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table, or write it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout of an earlier version")
    parser.add_argument("--write", action="store_true", help="write the table into docs/performance.md")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        before = None if options.before is None else Version(options.before, Path(folder, "before"))
        found = table(before, Version(ROOT, Path(folder, "after")))
    if options.write:
        text = PAGE.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        PAGE.write_text(head + BEGIN + found + END + rest.partition(END)[2], encoding="utf-8")
    else:
        print(found)


if __name__ == "__main__":
    main()
