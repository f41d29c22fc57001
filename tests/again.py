"""Run pytest; what fails there is run once more, alone: `python -m tests.again OPTIONS-OF-PYTEST`.

One test in thousands that a busy machine slowed down keeps no work from landing, and is not forgotten either: the last
lines name it, `flaky: NAME`. Only a few failures are tried again: many have a cause. Fuzzers, signatures and kills are
never tried again, since a second run proves nothing of what the first one found; nor is anything after a worker process
that died, since the tests that it had left did not run.
"""

import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

MOST = 3  # names that are tried again
NEVER = ("tests/fuzz/", "tests/signature/", "kill")  # parts of a test's name
PHASES = ("setup", "call", "teardown")  # a report of another one tells that a worker process died


@dataclass
class Failures:
    """A plugin of pytest: it keeps the reports of what failed, those of all worker processes."""

    reports: list[pytest.TestReport]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a failure."""
        if report.failed:
            self.reports.append(report)


def worth_another_run(reports: Iterable[pytest.TestReport]) -> list[str]:
    """Return the names of the tests to run again, or none if one of the failures forbids it."""
    kept = list(reports)
    names = list(dict.fromkeys(report.nodeid for report in kept))
    if len(names) > MOST or any(report.when not in PHASES for report in kept):
        return []
    return [] if any(part in name for name in names for part in NEVER) else names


def main(options: list[str]) -> int:
    """Run the tests, and those that fail once more, in one process; return the exit code."""
    failures = Failures([])
    code = int(pytest.main(options, plugins=[failures]))
    names = worth_another_run(failures.reports) if code == pytest.ExitCode.TESTS_FAILED else []
    if not names:
        return code
    print(f"\nonce more, alone: {', '.join(names)}", flush=True)
    again = subprocess.run([sys.executable, "-m", "pytest", *options, "-n0", *names], check=False)
    if again.returncode == 0:
        print("\n".join(f"flaky: {name}" for name in names), flush=True)
    return again.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
