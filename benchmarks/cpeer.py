"""The peer of the kernels: a small C program, compiled and timed in the same run."""

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

COMPILER = shutil.which("gcc") or shutil.which("cc")


@cache
def library(source: Path) -> ctypes.CDLL:
    """Return a C file as a library, compiled for this machine; where there is no compiler the benchmark is skipped."""
    if COMPILER is None:
        pytest.skip("no C compiler to compare with")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "peer.so"
        command = [COMPILER, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(source)]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(target))


def compare(benchmark: Any, ours: Callable[[], Any], peer: Callable[[], Any], rounds: int, unit: float = 1e-6) -> Any:
    """Time both, turn by turn, on a machine that others may use too; return what ours gave.

    The medians and their ratio stand in the benchmark's extra information, and on standard output (`pytest -s`).
    """
    times: dict[str, list[float]] = {"ours": [], "peer": []}
    ours(), peer()
    for _ in range(rounds):
        for name, work in (("ours", ours), ("peer", peer)):
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    found = {name: median(values) for name, values in times.items()}
    benchmark.extra_info |= {
        "ours": found["ours"] / unit,
        "peer": found["peer"] / unit,
        "ratio": found["ours"] / found["peer"],
    }
    print({name: round(value, 2) for name, value in benchmark.extra_info.items()})
    return benchmark.pedantic(ours, rounds=rounds, warmup_rounds=1)
