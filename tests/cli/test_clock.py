"""Limits of time hold for a command as a whole."""

import pytest

from noughts.cli import clock


class Times:
    """The clocks of a process: seconds since some time, and of its processor."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, passed: float, spent: float) -> None:
        self.passed = passed
        monkeypatch.setattr("noughts.cli.clock.time.monotonic", lambda: self.passed)
        monkeypatch.setattr("noughts.cli.clock.time.process_time", lambda: spent)


def test_the_start_of_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    times = Times(monkeypatch, 100.0, 0.25)
    clock.begin()
    assert clock.time_left(2) == 1.75
    times.passed += 1
    assert clock.time_left(2) == 0.75
    times.passed += 9
    assert clock.time_left(2) == 0.01


def test_a_process_that_ran_other_commands_before(monkeypatch: pytest.MonkeyPatch) -> None:
    Times(monkeypatch, 100.0, 50.0)
    clock.begin()
    assert clock.time_left(2) == 2


def test_no_time_at_all() -> None:
    assert clock.time_left(0) == 0
