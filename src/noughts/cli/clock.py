"""The clock of a command: limits of time hold for the command as a whole, the start of Python included."""

import time

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


def require_time(seconds: float | None) -> None:
    """Raise LimitExceeded if a limit in seconds is reached, if there is one."""
    if seconds is not None and time_left(seconds) <= _LEAST:
        raise LimitExceeded(f"{seconds:g} s are over")
