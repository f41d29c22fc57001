"""The compiler, in one place: nobody else imports Numba, so compiled code is kept in the user's cache folder.

Without a place to write to (a read-only HOME, a read-only installation) everything is compiled anew in each process.
"""

import os
import typing
from collections.abc import Callable
from typing import Any, TypeVar

from noughts.jit.cache import compiled_code_folder

# Numba reads this when it is first imported; a folder that the user has chosen stays chosen.
os.environ.setdefault("NUMBA_CACHE_DIR", str(compiled_code_folder()))

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba import prange, types
from numba.extending import intrinsic, overload

__all__ = ["intrinsic", "ir", "njit", "overload", "prange", "types"]

F = TypeVar("F", bound=Callable[..., Any])


@typing.overload
def njit(function: F) -> F: ...
@typing.overload
def njit(**options: Any) -> Callable[[F], F]: ...
def njit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return the function compiled by Numba, as `@njit` or `@njit(nogil=True, ...)`; `cache=True` unless refused.

    >>> @njit
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(21)
    42
    """
    if function is None:
        return lambda late: _compiled(late, options)
    return _compiled(function, options)


def _compiled(function: F, options: dict[str, Any]) -> F:
    try:
        compiled: F = numba.njit(**{"cache": True, **options})(function)
    except RuntimeError:  # "cannot cache function: no locator available": nowhere to write
        compiled = numba.njit(**{**options, "cache": False})(function)
    return compiled
