"""A program at a terminal of its own: what it writes until it waits for a line, and the line that it gets.

Whether it waits is seen by the system calls in which its threads are, on Linux; elsewhere by its silence.
"""

import os
import re
import select
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from noughts.errors import EngineError
from noughts.processes.child import kill

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


@dataclass(frozen=True)
class _Calls:
    """Numbers of system calls of a machine. Those of `polls` and `epolls`: with the argument that is the time-out."""

    read: str
    polls: dict[str, int]
    epolls: dict[str, int]
    pauses: frozenset[str]  # in which a thread waits for another thread or process


_PER_MACHINE = {
    "x86_64": _Calls(
        "0", {"7": 3, "271": 3, "23": 5, "270": 5}, {"232": 4, "281": 4, "441": 4}, frozenset({"202", "61"})
    ),
    "aarch64": _Calls("63", {"73": 3, "72": 5}, {"22": 4, "441": 4}, frozenset({"98", "260"})),
}
_ENDLESS = ("0x0", "0xffffffff", "0xffffffffffffffff")  # time-outs: no pointer to one, or -1
_IN_MILLISECONDS = ("7", "232", "281", "22")  # a time-out of 0 is not a pointer there, but returns at once
_WATCHED = re.compile(r"^tfd:\s*(\d+)\s+events:\s*\w*[13579bdf]\b", re.MULTILINE)  # for what can be read
_TERMINALS = ("/dev/tty", "/dev/pts/", "/dev/console")


def waits_for_a_line(process: int) -> bool | None:
    """Return whether a process, or one that it started, waits for its terminal; None where the system does not tell.

    It waits in a call that reads a terminal. A program that waits for several things at once, as Node does, waits for
    a line where its terminal is one of them, its only time-out is never, and nothing else of it runs.
    """
    calls = _PER_MACHINE.get(os.uname().machine) if sys.platform.startswith("linux") else None
    if calls is None:  # pragma: no cover
        return None
    threads = [(pid, is_first, call) for pid in _processes(process) for is_first, call in _system_calls(pid)]
    if not threads:
        return None
    if any(call[0] == calls.read and _is_terminal(pid, call[1]) for pid, _, call in threads):
        return True
    idle = {*calls.polls, *calls.epolls, *calls.pauses}
    return all(call[0] in idle for _, _, call in threads) and any(
        _polls(calls, pid, is_first, call) for pid, is_first, call in threads
    )


def _polls(calls: _Calls, process: int, is_first: bool, call: list[str]) -> bool:
    """Return whether a call waits without end for several things, a terminal among them."""
    number = call[0]
    endless = _ENDLESS[1:] if number in _IN_MILLISECONDS else _ENDLESS
    if number in calls.polls:
        return is_first and call[calls.polls[number]] in endless and _is_terminal(process, "0x0")
    if number not in calls.epolls or call[calls.epolls[number]] not in endless:
        return False
    watched = _text(Path(f"/proc/{process}/fdinfo/{int(call[1], 16)}"))
    return any(_is_terminal(process, f"{int(file):x}") for file in _WATCHED.findall(watched))


def _processes(process: int) -> Iterator[int]:
    yield process
    for task in _tasks(process):
        for child in _text(task / "children").split():
            yield from _processes(int(child))


def _system_calls(process: int) -> Iterator[tuple[bool, list[str]]]:
    """Yield of each thread whether it is the first, and its call: its number, "running" for none, and its arguments."""
    for task in _tasks(process):
        if call := _text(task / "syscall").split():
            yield task.name == str(process), call


def _tasks(process: int) -> list[Path]:
    with suppress(OSError):
        return list(Path(f"/proc/{process}/task").iterdir())
    return []


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text()
    return ""


def _is_terminal(process: int, number: str) -> bool:
    with suppress(OSError, ValueError):
        return os.readlink(f"/proc/{process}/fd/{int(number, 16)}").startswith(_TERMINALS)
    return False
