"""A process with limits: time, memory, files, other processes, the network, as its parent sees it.

The parent starts it; it limits itself as `jail` does before it loads a person's program, and answers as in `channel`.
"""

import logging
import os
import signal
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from noughts.processes.child import Child
from noughts.programs.jail.limits import PREFIX
from noughts.programs.jail.removal import remove

try:
    import fcntl
except ImportError:  # pragma: no cover - there is none on Windows
    fcntl = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)
_LARGEST_ANSWER = 1 << 20  # bytes
_CROWD = 4  # threads that run at the same time: of more, each process has the lowest priority
_LOWEST = 19
_LEFT_SECONDS = 0.5  # to remove what a process has left that was killed
# Libraries start a thread for each core: on a large machine more than the limit of processes.
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_PATIENCE = 5.0 if sys.platform.startswith("linux") else 0.0  # seconds for its guard to end the program


class LimitedChild(Child):
    """A process in a new folder, which is removed with it. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], name: str, environment: Mapping[str, str]) -> None:
        _remove_left()
        folder, lock = _new_folder()
        self.folder: Final = folder
        self._remove = weakref.finalize(self, _remove, self.folder, lock)
        threads = {name: os.environ.get(name, "1") for name in _ONE_THREAD}
        environment = {"TMPDIR": self.folder, **threads, **environment}
        super().__init__(
            command, name, _LARGEST_ANSWER, folder=self.folder, environment=environment, patience=_PATIENCE
        )

    @property
    def out_of_time(self) -> bool:
        """Whether it ended because its processor time was over."""
        return self.exit_code == -signal.SIGXCPU

    def look(self) -> bool | None:
        """Return what a child's look does; a program of which much runs leaves the machine to others."""
        runs = super().look()
        if self.running > _CROWD:
            for number in self.processes[1:]:  # after its guard
                with suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, number, _LOWEST)
        return runs

    def kill(self) -> None:
        """Kill it and all its children, and remove its folder."""
        super().kill()
        self._remove()


def _new_folder() -> tuple[str, int | None]:
    """Return a new folder and its lock; one that another process has just taken for a left one is left to it."""
    while True:
        folder = os.path.realpath(tempfile.mkdtemp(prefix=PREFIX))
        if fcntl is None:  # pragma: no cover - Windows
            return folder, None
        with suppress(FileNotFoundError):
            lock = _locked(folder)
            if lock is not None and os.path.isdir(folder):
                return folder, lock


def _locked(folder: str) -> int | None:
    """Lock a folder while this process lives, and return the open folder; None if another process has locked it."""
    if fcntl is None:  # pragma: no cover - Windows
        return None
    file = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(file)
        return None
    return file


def _remove(folder: str, lock: int | None) -> None:
    if why_not := remove(folder):
        _log.warning("noughts: the folder %r is left: %s", folder, why_not)
    if lock is not None:
        os.close(lock)


@cache
def _remove_left() -> None:
    """Remove the folders of processes whose parent was killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's
            if (lock := _locked(str(folder))) is not None:
                remove(str(folder), _LEFT_SECONDS)  # what is left now goes at a later start
                os.close(lock)
