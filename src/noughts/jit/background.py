"""The child process that compiles a module's kernels into the user's cache."""

import subprocess
import sys
from collections.abc import Callable, Iterable
from time import sleep

from noughts.jit.code_folder import marker


class _Child(subprocess.Popen[bytes]):
    """A process that goes on when this one ends, so that nothing warns about it."""

    def __del__(self) -> None:
        """Leave the process alone."""


_CHILDREN = 2  # at a time

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


def wait(modules: Iterable[str], report: Callable[[list[str]], None]) -> None:
    """Compile the kernels of some modules, where that is needed, and wait for it; `report` gets those at work.

    Two children work at a time. Modules of one room and one width share kernels: one of them comes after the other.
    """
    chains = dict[str, list[str]]()
    for module in modules:
        name, _, width = module.partition(":")
        chains.setdefault(f"{name.split('.')[:3]}:{width}", []).append(module)
    while chains:
        at_work = list[str]()
        for sharing, chain in list(chains.items()):
            while chain and len(at_work) < _CHILDREN and not prepare(chain[0]):
                chain.pop(0)
            if not chain:
                del chains[sharing]
            elif len(at_work) < _CHILDREN:
                at_work.append(chain[0])
        if at_work:
            report(at_work)
            sleep(0.2)
