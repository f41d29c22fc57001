"""The folder of compiled code."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent.parent
COMPILER = b"noughts.jit"


def compiled_code_folder() -> Path:
    """Return the folder for the present sources of the packages with kernels.

    Numba notices a change in a kernel's own file, but not in a function that the kernel imports from another file. So
    each state of these sources has its own folder.
    """
    state = sha256()
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
