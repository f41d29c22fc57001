"""Whether the compiled search can answer now; if not, it is compiled or loaded in the background.

A child process compiles the kernels into the user's cache (`noughts.jit`), a thread loads them from there.
"""

import importlib
from contextlib import suppress
from functools import cache
from threading import Thread
from types import ModuleType

from noughts.extras import has_extra, require_extra
from noughts.jit import prepare, ready

PLAYER = "noughts.search.player"
_loaded: list[ModuleType] = []


def load() -> ModuleType:
    """Return the module of the compiled search with its kernels loaded; compiles them where the cache has none."""
    if not _loaded:
        require_extra("fast", "the compiled search")
        player = importlib.import_module(PLAYER)
        player.compile_kernels()
        _loaded.append(player)
    return _loaded[0]


def is_compiled() -> bool:
    """Return whether the kernels are in the cache."""
    return ready(PLAYER)


def is_loaded(seconds: float) -> bool:
    """Return whether the kernels are loaded. Wait for `seconds` at most; then the loading goes on in the background."""
    if _loaded:
        return True
    if not has_extra("fast") or (not ready(PLAYER) and prepare(PLAYER)):
        return False
    _loader().join(seconds)  # if the child could keep nothing, this process compiles
    return bool(_loaded)


@cache
def _loader() -> Thread:
    thread = Thread(target=_load_quietly, name="search loader", daemon=True)
    thread.start()
    return thread


def _load_quietly() -> None:
    with suppress(Exception):  # a compiler that fails: plain Python goes on answering
        load()
