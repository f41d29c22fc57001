"""A foreign program in a process of its own, with limits of time, memory and output. It is no sandbox.

The parent side is `run_limited`; the process limits itself with `limit_self` before it loads the foreign code. Its
answer comes back over a pipe of its own, so that nothing that the program prints can be taken for it.
"""

import math
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

try:
    import resource
except ImportError:  # pragma: no cover - there is none on Windows
    resource = None  # type: ignore[assignment]

_LARGEST_ANSWER = 1 << 22  # bytes
_KEPT = 4096  # bytes of its standard error: the last ones
_LARGEST_FILE = 1 << 26  # bytes
_CHUNK = 1 << 16
_ROUNDS = 8  # reads of what is left in the pipes: each holds a chunk
_GLANCE = 0.05  # seconds between two looks at a process that closes none of its pipes

# What a limited process may not do: start a process, use the network. The names are those of Python's audit events.
_FORBIDDEN = {
    **dict.fromkeys(("os.fork", "os.forkpty", "os.posix_spawn", "os.exec", "os.system", "subprocess.Popen"), "process"),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.sendto", "socket.getaddrinfo"), "network"),
}
_REFUSALS = {"process": "it may start no other process", "network": "it may not use the network"}
# What it may do in its own folder alone. The first argument of each event is a path.
_CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.link", "os.symlink")


@dataclass(frozen=True)
class Ended:
    """How a limited process ended.

    `answer`: what it wrote to its own pipe. `exit_code`: below zero for a signal; None if it was killed, for `late` or
    because the parent stops. `last_words`: the last line of its standard error. `printed`: how many bytes it printed.
    """

    answer: bytes
    exit_code: int | None
    late: bool
    last_words: str
    printed: int
    seconds: float

    @property
    def out_of_time(self) -> bool:
        """Whether it was ended by its limit of processor time."""
        return self.exit_code == -signal.SIGXCPU

    @property
    def end(self) -> str:
        """How it ended, in words."""
        if self.exit_code is None:
            return "was stopped"
        if self.exit_code < 0:
            return f"was ended by {signal.Signals(-self.exit_code).name}"
        return f"ended with exit code {self.exit_code}"


def run_limited(command: Sequence[str], seconds: float, stop: threading.Event) -> Ended:
    """Run a command in a new folder, for so many seconds or until `stop` is set; then kill it and all its children.

    The number of the pipe for its answer is added to the command.
    """
    began = time.monotonic()
    source, sink = os.pipe()
    with tempfile.TemporaryDirectory(prefix="noughts-", ignore_cleanup_errors=True) as folder:
        try:
            popen = subprocess.Popen(
                [*command, str(sink)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=[sink],
                cwd=folder,
                env=os.environ | {"TMPDIR": folder},
                start_new_session=True,  # its own process group, to be killed as one and spared by Ctrl-C
            )
        except BaseException:
            os.close(source)
            raise
        finally:
            os.close(sink)
        with popen:
            try:
                pipes = _Pipes(popen, source)
                late = not _wait(popen, pipes, began + seconds, stop)
                exit_code = popen.poll()
            finally:
                with suppress(ProcessLookupError, PermissionError):  # the group has no process left
                    os.killpg(popen.pid, signal.SIGKILL)
            pipes.finish()
    return Ended(
        answer=bytes(pipes.answer),
        exit_code=exit_code,
        late=late and not stop.is_set(),
        last_words=bytes(pipes.errors).decode("utf-8", "replace").strip().rpartition("\n")[2].strip(),
        printed=pipes.printed,
        seconds=time.monotonic() - began,
    )


def limit_self(seconds: float, memory: int) -> None:
    """Limit this process, for good: seconds of processor time, bytes of memory, files, other processes, the network.

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
        whole = max(1, math.ceil(seconds))
        for name, soft, hard in (
            (resource.RLIMIT_CPU, whole, whole + 1),  # a signal that says why, then the end
            (resource.RLIMIT_AS, memory, memory),
            (resource.RLIMIT_FSIZE, _LARGEST_FILE, _LARGEST_FILE),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            with suppress(ValueError, OSError):  # not every system has every limit, and none may be raised
                resource.setrlimit(name, (soft, hard))
    sys.addaudithook(check)


def _is_below(path: str | bytes | os.PathLike[str], folder: str) -> bool:
    return f"{os.path.realpath(os.fsdecode(path))}{os.sep}".startswith((f"{folder}{os.sep}", "/dev/"))


class _Pipes:
    """The three pipes from a process: its answer, its standard output and its standard error. Memory is bounded."""

    def __init__(self, popen: "subprocess.Popen[bytes]", source: int) -> None:
        assert popen.stdout
        assert popen.stderr
        self.answer, self.errors, self.printed = bytearray(), bytearray(), 0
        self._source = source
        self._selector = selectors.DefaultSelector()
        for number, take in (
            (source, self._take_answer),
            (popen.stdout.fileno(), self._take_output),
            (popen.stderr.fileno(), self._take_errors),
        ):
            os.set_blocking(number, False)
            self._selector.register(number, selectors.EVENT_READ, take)

    @property
    def open(self) -> bool:
        """Whether a pipe is still open at its other end."""
        return bool(self._selector.get_map())

    def read(self, seconds: float) -> None:
        """Wait for output up to some seconds, and take what there is."""
        for key, _ in self._selector.select(max(0.0, seconds)):
            with suppress(BlockingIOError):
                if chunk := os.read(key.fd, _CHUNK):
                    key.data(chunk)
                else:
                    self._selector.unregister(key.fd)

    def finish(self) -> None:
        """Take what is left in the pipes, once no process of ours is at their other ends."""
        for _ in range(_ROUNDS):
            if self.open:
                self.read(0)
        self._selector.close()
        os.close(self._source)

    def _take_answer(self, chunk: bytes) -> None:
        self.answer += chunk[: _LARGEST_ANSWER - len(self.answer)]

    def _take_output(self, chunk: bytes) -> None:
        self.printed += len(chunk)

    def _take_errors(self, chunk: bytes) -> None:
        self.printed += len(chunk)
        self.errors = (self.errors + chunk)[-_KEPT:]


def _wait(popen: "subprocess.Popen[bytes]", pipes: _Pipes, deadline: float, stop: threading.Event) -> bool:
    """Read the pipes until the process has ended; return whether it did so in time."""
    while popen.poll() is None:
        left = deadline - time.monotonic()
        if left <= 0 or stop.is_set():
            return False
        if pipes.open:
            pipes.read(min(left, _GLANCE))
        else:
            with suppress(subprocess.TimeoutExpired):
                popen.wait(min(left, _GLANCE))
    return True
