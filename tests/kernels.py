"""Compile what the tests need of compiled code, once, into the user's cache: `python -m tests.kernels`.

`make test` runs it before the tests' worker processes start, so that none compiles what another has. The fixture
`kernels` does the same.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from noughts import jit

SEARCH = ("noughts.search.player",)
SOLVE = ("noughts.solve.weak.solver", *(f"noughts.solve.strong.solver:{width}" for width in (4, 2, 1)))


def compile_kernels(modules: tuple[str, ...] = (*SOLVE, *SEARCH)) -> None:
    """Compile what the cache lacks, two modules at a time."""
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(_compile, modules))


def _compile(module: str) -> None:
    if not jit.ready(module):
        subprocess.run([sys.executable, "-m", "noughts.jit.child", module], check=True)


if __name__ == "__main__":
    compile_kernels()
