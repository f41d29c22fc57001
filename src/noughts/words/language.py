"""The language in which this task says what a person reads."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

ENGLISH: Final = "en"
NONE: Final = "und"  # no language: a sentence stays its kind and values, as JSON, to be said later
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in gettext's order

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the reader's language: a code, or what an environment wants, as `de_AT.UTF-8` or `fr:de`."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Set the language within the context, for this task alone."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def wanted(environment: Mapping[str, str]) -> str:
    """Return the language that an environment wants, as gettext reads it.

    >>> wanted({"LANG": "de_DE.UTF-8"}), wanted({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}), wanted({})
    ('de_DE.UTF-8', 'C', 'en')
    """
    return next((environment[name] for name in _VARIABLES if environment.get(name)), ENGLISH)
