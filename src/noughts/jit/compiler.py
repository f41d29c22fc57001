"""The compiler. No other module imports Numba, so all compiled code is kept in the user's cache folder.

If no folder is writable (a read-only HOME and installation), each process compiles everything again.
"""

import os
import typing
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from noughts.errors import MissingExtraError
from noughts.extras import has_extra
from noughts.jit.code_folder import compiled_code_folder

# Numba reads this at its first import. A folder set by the user is kept.
os.environ.setdefault("NUMBA_CACHE_DIR", str(compiled_code_folder()))

if not has_extra("fast"):
    raise MissingExtraError("compiled code", "fast")

import numba
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import prange, types
from numba.core.cgutils import get_item_pointer, get_or_insert_function
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array

__all__ = [
    "get_item_pointer",
    "get_or_insert_function",
    "has_instruction",
    "intrinsic",
    "ir",
    "kernel",
    "kernel_part",
    "make_array",
    "njit",
    "overload",
    "prange",
    "types",
]

F = TypeVar("F", bound=Callable[..., Any])

_LEAN = {"nogil": True, "_nrt": False, "no_cfunc_wrapper": True}  # of a kernel


@typing.overload
def njit(function: F) -> F: ...
@typing.overload
def njit(**options: Any) -> Callable[[F], F]: ...
def njit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return the function compiled by Numba, as `@njit` or `@njit(nogil=True, ...)`; `cache=True` is the default.

    >>> @njit
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(21)
    42
    """
    return _decorated(function, options)


@typing.overload
def kernel(function: F) -> F: ...
@typing.overload
def kernel(**options: Any) -> Callable[[F], F]: ...
def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return the function compiled for an inner loop, without the interpreter's lock.

    A kernel allocates nothing and keeps no array, and its caller holds all arrays until it returns: then it needs no
    reference counts (`_nrt`), which took about half of the time. For a literal argument Numba compiles a kernel again:
    constants that are arguments are NumPy integers.
    """
    return _decorated(function, _LEAN | options)


@typing.overload
def kernel_part(function: F) -> F: ...
@typing.overload
def kernel_part(**options: Any) -> Callable[[F], F]: ...
def kernel_part(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return a kernel that only kernels call: without an entry for Python it compiles faster.

    Numba hands an array on as seven words or more. For a tuple of many arrays `forceinline=True` saves this time.
    """
    return _decorated(function, _LEAN | {"no_cpython_wrapper": True} | options)


def has_instruction(feature: str) -> bool:
    """Return whether code is compiled for a processor that has a feature, in LLVM's words, such as `bmi2`."""
    if os.environ.get("NUMBA_CPU_NAME") or os.environ.get("NUMBA_CPU_FEATURES"):  # chosen by the user
        return False
    return bool(binding.get_host_cpu_features().get(feature))


def _decorated(function: Callable[..., Any] | None, options: dict[str, Any]) -> Any:
    """Return the function compiled, or the decorator that does so, where it is called with options."""
    return partial(_compiled, options=options) if function is None else _compiled(function, options)


def _compiled(function: F, options: dict[str, Any]) -> F:
    try:
        compiled: F = numba.njit(**{"cache": True, **options})(function)
    except RuntimeError:  # "cannot cache function: no locator available": nowhere to write
        compiled = numba.njit(**{**options, "cache": False})(function)
    return compiled
