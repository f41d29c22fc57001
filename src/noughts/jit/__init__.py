"""Compiled code: whether it is there, and a child process that makes it. Importing this imports no compiler.

A module with kernels has a function `compile_kernels()` that calls each of its kernels once; `module:4` means
`compile_kernels(4)`, for kernels that are compiled for several widths of a board. `prepare` runs it in a
child process, which fills the user's cache; from then on `ready` is true, and the kernels load in a moment. Until
then, and where Numba isn't installed, the same questions are answered by plain Python.
"""

import subprocess
import sys
from collections.abc import Callable
from time import sleep

from noughts.extras import has_extra
from noughts.jit.cache import marker


def wait(module: str, tick: Callable[[], None] = lambda: None) -> None:
    """Compile a module's kernels in a child process, if that is needed, and wait for it; `tick` is called meanwhile."""
    while prepare(module):
        tick()
        sleep(0.05)


class _Child(subprocess.Popen[bytes]):
    """A process that goes on when this one ends, so that nothing warns about it."""

    def __del__(self) -> None:
        """Leave the process alone."""


_ready = set[str]()
_compiling = dict[str, _Child]()


def installed() -> bool:
    """Return whether the compiler is installed."""
    return has_extra("fast")


def ready(module: str) -> bool:
    """Return whether the compiled code of a module is in the user's cache. Costs some microseconds."""
    if module not in _ready and installed() and marker(module).exists():
        _ready.add(module)
    return module in _ready


def prepare(module: str) -> bool:
    """Start to compile a module's kernels in a child process, once; return at once whether one is at work.

    The child has a low priority and goes on when this process ends, so that the next one finds the code.
    """
    if ready(module) or not installed():
        return False
    if module not in _compiling:
        command = [sys.executable, "-m", "noughts.jit.child", module]
        _compiling[module] = _Child(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C on the terminal is not for the child
        )
    return _compiling[module].poll() is None
