"""Prints, below the table of timings, what a benchmark measured besides its time: ratios to a peer, memory."""

import os

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as on the command line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    session = getattr(config, "_benchmarksession", None)
    for benchmark in getattr(session, "benchmarks", ()):
        for name, value in benchmark.extra_info.items():
            terminalreporter.write_line(
                f"{benchmark.name}: {name} = {value if isinstance(value, str) else f'{value:,}'}"
            )
