"""The child process that fills the cache of compiled code: `python -m noughts.jit.compiling MODULE...`."""

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: two processes may compile the same
    fcntl = None  # type: ignore[assignment]

from noughts.jit.code_folder import marker


def compile_modules(modules: list[str]) -> None:
    """Compile the kernels of each module that isn't ready into the cache, and say so by its marker.

    A process that finds another one at work on a module waits for it.
    """
    for module in modules:
        file = marker(module)
        with suppress(OSError):  # without a cache folder nothing is kept, and nothing is said
            file.parent.mkdir(parents=True, exist_ok=True)
            with _locked(file.with_suffix(".lock")):
                if not file.exists():
                    name, *arguments = module.split(":")
                    importlib.import_module(name).compile_kernels(*map(int, arguments))
                    file.touch()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock that ends with the process, where the system has such locks."""
    with path.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    with suppress(AttributeError, OSError):
        os.nice(5)  # the process that asked goes on in plain Python meanwhile
    compile_modules(sys.argv[1:])
