"""The language in which this process, or one task of it, says what a person reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

ENGLISH: Final = "en"
NONE: Final = "und"  # no language: a sentence stays its kind and values, as JSON, to be said later

_process = [ENGLISH]
_task: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """Return the code of the reader's language: of this task, else of the process."""
    return _task.get() or _process[0]


def speak(code: str) -> None:
    """Set the language of the process, for all its threads."""
    _process[0] = code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Set the language of this task or thread within the context."""
    before = _task.set(code)
    try:
        yield
    finally:
        _task.reset(before)
