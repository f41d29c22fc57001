"""The two tiers of the tests, and what all rooms share.

`--tier=quick`, the default, leaves out the tests that are marked `slow`. Some tests have two forms: they ask for the
fixture `full`, or Hypothesis draws their examples; in this tier they run in the short one. `--tier=slow` runs what the
quick tier leaves out, long forms included, and `--tier=all` everything.
"""

import importlib
import os
import signal
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from noughts.solve.table_folder import VARIABLE
from tests.kernels import compile_kernels

slow_is_fine = (HealthCheck.too_slow,)  # on a shared machine time says nothing
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=15, suppress_health_check=slow_is_fine)
settings.register_profile("full", settings.get_profile("quick"), max_examples=40)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=slow_is_fine)

collect_ignore_glob = ["data/*"]  # other people's programs

# One worker process runs a whole file: these begin first, so that none of them runs alone at the end.
LONG_FILES = (
    "web/test_schemathesis.py",
    "web/test_statemachine.py",
    "signature/test_signature.py",
    "browser/test_static_site.py",
)

LEFT_OUT = pytest.StashKey[tuple[int, int]]()  # how many tests were left out, how many run in the short form
LEFT_OUT_BY_WORKER = "left out"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The tiers, and the fuzzers' options (see tests/fuzz)."""
    parser.addoption("--tier", choices=("quick", "slow", "all"), default="quick", help="which tests run (quick)")
    parser.addoption("--mutations", type=int, help="how many mutations each fuzzer of tests/fuzz tries")
    parser.addoption("--fuzz-seed", type=int, default=0, help="where their chance starts")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis draws the same examples in every run; `--hypothesis-profile=search` looks further.

    The tests ask no tables of the user's. Ctrl-C interrupts the processes that they start, also where the shell has
    told this process to ignore it, as it does for `make test &` in a script.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop(VARIABLE, None)
    settings.load_profile("quick" if config.getoption("tier") == "quick" else "full")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other tier, and count them; in worker processes, the long files come first."""
    tier = config.getoption("tier")
    slow = {item for item in items if item.get_closest_marker("slow")}
    short = {item for item in items if has_two_forms(item)} - slow
    if tier == "quick":
        config.stash[LEFT_OUT] = len(slow), len(short)
    out = {"quick": slow, "slow": set(items) - slow - short, "all": set[pytest.Item]()}[tier]
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]
    if hasattr(config, "workerinput"):
        in_files = Counter(item.path for item in items)
        items.sort(key=lambda item: (not str(item.path).endswith(LONG_FILES), -in_files[item.path]))


def has_two_forms(item: pytest.Item) -> bool:
    """Return whether a test is longer in the slow tier."""
    by_hypothesis: bool = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return by_hypothesis or "full" in getattr(item, "fixturenames", ())


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the main process what this worker process has left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[LEFT_OUT_BY_WORKER] = session.config.stash.get(LEFT_OUT, (0, 0))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Keep what a worker process sends. Each of them collects all tests, so they all send the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get(LEFT_OUT_BY_WORKER, (0, 0))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was left out, and how to run it."""
    left, short = config.stash.get(LEFT_OUT, (0, 0))
    if left or short:
        terminalreporter.write_line(
            f"quick tier: {left} slow tests left out, {short} tests run in their short form; "
            "`make test-all` or `pytest --tier=all` runs everything"
        )


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether a test that has two forms runs the long one."""
    return bool(request.config.getoption("tier") != "quick")


@pytest.fixture(scope="session")
def kernels() -> None:
    """The compiled engines are in the user's cache."""
    compile_kernels()


@pytest.fixture
def dask() -> Iterator[Any]:
    """A Dask cluster of two workers on this machine."""
    local: Any = importlib.import_module("distributed").LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address="127.0.0.1:0",  # else clusters of tests that run at once want the same port
        host="127.0.0.1",
        scheduler_port=0,
        silence_logs=50,
    )
    with local:
        yield local
