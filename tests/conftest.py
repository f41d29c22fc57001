"""Which tests run and in which order, and what all rooms share.

`--tier=quick`, the default, runs what has no mark. `--tier=gate` adds what is marked `gate`: a test of each real thing
(a view of the page in a browser, a database server, a jail, a process, a match). `--tier=long` runs the rest: what is
marked `slow` (more tests of such things, and what takes long) or `timing` (it waits for a clock, or needs many
processes). Some tests have two forms: they ask for the fixture `full`, or Hypothesis draws their examples; the long
tier runs them too, in their long form. `--tier=all` runs everything so.

`--rooms` runs the tests of the rooms that a change touches and of those that stand above them (tests/rooms.py).

tests/durations.json holds the seconds of each test of at least 0.1 s, as the last `make test-all` wrote it: the worker
processes begin with the pages (tests/browser), and then with the longest files.
"""

import gc
import importlib
import json
import os
import signal
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from noughts.solve.table_folder import VARIABLE
from tests import rooms
from tests.cli.conftest import run
from tests.kernels import are_compiled

__all__ = ["run"]  # the fixture, for every room that asks a command

slow_is_fine = (HealthCheck.too_slow,)  # on a shared machine time says nothing
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=15, suppress_health_check=slow_is_fine)
settings.register_profile("full", settings.get_profile("quick"), max_examples=40)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=slow_is_fine)

collect_ignore_glob = ["data/*"]  # other people's programs

DURATIONS = Path(__file__).parent / "durations.json"
SHORT = 0.1  # seconds; a test that takes less is not in the file, and is taken for
INSTANT = 0.01
BROWSER = "tests/browser"
LAST_COMMIT = ""  # what --rooms compares with where no commit is named

ROOMS = pytest.StashKey[set[str]]()  # whose tests run
LEFT_OUT = pytest.StashKey[tuple[int, int]]()  # how many tests were left out, how many run in the short form
TIERS = ("quick", "gate", "long")
LONG_TIERS = ("long", "all")
TIER_OF_MARK = {"gate": "gate", "slow": "long", "timing": "long"}
LEFT_OUT_BY_WORKER = "left out"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The tiers, the rooms, the durations, and the fuzzers' options (see tests/fuzz)."""
    parser.addoption("--tier", choices=(*TIERS, "all"), default=TIERS[0], help="which tests run (quick)")
    parser.addoption(
        "--rooms",
        nargs="?",
        const=LAST_COMMIT,
        metavar="COMMIT",
        help="run the tests of the rooms that differ from COMMIT, and of those above (the branch's upstream, or HEAD)",
    )
    parser.addoption("--store-durations", action="store_true", help="write tests/durations.json")
    parser.addoption("--mutations", type=int, help="how many mutations each fuzzer of tests/fuzz tries")
    parser.addoption("--fuzz-seed", type=int, default=0, help="where their chance starts")


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis draws the same examples in every run; `--hypothesis-profile=search` looks further.

    The tests ask no tables of the user's, and read English. Ctrl-C interrupts the processes that they start, also where
    the shell has told this process to ignore it, as it does for `make test &` in a script.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.pop(VARIABLE, None)
    os.environ["LANGUAGE"] = "en"
    if (commit := config.getoption("rooms")) is not None:
        try:
            config.stash[ROOMS] = rooms.asked_for(rooms.changed(commit or None))
        except ValueError as error:
            raise pytest.UsageError(f"--rooms: {error}") from None
    config.pluginmanager.register(Collection(config.stash.get(ROOMS, None)))
    settings.load_profile("full" if config.getoption("tier") in LONG_TIERS else "quick")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """In the gate one worker process runs all files of tests/browser: it starts the one browser and server."""
    if config.getoption("tier") != "gate" or config.getoption("dist") != "loadfile":
        return None
    scheduling: type = importlib.import_module("xdist.scheduler").LoadFileScheduling

    class OneBrowser(scheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            scope: str = super()._split_scope(nodeid)
            return BROWSER if scope.startswith(f"{BROWSER}/") else scope

    return OneBrowser(config, log)


class Collection:
    """What is collected, and what makes that quick. A plugin, since a conftest.py decides of its own folder alone."""

    def __init__(self, wanted: set[str] | None) -> None:
        self.wanted = wanted

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out the files of other rooms before they are imported."""
        if self.wanted is None or not collection_path.is_file() or rooms.is_asked_for(collection_path, self.wanted):
            return None
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Look for doctests only in files that have one."""
        found = yield
        if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
            found = [node for node in found if not isinstance(node, DoctestModule)]
        return found

    def pytest_collection(self) -> None:
        """Collect no garbage meanwhile: half a million objects are made that stay."""
        gc.disable()

    def pytest_collection_finish(self) -> None:
        """The collector ignores those from now on, and runs less often."""
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say which rooms are tested."""
    if (wanted := config.stash.get(ROOMS, None)) is None:
        return None
    return f"rooms: {', '.join(sorted(name or 'tests' for name in wanted)) or 'none: nothing has changed'}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other tiers, and count them; in worker processes, the longest files come first."""
    tier = config.getoption("tier")
    of_tier: dict[str, set[pytest.Item]] = {name: set() for name in TIERS}
    for item in items:
        of_tier[tier_of(item)].add(item)
    short = {item for item in items if has_two_forms(item)} - of_tier["long"]
    out = {
        "quick": of_tier["gate"] | of_tier["long"],
        "gate": of_tier["long"],
        "long": set(items) - of_tier["long"] - short,
        "all": set[pytest.Item](),
    }[tier]
    if tier not in LONG_TIERS:
        config.stash[LEFT_OUT] = len(out), len(short - out)
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]
    if hasattr(config, "workerinput"):
        known: dict[str, float] = json.loads(DURATIONS.read_text(encoding="utf-8"))
        of_file = defaultdict[Path, float](float)
        for item in items:
            of_file[item.path] += known.get(item.nodeid, INSTANT)
        items.sort(key=lambda item: -of_file[item.path])


