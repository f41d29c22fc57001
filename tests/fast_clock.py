"""Runs the process of a user's program on a machine whose clocks run a hundred times as fast: `python fast_clock.py`.

Its processor time is what it is.
"""

import runpy
import signal
import time
from collections.abc import Callable

TIMES = 100.0


def fast(clock: Callable[[], float]) -> Callable[[], float]:
    began = clock()
    return lambda: began + TIMES * (clock() - began)


def set_timer(which: int, seconds: float, interval: float = 0.0) -> tuple[float, float]:
    return real_timer(which, seconds / TIMES if which == signal.ITIMER_REAL else seconds, interval)


if __name__ == "__main__":
    for name in ("time", "monotonic", "perf_counter"):
        setattr(time, name, fast(getattr(time, name)))
    real_timer, signal.setitimer = signal.setitimer, set_timer
    runpy.run_module("noughts.programs.jail.start", run_name="__main__", alter_sys=True)
