"""A program at a terminal of its own: what it writes until it waits for a line, and the line that it gets."""

import os
import select
import subprocess
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from noughts.errors import EngineError
from noughts.processes.child import kill
from noughts.programs.consoles.waiting import waits_for_a_line

try:
    import pty
except ImportError:  # pragma: no cover - there are none on Windows
    pty = None  # type: ignore[assignment]

_CHUNK = 1 << 16
_LONGEST = 1 << 20  # characters that are kept of what it writes
_QUIET = 0.25  # seconds without a word, after which a program waits for a line, where the system does not tell
_GLANCE = 0.004


class Terminal:
    """A running program at a pseudo-terminal, which echoes what is typed. Raises OSError if it cannot be started.

    It is killed with its children when it is closed, garbage-collected, and when the interpreter ends.
    """

    def __init__(self, command: Sequence[str], name: str) -> None:
        if pty is None:  # pragma: no cover
            raise OSError("there is no pseudo-terminal on this system")
        self.name: Final = name
        self.output = ""
        self._written = 0  # bytes that came
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
        deadline, last, before = time.monotonic() + seconds, time.monotonic(), self._written
        while True:
            now = time.monotonic()
            if self._take():
                last = now
            elif self._popen.poll() is not None:
                while self._take():
                    pass
                return False
            elif self._is_waiting(self._written > before and now - last > _QUIET) and not self._take():
                return True
            if now > deadline:
                raise EngineError(f"{self.name} did not ask for a move within {seconds:g} s", "time-out")

    @property
    def exit_code(self) -> int | None:
        """Its exit code, once it has ended; below 0 a signal that ended it."""
        return self._popen.poll()

    def send(self, line: str) -> None:
        """Type a line."""
        with suppress(OSError):  # it has ended: `wait` says so
            os.write(self._file, f"{line}\n".encode())

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

    def _is_waiting(self, is_quiet: bool) -> bool:
        """Return whether it waits for a line; where the system does not tell, whether it is quiet."""
        if select.select([self._other_end], [], [], 0)[0]:  # what was typed has not been read yet
            return False
        waits = waits_for_a_line(self._popen.pid)
        return is_quiet and self._popen.poll() is None if waits is None else waits


def _end(popen: "subprocess.Popen[bytes]", *files: int) -> None:
    kill(popen)
    for file in files:
        with suppress(OSError):
            os.close(file)
