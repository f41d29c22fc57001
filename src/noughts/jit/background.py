"""The child process that compiles a module's kernels into the user's cache."""

import subprocess
import sys
from collections.abc import Callable
from time import sleep

from noughts.jit.code_folder import marker


class _Child(subprocess.Popen[bytes]):
    """A process that goes on when this one ends, so that nothing warns about it."""

    def __del__(self) -> None:
        """Leave the process alone."""


_ready = set[str]()
_compiling = dict[str, _Child]()


def ready(module: str) -> bool:
    """Return whether the compiled code of a module is in the user's cache. Costs some microseconds."""
    if module not in _ready and marker(module).exists():
        _ready.add(module)
    return module in _ready


def prepare(module: str) -> bool:
    """Start to compile a module's kernels in a child process, once; return at once whether one is at work.

    The child has a low priority and goes on when this process ends, so that the next one finds the code.
    """
    if ready(module):
        return False
    if module not in _compiling:
        command = [sys.executable, "-m", "noughts.jit.compiling", module]
        _compiling[module] = _Child(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C on the terminal is not for the child
        )
    return _compiling[module].poll() is None


def wait(module: str, tick: Callable[[], None] = lambda: None) -> None:
    """Compile a module's kernels in a child process, if that is needed, and wait for it; `tick` is called meanwhile."""
    while prepare(module):
        tick()
        sleep(0.2)
