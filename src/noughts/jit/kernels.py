"""Kernels of one source for two ways to run: as it stands, in plain Python, and compiled.

The marks `@kernel` and `@kernel_part` change nothing, and import no compiler. `compiled(function)` is the same function
compiled, with the marked functions that it calls. What has two forms, since it works on ints in plain Python and on
machine words compiled, stands in two modules under the same names: the plain one names the other as `COMPILED_FORM`.
That module may also define plain functions for the compiler (`overload`).
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = "compiler_options"  # of a marked function


def kernel(*, forceinline: bool = False) -> Callable[[F], F]:
    """Mark a function that is called from Python; see `noughts.jit.compiler.kernel`."""
    return _mark({"forceinline": forceinline})


def kernel_part(*, forceinline: bool = False) -> Callable[[F], F]:
    """Mark a function that only kernels call; see `noughts.jit.compiler.kernel_part`."""
    return _mark({"forceinline": forceinline, "no_cpython_wrapper": True})


def _mark(options: dict[str, bool]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        setattr(function, _OPTIONS, options)
        return function

    return decorate


def compiled(function: F) -> F:
    """Return the compiled form of a function. Raises MissingExtraError without a compiler."""
    form: F = _form(function)
    return form


def form_of(function: Callable[..., Any], is_compiled: bool) -> Callable[..., Any]:
    """Return a function as it stands, or its compiled form."""
    return compiled(function) if is_compiled else function


def _form(value: Any) -> Any:
    if not isinstance(value, FunctionType):
        return value
    home = value.__module__
    if (other := getattr(sys.modules[home], "COMPILED_FORM", None)) is not None:
        return getattr(import_module(other), value.__name__, value)
    return _names(home)[value.__name__] if hasattr(value, _OPTIONS) else value


@cache
def _names(module: str) -> dict[str, Any]:
    """Return the names of a module, each in its compiled form: what its own functions refer to when compiled."""
    compile_ = import_module("noughts.jit.compiler").kernel
    names = dict(vars(sys.modules[module]))
    for name, value in list(names.items()):
        if getattr(value, "__module__", None) != module:
            names[name] = _form(value)
        elif (options := getattr(value, _OPTIONS, None)) is not None:
            copy = FunctionType(value.__code__, names, name, value.__defaults__)
            copy.__qualname__, copy.__module__, copy.__doc__ = value.__qualname__, module, value.__doc__
            names[name] = compile_(**options)(copy)
    return names
