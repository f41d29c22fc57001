"""Where compiled code is kept."""

from hashlib import sha256
from pathlib import Path

import platformdirs


def compiled_code_folder() -> Path:
    """Return the folder for this state of the sources.

    Numba notices that a kernel's own file has changed, not that a function has which the kernel takes from another
    file: so each state of this room has a folder of its own.
    """
    room = Path(__file__).parent
    sources = sorted(room.rglob("*.py"))
    state = [(str(path.relative_to(room)), path.stat().st_mtime_ns, path.stat().st_size) for path in sources]
    return platformdirs.user_cache_path("noughts") / "numba" / sha256(repr(state).encode()).hexdigest()[:16]
