"""A foreign program in a process of its own, with limits of time, memory and output. It is no sandbox.

The parent's side is `ask_limited`; the process, which answers as in `channel`, limits itself with `limit_self` before
it loads the foreign code. Nothing that the foreign code prints can be taken for an answer.
"""

import math
import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event
from time import monotonic
from typing import Any

from noughts.processes.channel import JSON
from noughts.processes.child import Child
from noughts.processes.workers import Stopped, TimedOut, WorkerDied, ask

try:
    import resource
except ImportError:  # pragma: no cover - there is none on Windows
    resource = None  # type: ignore[assignment]

PATIENCE = 3  # times its processor time that a process may take: the machine may be busy, and a program may wait
_LARGEST_ANSWER = 1 << 22  # bytes
_LARGEST_FILE = 1 << 26  # bytes

# What a limited process may not do: start a process, use the network. The names are those of Python's audit events.
_FORBIDDEN = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system", "subprocess.Popen"), "process"),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"), "network"),
}
_REFUSALS = {"process": "it may start no other process", "network": "it may not use the network"}
# What it may do in its own folder alone. The first argument of each event is a path.
_CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.link", "os.symlink")


@dataclass(frozen=True)
class Limits:
    """The limits of a process: seconds of processor time, and bytes of memory."""

    seconds: float
    memory: int

    @property
    def patience(self) -> float:
        """The limit on seconds of the clock."""
        return PATIENCE * self.seconds


@dataclass(frozen=True)
class Ended:
    """What a limited process did: its answer, or else its last progress, and why there is no answer.

    `printed`: how many bytes it printed.
    """

    document: JSON
    problem: str | None
    printed: int
    seconds: float


@contextmanager
def limited(command: Sequence[str]) -> Iterator[Child]:
    """Return a process in a new folder; at the end it is killed with all its children. Raises OSError."""
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as folder:
        child = Child(command, "its process", _LARGEST_ANSWER, folder=folder, environment={"TMPDIR": folder})
        try:
            yield child
        finally:
            child.kill()


def ask_limited(command: Sequence[str], request: JSON, limits: Limits, stop: Event) -> Ended:
    """Return what a process answers, within the limits or until `stop` is set. Raises OSError if it cannot start.

    The process limits itself, by `limit_self`, to the `limits` of the request.
    """
    began, documents, problem = monotonic(), list[JSON]([{}]), None
    with limited(command) as child:
        try:
            asked = request | {"limits": vars(limits)}
            documents.append(ask(child, asked, limits.patience, documents.append, stop)["answer"])
            child.waiting()  # takes what it has printed
        except TimedOut:
            problem = f"it took longer than {limits.patience:g} s"
        except Stopped:
            problem = "it was stopped"
        except WorkerDied as error:
            out_of_time = child.exit_code == -signal.SIGXCPU
            problem = f"it took more than {limits.seconds:g} s of processor time" if out_of_time else str(error)
    return Ended(documents[-1], problem, child.printed, monotonic() - began)


def limit_self(limits: Limits) -> None:
    """Limit this process, for good: processor time, memory, files, other processes, the network.

    It may write files of its own folder alone.
    """
    folder = os.path.realpath(os.getcwd())
    watched = frozenset({*_FORBIDDEN, *_CHANGES, "open"})

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in watched:  # first: `id()` is an event too, and a deep copy calls it for every object
            return
        if event in _FORBIDDEN:
            raise PermissionError(_REFUSALS[_FORBIDDEN[event]])
        if event == "open":
            path, mode, flags = arguments
            changes = bool(flags & (os.O_WRONLY | os.O_RDWR)) if isinstance(flags, int) else "r" not in (mode or "r")
        else:
            path, changes = arguments[0] if arguments else None, event in _CHANGES
        if changes and isinstance(path, str | bytes | os.PathLike) and not _is_below(path, folder):
            raise PermissionError("it may change no file outside its own folder")

    if resource is not None:
        whole = max(1, math.ceil(limits.seconds))
        for name, soft, hard in (
            (resource.RLIMIT_CPU, whole, whole + 1),  # a signal that says why, then the end
            (resource.RLIMIT_AS, limits.memory, limits.memory),
            (resource.RLIMIT_FSIZE, _LARGEST_FILE, _LARGEST_FILE),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            with suppress(ValueError, OSError):  # not every system has every limit, and none may be raised
                resource.setrlimit(name, (soft, hard))
    sys.addaudithook(check)


def _is_below(path: str | bytes | os.PathLike[str], folder: str) -> bool:
    return f"{os.path.realpath(os.fsdecode(path))}{os.sep}".startswith((f"{folder}{os.sep}", "/dev/"))
