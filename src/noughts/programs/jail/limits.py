"""The limits of a process that runs a foreign program: time, memory, files, other processes, the network.

It is no sandbox. The parent starts the process with `start_limited`; the process limits itself with `limit_self` before
it loads the foreign code, and answers as in `channel`, over pipes that the foreign code is not told of.
"""

import importlib
import math
import os
import shutil
import signal
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from noughts.core.budget import ANSWER_SECONDS
from noughts.processes.child import Child

try:
    import resource
except ImportError:  # pragma: no cover - there is none on Windows
    resource = None  # type: ignore[assignment]

_LARGEST_ANSWER = 1 << 22  # bytes
_LARGEST_FILE = 1 << 26  # bytes

# What a limited process may not do: start or end a process, use the network. The names are those of Python's audit
# events.
_FORBIDDEN = {
    **dict.fromkeys(("os.forkpty", "os.posix_spawn", "os.exec", "os.system", "subprocess.Popen"), "process"),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"), "network"),
    **dict.fromkeys(("os.kill", "os.killpg"), "signal"),
    **dict.fromkeys(("fcntl.fcntl", "fcntl.ioctl", "resource.prlimit", "resource.setrlimit"), "control"),
}
_REFUSALS = {
    "process": "it may start no other process",
    "network": "it may not use the network",
    "signal": "it may send no signal",
    "control": "it may change no limit and no open file",
}
# Functions without an audit event, by their modules; what is not there is not needed.
_UNSEEN = (
    ("signal", "pidfd_send_signal", "signal"),
    ("_signal", "pidfd_send_signal", "signal"),
    ("_posixsubprocess", "fork_exec", "process"),
    ("subprocess", "_fork_exec", "process"),
)
# Functions of C that would do the same unseen.
_SYMBOLS = {
    **dict.fromkeys(("vfork", "clone", "system", "popen", "execv", "execve", "posix_spawn"), "process"),
    **dict.fromkeys(("connect", "sendto"), "network"),
    **dict.fromkeys(("kill", "killpg", "tgkill", "pidfd_send_signal", "syscall", "ptrace"), "signal"),
}
# What it may do in its own folder alone. The first argument of each event is a path.
_CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.link", "os.symlink")


@dataclass(frozen=True)
class Limits:
    """The limits of a foreign program.

    `seconds`: of processor time in all. `memory`: bytes. `answer`: seconds of processor time for one answer; one that
    does nothing but wait has as many on the clock.
    """

    seconds: float = inf
    memory: int = 4 << 30
    answer: float = ANSWER_SECONDS


class LimitedChild(Child):
    """A process in a new folder, which is removed with it. Raises OSError if it cannot be started."""

    def __init__(self, command: Sequence[str], name: str, environment: Mapping[str, str]) -> None:
        folder = tempfile.mkdtemp(prefix="noughts-")
        self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(command, name, _LARGEST_ANSWER, folder=folder, environment={"TMPDIR": folder, **environment})

    @property
    def out_of_time(self) -> bool:
        """Whether it ended because its processor time was over."""
        return self.exit_code == -signal.SIGXCPU

    def kill(self) -> None:
        """Kill it and all its children, and remove its folder."""
        super().kill()
        self._remove()


def limit_self(limits: Limits) -> None:
    """Limit this process, for good: processor time, memory, files, other processes, signals, the network.

    It may write files of its own folder alone, the present one.
    """
    folder = os.path.realpath(os.getcwd())
    watched = frozenset({*_FORBIDDEN, *_CHANGES, "open", "ctypes.dlsym"})

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in watched:  # first: `id()` is an event too, and a deep copy calls it for every object
            return
        if event == "ctypes.dlsym":
            _refuse(_SYMBOLS.get(str(arguments[1])))
            return
        _refuse(_FORBIDDEN.get(event))
        if event == "open":
            path, mode, flags = arguments
            changes = bool(flags & (os.O_WRONLY | os.O_RDWR)) if isinstance(flags, int) else "r" not in (mode or "r")
        else:
            path, changes = arguments[0] if arguments else None, event in _CHANGES
        if changes and isinstance(path, str | bytes | os.PathLike) and not _is_below(path, folder):
            raise PermissionError("it may change no file outside its own folder")

    for name, function, what in _UNSEEN:
        with suppress(ImportError):
            module = importlib.import_module(name)
            if hasattr(module, function):
                setattr(module, function, partial(_refuse_call, what))
    _set_limits(limits)
    sys.addaudithook(check)


def _refuse(what: str | None) -> None:
    if what is not None:
        raise PermissionError(_REFUSALS[what])


def _refuse_call(what: str, *arguments: Any) -> None:
    _refuse(what)


def _set_limits(limits: Limits) -> None:
    if resource is None:  # pragma: no cover - Windows
        return
    rows = [
        (resource.RLIMIT_AS, limits.memory, limits.memory),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE, _LARGEST_FILE),
        (resource.RLIMIT_CORE, 0, 0),
    ]
    if limits.seconds < inf:  # a signal that says why, then the end
        whole = max(1, math.ceil(limits.seconds))
        rows.append((resource.RLIMIT_CPU, whole, whole + 1))
    for name, soft, hard in rows:
        with suppress(ValueError, OSError):  # not every system has every limit, and none may be raised
            resource.setrlimit(name, (soft, hard))


def _is_below(path: str | bytes | os.PathLike[str], folder: str) -> bool:
    whole = os.path.realpath(os.fsdecode(path))
    return whole == os.devnull or f"{whole}{os.sep}".startswith(f"{folder}{os.sep}")
