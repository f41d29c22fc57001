"""Calling a program that was not written for us: without `input()`, without its prints, with a limit on its steps."""

import builtins
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from types import FrameType
from typing import Any, Never

_Trace = Callable[[FrameType, str, Any], Any]


class InputRefused(SystemExit):
    """The program called `input()`. It is no Exception, so that a loop around `int(input())` does not catch it."""

    def __str__(self) -> str:
        return "it calls input(), but there is nobody to answer; move its game loop under if __name__ == '__main__'"


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
def in_silence() -> Iterator[None]:
    """Discard what the program prints, and leave the random numbers of the process as they were."""
    state = random.getstate()
    with redirect_stdout(io.StringIO()):
        try:
            yield
        finally:
            random.setstate(state)


def limited(steps: int, call: Callable[[], Any]) -> Any:
    """Return `call()`. Raises TooLong after `steps` lines of Python: a wrong board may send a program into a loop.

    >>> limited(1000, lambda: sum(range(10)))
    45
    """
    left = steps

    def trace(frame: FrameType, event: str, argument: Any) -> _Trace:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooLong
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return call()
    finally:
        sys.settrace(before)
