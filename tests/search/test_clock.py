"""When a search stops, by a clock that the test moves, and when its kernels are ready."""

import subprocess
import sys

import pytest

from noughts.core.budget import Budget
from noughts.search import kernel_loading
from noughts.search.search_clock import Clock


class Time:
    """A clock that stands still until `pass_` moves it."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def pass_(self, seconds: float) -> None:
        self.seconds += seconds


def run(clock: Clock, time: Time, speed: float) -> tuple[float, int]:
    """Return the seconds that a search of so many nodes a second takes until its time is up, and its looks."""
    nodes, looks, began = 0, 0, time()
    while not clock.is_up(nodes):
        assert clock.until > nodes
        time.pass_((clock.until - nodes) / speed)
        nodes, looks = clock.until, looks + 1
    return time() - began, looks


def test_the_hard_limit_is_kept_at_any_speed() -> None:
    for speed in (20_000.0, 600_000.0, 5_000_000.0):
        time = Time()
        took, looks = run(Clock(Budget(seconds=1.0), now=time), time, speed)
        assert 1.0 <= took <= 1.0 + 2 * 200 / speed + 1e-6
        assert looks >= 100


def test_a_search_that_is_slowed_down_looks_earlier() -> None:
    time = Time()
    clock = Clock(Budget(seconds=1.0), now=time)
    nodes = 0
    for speed in (1e6, 1e6, 1e5, 1e5, 1e5):
        assert not clock.is_up(nodes)
        some = clock.until - nodes
        time.pass_(some / speed)
        nodes = clock.until
    assert some <= 1001  # 10 ms at the slower speed


def test_nodes_are_counted_without_a_clock() -> None:
    time = Time()
    clock = Clock(Budget(nodes=100), now=time)
    time.pass_(1000.0)
    assert not clock.is_up(60)
    assert clock.until == 100
    assert clock.is_up(100)
    assert not clock.enough(changed=False, forced=True)
    clock.patience = 3
    assert not clock.is_up(299)
    assert clock.is_up(300)


def test_of_two_limits_the_first_counts() -> None:
    time = Time()
    clock = Clock(Budget(nodes=500, seconds=1.0), now=time)
    assert not clock.is_up(0)
    assert clock.until == 200
    assert clock.is_up(500)
    time.pass_(1.0)
    assert clock.is_up(1)


def test_seconds_spent_before_count() -> None:
    assert not Clock(Budget(seconds=1.0), 0.9, Time()).is_up(0)
    assert Clock(Budget(seconds=1.0), 0.9, Time()).enough(changed=True)
    assert Clock(Budget(seconds=1.0), 1.0, Time()).is_up(0)


def depths(budget: Budget, changes: str) -> int:
    """Return how many depths of 0.1 s each are searched; `changes` has a letter for each: c, the best move changed."""
    time = Time()
    clock = Clock(budget, now=time)
    for depth, letter in enumerate(changes, start=1):
        time.pass_(0.1)
        if clock.enough(changed=letter == "c", forced=letter == "f"):
            return depth
    return len(changes)


def test_without_a_soft_limit_a_move_takes_its_time() -> None:
    assert depths(Budget(seconds=1.0), "." * 20) == depths(Budget(seconds=1.0), "c" * 20) == 8


def test_a_move_that_changes_gets_more_time_than_one_that_is_settled() -> None:
    game = Budget(seconds=4.0, soft=1.0)
    assert depths(game, "." * 20) == 4
    assert depths(game, ".......c............") == 4
    assert depths(game, "c" * 20) == 13
    assert depths(game, "cccccc..............") == 8
    assert depths(game, "cccccccccccc........") == 13


def test_a_forced_move_takes_one_depth_only_where_time_is_saved_for_others() -> None:
    assert depths(Budget(seconds=4.0, soft=1.0), "f" * 20) == 1
    assert depths(Budget(seconds=1.0), "f" * 20) == 8


def test_the_soft_limit_never_passes_the_hard_one() -> None:
    assert depths(Budget(seconds=1.0, soft=5.0), "c" * 20) == 8


LOADED_IN_THE_BACKGROUND = """
import sys
from noughts.search import kernel_loading
assert "numba" not in sys.modules
kernel_loading.load()
kernel_loading._loaded.clear()
kernel_loading.ready = lambda module: True
print(kernel_loading.is_loaded(0.0) or kernel_loading.is_loaded(600.0), len(kernel_loading._loaded))
"""


@pytest.mark.slow
def test_the_kernels_are_loaded_by_a_thread() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED_IN_THE_BACKGROUND], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["True", "1"]


def test_a_child_compiles_first(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def prepare(module: str) -> bool:
        asked.append(module)
        return True

    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr(kernel_loading, "ready", lambda module: False)
    monkeypatch.setattr(kernel_loading, "prepare", prepare)
    assert not kernel_loading.is_loaded(600.0)
    assert asked == ["noughts.search.player"]


def test_without_a_compiler_it_is_never_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_loading, "_loaded", [])
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    assert not kernel_loading.is_loaded(600.0)


def test_what_is_loaded_stays_loaded() -> None:
    assert kernel_loading.load() is kernel_loading.load()
    assert kernel_loading.is_loaded(0.0)
