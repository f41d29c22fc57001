"""Calling a program that was not written for us: without `input()`, without its prints, with a limit on its steps."""

import builtins
import contextlib
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any, Never

# The lines of these are not the program's: draws of random numbers, and what follows them.
_NOT_COUNTED = (random.__file__, contextlib.__file__, str(Path(__file__).with_name("chance.py")))

_Trace = Callable[[FrameType, str, Any], Any]


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
    """Discard what the program prints."""
    with redirect_stdout(io.StringIO()), seeded(seed):
        yield


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Let the random numbers of the process, also NumPy's, follow from a seed; then leave them as they were."""
    arrays = sys.modules["numpy"].random if "numpy" in sys.modules else None
    before, arrays_before = random.getstate(), arrays and arrays.get_state()
    random.seed(seed)
    if arrays:
        arrays.seed(seed)
    try:
        yield
    finally:
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
        if frame.f_code.co_filename in _NOT_COUNTED:
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
