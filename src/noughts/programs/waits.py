"""A hook for the wait while a user's program is loaded and tried: it receives its spec, and how often it was called."""

from collections.abc import Callable
from contextvars import ContextVar

Reading = Callable[[str, int], None]  # takes the program's spec and the calls so far


def _not_told(spec: str, calls: int) -> None:
    """Show nothing."""


READING: ContextVar[Reading] = ContextVar("reading", default=_not_told)
