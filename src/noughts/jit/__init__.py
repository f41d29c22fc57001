"""Compiled code: whether it is there, and a child process that makes it. Importing this imports no compiler.

A module with kernels has a function `compile_kernels()` that calls each of its kernels once; `module:4` means
`compile_kernels(4)`, for kernels that are compiled for several widths of a board. `prepare` runs it in a
child process, which fills the user's cache; from then on `ready` is true, and the kernels load in a moment. Until
then, and where Numba isn't installed, the same questions are answered by plain Python.
"""

import importlib
from collections.abc import Callable, Iterable
from types import ModuleType

from noughts.extras import has_extra


def ready(module: str) -> bool:
    """Return whether the compiled code of a module is in the user's cache. Costs some microseconds."""
    return has_extra("fast") and bool(_background().ready(module))


def prepare(module: str) -> bool:
    """Start to compile a module's kernels in a child process, once; return at once whether one is at work."""
    return has_extra("fast") and bool(_background().prepare(module))


def wait(modules: Iterable[str], report: Callable[[list[str]], None] = lambda modules: None) -> None:
    """Compile the kernels of some modules in child processes, if that is needed, and wait for it.

    `report` is called meanwhile, with the modules at work; what it raises ends the wait, and the compilation goes on.
    """
    wanted = list(modules)
    if wanted and has_extra("fast"):
        _background().wait(wanted, report)


def _background() -> ModuleType:
    return importlib.import_module("noughts.jit.background")  # its imports take longer than many an answer
