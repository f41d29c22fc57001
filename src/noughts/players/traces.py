"""The traceback of a strategy's own exception, without the frames of this package."""

import contextlib
import os
import traceback
from collections.abc import Iterator

from noughts.errors import NoughtsError, StrategyError

_OURS = os.path.dirname(os.path.dirname(__file__))


def own_trace(error: NoughtsError) -> tuple[str, ...]:
    """Return the lines of the traceback of what a strategy raised; empty if they say no more than the message."""
    if isinstance(error, StrategyError) and error.trace:
        return error.trace
    return () if error.__cause__ is None else tuple(_lines(error.__cause__))


def with_line(error: NoughtsError) -> str:
    """Return an error's message with the line of the strategy that raised: `... (mine.py, line 3)`."""
    return str(error) if error.__cause__ is None else located(str(error), error.__cause__)


def located(text: str, cause: BaseException) -> str:
    """Return a text with the line of the strategy that raised an exception."""
    frames = [] if isinstance(cause, SyntaxError) else _frames(cause)
    if not frames or f"line {frames[-1].lineno}" in text:
        return text
    return f"{text} ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})"


def _frames(cause: BaseException) -> list[traceback.FrameSummary]:
    return [
        frame
        for frame in traceback.extract_tb(cause.__traceback__)
        if not frame.filename.startswith((_OURS, "<frozen importlib", contextlib.__file__))
    ]


def _lines(cause: BaseException) -> Iterator[str]:
    frames = _frames(cause)
    if frames or isinstance(cause, SyntaxError):
        yield "Traceback (most recent call last):"
        for text in (*traceback.format_list(frames), *traceback.format_exception_only(cause)):
            yield from text.rstrip().splitlines()
