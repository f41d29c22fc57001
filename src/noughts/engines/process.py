"""The process of an engine or another program: lines in, lines out with a time-out, its standard error, its end.

No thread reads its pipes. They do not block, and every wait, for an answer, for room in its input or for its end, takes
what it writes meanwhile.
"""

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from contextlib import suppress
from typing import IO, Final

from noughts.engines.grammar import MAX_LINE, quote
from noughts.engines.pipes import CHUNK, Lines
from noughts.errors import EngineError, StrategyError

END_SECONDS = 0.7  # from END to the kill, as in the protocol
_SEND_SECONDS = 5.0  # for a busy engine to read its input
WAITING = 1000  # lines that may wait to be read; then the engine blocks
_LAST_WORDS = 20  # lines of standard error that are kept
_GLANCES = 0.0005, 0.05  # seconds between two looks at a process that is to end: the first, and at most


def words_of(command: str, what: str = "engine") -> list[str]:
    """Return a command as a shell would split it. Raises StrategyError, which names `what` it is, if there is no such
    program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise StrategyError(f"no {what} {command!r}: {error}") from None
    if not words:
        raise StrategyError(f"no {what} {command!r}: expected a command such as './pbrain-other -flag'")
    if shutil.which(words[0]) is None:
        raise StrategyError(f"no {what} {command!r}: there is no program {words[0]!r} (or it may not be run)")
    return words


class Process:
    """A running program that reads and writes lines. It starts at once, and is killed with all its children.

    It is killed when it is closed, when it is garbage-collected, and when the interpreter ends. `what` names it in
    errors; of a line of more than `longest` bytes the head is read.
    """

    def __init__(self, command: str, what: str = "engine", longest: int = MAX_LINE) -> None:
        self.command: Final = command
        self.what: Final = what
        try:
            popen = subprocess.Popen(
                words_of(command, what),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                process_group=0,  # its own, to be killed as one and spared by Ctrl-C
            )
        except OSError as error:
            raise StrategyError(f"no {what} {command!r}: {error.strerror}") from None
        assert popen.stdin
        assert popen.stdout
        assert popen.stderr
        self._popen, self._stdin, self._stdout, self._stderr = popen, popen.stdin, popen.stdout, popen.stderr
        for pipe in (popen.stdin, popen.stdout, popen.stderr):
            os.set_blocking(pipe.fileno(), False)
        self._out, self._err = popen.stdout.fileno(), popen.stderr.fileno()
        self._poll, self._is_full = select.poll(), False
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._cut, self._cut_words = Lines(longest), Lines()
        self._lines: deque[bytes] = deque()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self._kill = weakref.finalize(self, _kill, popen)

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of its standard error."""
        return tuple(self._last_words)

    @property
    def exit_code(self) -> int | None:
        """Its exit code (below zero: the signal that ended it), or None while it runs."""
        return self._popen.poll()

    def send(self, data: bytes) -> None:
        """Write to its standard input. Raises EngineError: died, or time-out if it does not read."""
        try:
            sent = self._stdin.write(data) or 0
            if sent < len(data):
                self._send_rest(memoryview(data)[sent:])
        except (OSError, ValueError):
            raise self.death(" before it read a command") from None

    def _send_rest(self, data: memoryview) -> None:
        """Write what did not fit into the pipe, as the program reads."""
        deadline = time.monotonic() + _SEND_SECONDS
        self._poll.register(self._stdin, select.POLLOUT)
        try:
            while data:
                if (left := deadline - time.monotonic()) <= 0:
                    raise self.error("does not read its input", "time-out")
                if self._pump(left):
                    data = data[self._stdin.write(data) or 0 :]
        finally:
            self._poll.unregister(self._stdin)

    def end_input(self) -> None:
        """Close its standard input."""
        with suppress(OSError):
            self._stdin.close()

    def read(self, seconds: float, what: str = "an answer") -> bytes:
        """Return its next line. Raises EngineError: time-out, or died before `what`."""
        deadline = time.monotonic() + seconds
        while seconds >= 0:  # before a line is taken: else an engine that never stops writing would never be late
            if self._lines:
                return self._lines.popleft()
            if self._stdout.closed:
                raise self.death(f", expected {what}")
            self._pump(seconds)
            seconds = 0.0 if self._lines else deadline - time.monotonic()
        raise self.error(f"did not give {what} in time", "time-out")

    def waiting(self) -> bytes | None:
        """Return a line that it has written already, or None."""
        if not self._lines:
            self._pump(0.0)
        return self._lines.popleft() if self._lines else None

    def _pump(self, seconds: float) -> bool:
        """Wait so many seconds at most, and read what there is then; return whether its input takes bytes."""
        takes = False
        if self._is_full and len(self._lines) < WAITING:
            self._poll.register(self._out, select.POLLIN)
            self._is_full = False
        for number, _ in self._poll.poll(max(0.0, 1000 * seconds)):
            if number == self._out:
                self._take_lines()
            elif number == self._err:
                self._take_words()
            else:
                takes = True
        return takes

    def _take_lines(self) -> None:
        if len(self._lines) >= WAITING:  # until they are read
            self._poll.unregister(self._out)
            self._is_full = True
            return
        self._lines += _taken(self._stdout, self._cut)
        if self._stdout.closed:
            self._poll.unregister(self._out)

    def _take_words(self) -> None:
        words = (line.decode("utf-8", "replace").strip() for line in _taken(self._stderr, self._cut_words))
        self._last_words += filter(None, words)
        if self._stderr.closed:
            self._poll.unregister(self._err)

    def death(self, when: str) -> EngineError:
        """Return the error of a program that has ended or closed its output."""
        self.wait(END_SECONDS)
        code = self._popen.poll()
        if code is None:
            end = "closed its standard output"
        else:
            end = f"died of {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        deadline = time.monotonic() + END_SECONDS
        while not self._stderr.closed and (left := deadline - time.monotonic()) > 0:
            self._pump(left)  # its last lines may still be in the pipe
        return self.error(f"{end}{when}", "died")

    def error(self, what: str, kind: str) -> EngineError:
        """Return an error that names the program and quotes the last line of its standard error."""
        words = self.last_words
        said = f"; its standard error ends with {quote(words[-1], 200)}" if words else ""
        return EngineError(f"{self.what} {self.command!r} {what}{said}", kind, words)

    def wait(self, seconds: float) -> float | None:
        """Return the seconds that it took to end, or None if it still runs after `seconds`."""
        began, (glance, longest) = time.monotonic(), _GLANCES
        while self._popen.poll() is None:
            left = began + seconds - time.monotonic()
            if left <= 0:
                return None
            self._pump(min(glance, left))
            glance = min(2 * glance, longest)
        return time.monotonic() - began

    def close(self, farewell: bytes = b"END\n") -> None:
        """Send a last line and the end of the input, wait as long as the protocol does, and kill what is left."""
        with suppress(EngineError):
            if self.exit_code is None:
                self.send(farewell)
        self.end_input()
        self.wait(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        """Kill it and all its children."""
        self._kill()


def _taken(pipe: IO[bytes], lines: Lines) -> list[bytes]:
    """Return the lines that a pipe has now; close it at its end, where the last line needs no end."""
    try:
        chunk = pipe.read(CHUNK)
    except OSError:
        chunk = b""
    if chunk is None:
        return []
    if chunk:
        return lines.of(chunk)
    pipe.close()
    return [lines.pending] if lines.pending else []


def _kill(popen: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):  # the group has no process left
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
