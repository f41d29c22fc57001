"""Where compiled code is kept."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent.parent
COMPILER = b"noughts.jit"


def compiled_code_folder() -> Path:
    """Return the folder for what the sources of the rooms with kernels say.

    Numba notices that a kernel's own file has changed, not that a function has which the kernel takes from another
    file. So each state of these rooms has a folder of its own.
    """
    state = sha256()
    for path in kernel_sources():
        state.update(f"{path.relative_to(PACKAGE)}\0".encode())
        state.update(path.read_bytes())
    return platformdirs.user_cache_path("noughts") / "numba" / state.hexdigest()[:16]


def kernel_sources() -> Iterator[Path]:
    """Yield the sources of every room that uses the compiler, or is it."""
    for room in sorted(path for path in PACKAGE.iterdir() if path.is_dir()):
        sources = sorted(room.rglob("*.py"))
        if any(COMPILER in path.read_bytes() for path in sources):
            yield from sources
