"""The folder of compiled code."""

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from platform import processor

import platformdirs

PACKAGE = Path(__file__).parent.parent
COMPILER = b"noughts.jit.compiler"


def compiled_code_folder() -> Path:
    """Return the folder for the present sources of the packages with kernels.

    Numba notices a change in a kernel's own file, but not in a function that the kernel imports from another file; and
    it finds a kernel again by the path of its file. So each state of these sources, in each place, has its own folder.
    """
    state = sha256(os.fsencode(PACKAGE) + b"\0")
    for path in kernel_sources():
        state.update(f"{path.relative_to(PACKAGE)}\0".encode())
        state.update(path.read_bytes())
    return platformdirs.user_cache_path("noughts") / "numba" / state.hexdigest()[:16]


def kernel_sources() -> Iterator[Path]:
    """Yield the sources of the compiler and of every package that uses it."""
    for room in sorted(path for path in PACKAGE.iterdir() if path.is_dir()):
        sources = sorted(room.rglob("*.py"))
        if any(COMPILER in path.read_bytes() for path in sources):
            yield from sources


def marker(module: str) -> Path:
    """Return the file that says that a module's kernels have been compiled, for this Python and this processor."""
    return _folder() / f"{module.replace(':', '-')}.{_machine()}.ready"


@cache
def _folder() -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR") or compiled_code_folder())


@cache
def _machine() -> str:
    """Return a short name of what compiled code depends on: Python, Numba, and the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
        about = [line for line in text.splitlines() if line.startswith(("model name", "flags", "Features"))]
    except OSError:
        about = [processor()]
    about += [sys.implementation.cache_tag or "", version("numba")]
    return sha256("\n".join(about).encode()).hexdigest()[:12]
