"""The clock of a command: limits of time hold for the command as a whole, the start of Python included."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

from noughts.errors import LimitExceeded

_STARTS = (
    2.0  # seconds of processor time that the start of Python takes at most; with more, this process is a longer one
)
_LEAST = 0.01  # seconds: a search with no time at all would be one without a limit

_began = time.monotonic()


def begin() -> None:
    """Start the command's clock at the start of the process; at this moment in a process that has run for a while."""
    global _began  # noqa: PLW0603
    spent = time.process_time()
    _began = time.monotonic() - (spent if spent < _STARTS else 0)


def time_left(seconds: float) -> float:
    """Return what is left of a limit in seconds: not less than 10 ms, 0 for no time at all."""
    return max(_LEAST, seconds - (time.monotonic() - _began)) if seconds else 0.0


def require_time(seconds: float | None, more: str = "") -> None:
    """Raise LimitExceeded if a limit in seconds is reached, if there is one; `more` is said after that."""
    if seconds is not None and time_left(seconds) <= _LEAST:
        raise _over(seconds, more)


@contextmanager
def reading_within(seconds: float | None, path: os.PathLike[str]) -> Iterator[None]:
    """Raise LimitExceeded once a limit is reached, also while a pipe or a terminal says nothing.

    A regular file has an end, so that its reader can look at the clock itself.
    """
    if seconds is None or os.path.isfile(path) or not hasattr(signal, "setitimer"):
        yield
        return
    limit = seconds

    def stop(number: int, frame: object) -> None:
        raise _over(limit)

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, time_left(limit) or _LEAST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _over(seconds: float, more: str = "") -> LimitExceeded:
    return LimitExceeded(f"{seconds:g} s are over{more}")
