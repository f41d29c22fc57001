"""Small commands, the whole process, beside a bare `python -c pass`: processor time, in runs that alternate.

The floor of every command but `--version` is `import click`.
"""

import os
import statistics
import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest

BARE = ("-c", "pass")
ROUNDS = 25

ANSWERS = {
    "-c import click": "",
    "-c import noughts": "",
    "-m noughts --version": "noughts ",
    "-m noughts --help": "Exit codes:",
    "-m noughts solve 3,3,3": "3,3,3, X to move: draw",
    "-m noughts explain --strategy ring X../.O./..X": "ring, O to move: b1",
    "-m noughts prove ring": "never loses",
    "-m noughts match ring weights": "exact",
}


def ran(*arguments: str) -> tuple[float, str]:
    """Return a process's seconds of processor time, and its output."""
    # An installed package is compiled to bytecode; an environment may keep a checkout from that.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, *arguments]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


@pytest.mark.benchmark(group="start")
@pytest.mark.parametrize("line", ANSWERS)
def bench_start(benchmark: Any, line: str) -> None:
    """Goals, in times of a bare Python: 1.2 to import the package, 6 for `solve`, 7 for `explain`, 12 for `match`."""
    option, _, rest = line.partition(" ")
    arguments = (option, rest) if option == "-c" else (option, *rest.split())
    bare: list[float] = []
    ours: list[float] = []

    def turn() -> None:
        bare.append(ran(*BARE)[0])
        seconds, output = ran(*arguments)
        ours.append(seconds)
        assert ANSWERS[line] in output

    benchmark.pedantic(turn, rounds=ROUNDS, warmup_rounds=1)
    benchmark.extra_info["times a bare python"] = round(statistics.median(ours) / statistics.median(bare), 2)
