"""Calling a program that was not written for us: without `input()`, without its prints, with a limit on its steps."""

import builtins
import copy
import io
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from types import FrameType
from typing import Any, Never

# The lines of these are not the program's: Python's own modules, installed ones, and what follows random numbers.
_NOT_COUNTED = (os.path.dirname(os.__file__), os.path.dirname(__file__), "<frozen ")

_Trace = Callable[[FrameType, str, Any], Any]


_PLAIN = (list, dict, set, tuple, int, str, float, bool, type(None))
_MOST = 1000  # elements of a value that is copied
_CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
_NOISE = ("/dev/random", "/dev/urandom")


class Watch:
    """What a program reads that differs each time. `clocks`: how often it has read one; `noise`: the file of the
    system's random numbers that it has opened, or an empty text.

    It is for a process with one program: it begins at once, and never ends. Functions are replaced by name; an audit
    hook would be called for each `id()`, and a deep copy calls that for every object.
    """

    def __init__(self) -> None:
        self.clocks, self.noise = 0, ""
        for name in _CLOCKS:
            for each in (name, f"{name}_ns"):
                if (clock := getattr(time, each, None)) is not None:  # who has it by name already is not seen
                    setattr(time, each, self._counting(clock))
        os.open = self._noticing(os.open)
        builtins.open = io.open = self._noticing(open)

    def _counting(self, clock: Callable[[], Any]) -> Callable[[], Any]:
        def read() -> Any:
            self.clocks += 1
            return clock()

        return read

    def _noticing(self, opens: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(opens)
        def noticed(file: Any, *arguments: Any, **named: Any) -> Any:
            if isinstance(file, str | bytes | os.PathLike):
                path = os.path.realpath(os.fsdecode(file))
                self.noise = path if path in _NOISE else self.noise
            return opens(file, *arguments, **named)

        return noticed


class InputRefused(SystemExit):
    """The program called `input()`. It is not an Exception, so that a loop around `int(input())` does not catch it."""

    def __str__(self) -> str:
        return "it calls input(), which has no answer here; move its game loop under if __name__ == '__main__'"


class TooLong(SystemExit):
    """The program took more steps than a probe allows."""

    def __str__(self) -> str:
        return "it takes too long"


class RunsTooLong(BaseException):
    """The time of a program is over; it was in a `line`. Not an Exception, so that a program does not catch it."""

    def __init__(self, line: int = 0) -> None:
        super().__init__(f"line {line}")
        self.line = line


@contextmanager
def at_most(seconds: float, over: type[RunsTooLong] = RunsTooLong) -> Iterator[None]:
    """Raise `over` after some seconds of processor time, where there are signals: a browser has none."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def late(number: int, frame: FrameType | None) -> None:
        raise over(frame.f_lineno if frame else 0)

    before = signal.signal(signal.SIGPROF, late)
    left, _ = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, left)
        signal.signal(signal.SIGPROF, before)


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


def plain_copies(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return copies of those values of a module that are data, and not much of it."""
    data = {name: value for name, value in values.items() if not name.startswith("__") and _is_plain(value)}
    return copy.deepcopy(data)


def _is_plain(value: Any) -> bool:
    return type(value) in _PLAIN and (not hasattr(value, "__len__") or len(value) <= _MOST)


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
