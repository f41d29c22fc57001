"""Compile what the tests need of compiled code, once, into the user's cache: `python -m tests.kernels`.

`make test` runs it before the tests' worker processes start, so that none compiles what another has. The fixture
`kernels` fails where it was not run. `noughts warm-up` compiles the same, and says what it does.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from noughts import jit

# Each string is one process: modules that share kernels stand together. The strong search of the largest boards is the
# one of two words with longer loops, and only the long tier needs it: its tests compile it.
SETS = (
    "noughts.search.player",  # the longest first
    "noughts.solve.strong.strong_search:2",
    "noughts.solve.strong.strong_search:1 noughts.solve.strong.strategy_steps:1",
    "noughts.solve.weak.weak_solver:1:2 noughts.solve.weak.proof.breaker_strategy:1:2",
    "noughts.solve.tables.retrograde noughts.solve.gravity.gravity_search:1 noughts.solve.gravity.gravity_search:2",
)


def compile_kernels() -> None:
    """Compile what the cache lacks, in two processes at a time."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(_compile, (line.split() for line in SETS)))


def are_compiled() -> bool:
    """Return whether the cache has all of it."""
    return all(jit.ready(module) for line in SETS for module in line.split())


def _compile(modules: list[str]) -> None:
    if not all(map(jit.ready, modules)):
        subprocess.run([sys.executable, "-m", "noughts.jit.compiling", *modules], check=True)


if __name__ == "__main__":
    compile_kernels()
