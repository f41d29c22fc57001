"""What is run once more after it failed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.again import MOST, worth_another_run

ROOT = Path(__file__).parents[1]
FAILS_ONCE = """
from pathlib import Path

def test_it():
    mark = Path(__file__).with_suffix(".mark")
    first, _ = not mark.exists(), mark.touch()
    assert not first or {passes}
"""


def report(name: str, when: str = "call") -> pytest.TestReport:
    return pytest.TestReport(name, ("", None, ""), {}, "failed", "", when)  # type: ignore[arg-type]


def test_a_few_failures_are_tried_again() -> None:
    few = [report(f"tests/test_{n}.py::test_it") for n in range(MOST)]
    assert worth_another_run([*few, report(few[0].nodeid, "teardown")]) == [one.nodeid for one in few]


@pytest.mark.parametrize(
    "reports",
    [
        [report(f"tests/test_{n}.py::test_it") for n in range(MOST + 1)],
        [report("tests/test_one.py::test_it"), report("tests/fuzz/test_tables.py::test_it")],
        [report("tests/signature/test_signature.py::test_it")],
        [report("tests/web/test_faults.py::test_a_killed_server_keeps_its_games")],
        [report("tests/test_one.py::test_it", "???")],
    ],
    ids=["many", "fuzz", "signature", "kill", "a worker died"],
)
def test_others_are_not(reports: list[pytest.TestReport]) -> None:
    assert worth_another_run(reports) == []


@pytest.mark.gate
def test_a_test_that_passes_the_second_time_is_named(tmp_path: Path) -> None:
    ended = gate(tmp_path, FAILS_ONCE.format(passes="False"))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.splitlines()[-1] == "flaky: test_sometimes.py::test_it"


@pytest.mark.slow
def test_a_test_that_fails_twice_fails(tmp_path: Path) -> None:
    ended = gate(tmp_path, "def test_it():\n    assert False\n")
    assert ended.returncode == pytest.ExitCode.TESTS_FAILED
    assert "flaky" not in ended.stdout


def gate(folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """Run a file of tests as CI does: two processes, a file to each."""
    (folder / "test_sometimes.py").write_text(text)
    names = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "tests.again", "-q", "-p", "xdist", "-n2", "--dist=loadfile"]
    environment = names | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