def tier_of(item: pytest.Item) -> str:
    """Return the shortest tier that runs a test: the nearest of its marks counts, a parameter's before a file's."""
    for node in reversed(item.listchain()):
        if marks := [mark.name for mark in node.own_markers if mark.name in TIER_OF_MARK]:
            return TIER_OF_MARK[marks[-1]]
    return "quick"


def has_two_forms(item: pytest.Item) -> bool:
    """Return whether a test is longer in the long tier."""
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
    """Say what was left out, and how to run it; keep the durations of a run that passed."""
    failed = terminalreporter.stats.get("failed", []) + terminalreporter.stats.get("error", [])
    if config.getoption("store_durations") and not failed and not hasattr(config, "workerinput"):
        _store_durations(terminalreporter)
    left, short = config.stash.get(LEFT_OUT, (0, 0))
    if left or short:
        terminalreporter.write_line(
            f"{left} tests left out, {short} run in their short form; `make test-long` (`--tier=long`) runs these"
        )


def _store_durations(terminalreporter: pytest.TerminalReporter) -> None:
    """Write the durations of the tests that ran."""
    took = defaultdict[str, float](float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                took[report.nodeid] += report.duration
    known = {name: round(seconds, 1) for name, seconds in took.items() if seconds >= SHORT}
    DURATIONS.write_text(f"{json.dumps(known, indent=0, sort_keys=True)}\n", encoding="utf-8")


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether a test that has two forms runs the long one."""
    return request.config.getoption("tier") in LONG_TIERS


@pytest.fixture(scope="module")
def batches() -> Iterator[None]:
    """A player that can decide batches is asked in batches on small boards too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.players.player._ONE_BY_ONE", 0)
        yield


@pytest.fixture(scope="session")
def kernels() -> None:
    """The compiled engines are in the user's cache: no test compiles them, which takes minutes."""
    if not are_compiled():
        pytest.fail("the compiled engines are not in the cache: make kernels", pytrace=False)
