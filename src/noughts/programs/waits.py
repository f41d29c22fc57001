"""A hook for the wait while a user's program is loaded and tried: it receives the program's text."""

from collections.abc import Callable
from contextvars import ContextVar

Reading = Callable[[str], None]  # takes the program's text


def _not_told(spec: str) -> None:
    """Show nothing."""


READING: ContextVar[Reading] = ContextVar("reading", default=_not_told)
