"""How the kernels of the search are compiled."""

from collections.abc import Callable
from typing import Any, TypeVar

from noughts.jit.compiler import njit

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Return the function compiled; one whose name starts with an underscore can be called by other kernels only.

    A kernel here allocates nothing and keeps no array, and its caller holds all arrays until it returns. So it needs
    no reference counts (`_nrt`), which took more than half of the time. A kernel without a wrapper for Python, and
    without one for C, compiles faster. For a literal argument Numba compiles a kernel again: constants that are
    arguments are NumPy integers.
    """
    inner = function.__name__.startswith("_")
    return njit(nogil=True, _nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=inner)(function)
