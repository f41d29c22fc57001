"""The extras of the package: what their libraries are, and the one line that asks for a missing one."""

from functools import cache
from importlib.util import find_spec

from noughts.errors import MissingExtraError

# By extra, the libraries without which nothing that needs it works.
LIBRARIES = {
    "fast": ("numba", "numpy"),
    "postgres": ("psycopg",),
    "rl": ("pettingzoo", "numba", "numpy"),
    "tui": ("textual",),
    "web": ("fastjsonschema", "sqlalchemy", "starlette", "uvicorn"),
}


@cache
def installed(library: str) -> bool:
    """Return whether a library is installed; it is not imported."""
    return find_spec(library) is not None


def has_extra(extra: str) -> bool:
    """Return whether an extra is installed."""
    return all(map(installed, LIBRARIES[extra]))


def require_extra(extra: str, what: str) -> None:
    """Raise MissingExtraError, with the command to type, if an extra is not installed. `what` needs it.

    A room that cannot do without an extra asks for it in its `__init__`; a command asks before it starts anything.
    """
    if not has_extra(extra):
        raise MissingExtraError(what, extra)
