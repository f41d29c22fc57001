"""Calling a program that was not written for us: without `input()`, without its prints, with a limit on its steps."""

import builtins
import io
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any, Never

# The lines of these are not the program's: Python's own modules, installed ones, and what follows random numbers.
_NOT_COUNTED = (str(Path(os.__file__).parent), str(Path(__file__).parent), "<frozen ")

_Trace = Callable[[FrameType, str, Any], Any]


_CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")
_reads = {"clock": 0}  # how often the program has read one, where they are watched


def watch_clocks() -> None:
    """Count from now on how often the clocks of `time` are read; who has them by name already is not seen."""
    for name in _CLOCKS:
        setattr(time, name, _counting(getattr(time, name)))


def _counting(clock: Callable[[], Any]) -> Callable[[], Any]:
    def read() -> Any:
        _reads["clock"] += 1
        return clock()

    return read


def clock_reads() -> int:
    """Return how often a clock was read since they are watched."""
    return _reads["clock"]


class InputRefused(SystemExit):
    """The program called `input()`. It is no Exception, so that a loop around `int(input())` does not catch it."""

    def __str__(self) -> str:
        return "it calls input(), which has no answer here; move its game loop under if __name__ == '__main__'"


class TooLong(SystemExit):
    """The program took more steps than a probe allows."""

    def __str__(self) -> str:
        return "it takes too long"


def _refuse(*prompt: object) -> Never:
    raise InputRefused


@contextmanager
def without_input() -> Iterator[None]:
    """Let `input()` raise InputRefused: a program must not wait for an answer."""
    before = builtins.input
    builtins.input = _refuse
    try:
        yield
    finally:
        builtins.input = before


@contextmanager
def in_silence(seed: int = 0) -> Iterator[None]:
    """Discard what the program prints; let it raise SystemExit where it would end the process."""
    ends = os._exit, os.abort
    os._exit = os.abort = sys.exit  # type: ignore[assignment]
    try:
        with redirect_stdout(io.StringIO()), seeded(seed):
            yield
    finally:
        os._exit, os.abort = ends


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Let the random numbers of the process, also NumPy's and the system's, follow from a seed; then leave them as they
    were."""
    system, bytes_of = (os.urandom, vars(random)["_urandom"]), random.Random(seed).randbytes
    os.urandom = bytes_of
    vars(random)["_urandom"] = bytes_of
    arrays = sys.modules["numpy"].random if "numpy" in sys.modules else None
    before, arrays_before = random.getstate(), arrays and arrays.get_state()
    random.seed(seed)
    if arrays:
        arrays.seed(seed)
    try:
        yield
    finally:
        os.urandom, vars(random)["_urandom"] = system
        random.setstate(before)
        if arrays:
            arrays.set_state(arrays_before)


def limited(steps: int, call: Callable[[], Any]) -> Any:
    """Return `call()`. Raises TooLong after `steps` lines of Python: a wrong board may send a program into a loop.

    >>> limited(1000, lambda: sum(range(10)))
    45
    """
    left = steps

    def trace(frame: FrameType, event: str, argument: Any) -> _Trace | None:
        nonlocal left
        if frame.f_code.co_filename.startswith(_NOT_COUNTED):
            return None
        left -= 1
        if left < 0 and event == "line":
            raise TooLong
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return call()
    finally:
        sys.settrace(before)
