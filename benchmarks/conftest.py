"""Compiles all kernels first. Prints, below the table of timings, what a benchmark measured besides its time: ratios,
memory."""

import os

import pytest

from tests.kernels import compile_kernels

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as on the command line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    session = getattr(config, "_benchmarksession", None)
    for benchmark in getattr(session, "benchmarks", ()):
        for name, value in benchmark.extra_info.items():
            terminalreporter.write_line(
                f"{benchmark.name}: {name} = {value if isinstance(value, str) else f'{value:,}'}"
            )


@pytest.fixture(scope="session", autouse=True)
def kernels() -> None:
    """Compile what the user's cache lacks: until it is there, plain Python answers, and another process is at work."""
    compile_kernels()
