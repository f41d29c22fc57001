"""A program at a terminal of its own: what it writes until it waits for a line, and the line that it gets."""

import os
import select
import struct
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from noughts.errors import EngineError
from noughts.processes.child import kill

try:
    import fcntl
    import pty
    import termios
except ImportError:  # pragma: no cover - there are none on Windows
    pty = None  # type: ignore[assignment]

_CHUNK = 1 << 16
_LONGEST = 1 << 20  # characters that are kept of what it writes
_QUIET = 0.25  # seconds without a word, after which a program that sleeps waits for a line
_GLANCE = 0.004
_ECHO = 1.0  # seconds in which a typed line is echoed, unless the program has turned that off
# The numbers of system calls: `read`, and those in which a program sleeps.
_READ = {"x86_64": "0", "aarch64": "63"}
_SLEEPS = {"x86_64": ("35", "230"), "aarch64": ("101", "115")}


class Terminal:
    """A running program at a pseudo-terminal, which echoes what is typed. Raises OSError if it cannot be started.

    It is killed with its children when it is closed, garbage-collected, and when the interpreter ends.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        if pty is None:  # pragma: no cover
            raise OSError("there is no pseudo-terminal on this system")
        self.name: Final = name
        self.output = ""
        self._written = self._echoed_at = 0  # bytes that came; how many will have come once the last line is echoed
        self._sent = 0.0
        parent, child = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40", "PYTHONUNBUFFERED": "1"}
        try:
            self._popen = subprocess.Popen(
                command, stdin=child, stdout=child, stderr=child, env=environment, start_new_session=True
            )
        except OSError:
            os.close(parent)
            os.close(child)
            raise
        self._file, self._other_end = parent, child
        os.set_blocking(parent, False)
        self.close = weakref.finalize(self, _end, self._popen, parent, child)

    def wait(self, seconds: float) -> bool:
        """Take what it writes until it waits for a line, and return True; False once it has ended.

        Raises EngineError (time-out) if it does neither in time.
        """
        deadline, last = time.monotonic() + seconds, time.monotonic()
        while True:
            if self._take():
                last = time.monotonic()
                continue
            if self._popen.poll() is not None:
                while self._take():
                    pass
                return False
            now = time.monotonic()
            if self._written < self._echoed_at and now - self._sent < _ECHO:
                continue  # the line has not arrived yet
            waiting = self._is_reading()
            if (waiting and not self._take()) or (waiting is None and now - last > _QUIET):
                return True
            if now > deadline:
                raise EngineError(f"{self.name} did not ask for a move within {seconds:g} s", "time-out")

    @property
    def has_failed(self) -> bool:
        """Whether it has ended with another exit code than 0."""
        return self._popen.poll() not in (None, 0)

    def send(self, line: str) -> None:
        """Type a line."""
        typed = f"{line}\n".encode()
        self._echoed_at, self._sent = self._written + len(typed) + 1, time.monotonic()
        with suppress(OSError):  # it has ended: `wait` says so
            os.write(self._file, typed)

    def _take(self) -> bool:
        """Return whether it has written something, which is added to the output."""
        if not select.select([self._file], [], [], _GLANCE)[0]:
            return False
        try:
            text = os.read(self._file, _CHUNK)
        except OSError:  # the other end is closed
            return False
        self._written += len(text)
        self.output = (self.output + text.decode("utf-8", "replace"))[-_LONGEST:]
        return bool(text)

    def _is_unread(self) -> bool:
        """Return whether the last line was typed, and not read yet."""
        waiting = struct.unpack("i", fcntl.ioctl(self._other_end, termios.FIONREAD, struct.pack("i", 0)))[0]
        return bool(waiting)

    def _is_reading(self) -> bool | None:
        """Return whether it waits in a system call that reads its input; None where the system does not tell."""
        if self._is_unread():
            return False
        if not sys.platform.startswith("linux"):  # pragma: no cover
            return None
        try:
            call = Path(f"/proc/{self._popen.pid}/syscall").read_text().split()
        except OSError:
            return None
        machine = os.uname().machine
        if machine not in _READ:
            return None
        if call[:1] == ["running"] or call[0] in _SLEEPS[machine]:
            return False
        return True if call[0] == _READ[machine] and call[1] == "0x0" else None


def _end(popen: "subprocess.Popen[bytes]", *files: int) -> None:
    kill(popen)
    for file in files:
        with suppress(OSError):
            os.close(file)
