"""The process of an engine or another program: lines in, lines out with a time-out, its standard error, its end."""

import os
import queue
import select
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, Final

from noughts.errors import EngineError, StrategyError
from noughts.protocol.grammar import MAX_LINE, quote
from noughts.protocol.pipes import bounded_lines

END_SECONDS = 0.7  # from END to the kill, as in the protocol
_SEND_SECONDS = 5.0  # for a busy engine to read its input
WAITING = 1000  # lines that may wait to be read; then the engine blocks
_LAST_WORDS = 20  # lines of standard error that are kept


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
                start_new_session=True,  # its own process group, to be killed as one and spared by Ctrl-C
            )
        except OSError as error:
            raise StrategyError(f"no {what} {command!r}: {error.strerror}") from None
        assert popen.stdin
        assert popen.stdout
        assert popen.stderr
        self._popen, self._stdin = popen, popen.stdin
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        closed = self._closed = threading.Event()
        self._threads = [
            _reader(
                popen.stdout, partial(_offer, self._lines, closed), partial(_offer, self._lines, closed, None), longest
            ),
            _reader(popen.stderr, partial(_note, self._last_words), lambda: None),
        ]
        self._kill = weakref.finalize(self, _kill, popen, closed)

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
        deadline, view = time.monotonic() + _SEND_SECONDS, memoryview(data)
        try:
            while view:
                if not select.select([], [self._stdin], [], max(0.0, deadline - time.monotonic()))[1]:
                    raise self.error("does not read its input", "time-out")
                view = view[self._stdin.write(view[: select.PIPE_BUF]) :]  # this much does not block now
        except (OSError, ValueError):
            raise self.death(" before it read a command") from None

    def end_input(self) -> None:
        """Close its standard input."""
        with suppress(OSError):
            self._stdin.close()

    def read(self, seconds: float, what: str = "an answer") -> bytes:
        """Return its next line. Raises EngineError: time-out, or died before `what`."""
        try:
            if seconds < 0:  # else an engine that never stops writing would never be late
                raise queue.Empty
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self.error(f"did not give {what} in time", "time-out") from None
        if line is None:
            self._lines.put(None)  # for later reads
            raise self.death(f", expected {what}")
        return line

    def waiting(self) -> bytes | None:
        """Return a line that it has written already, or None."""
        with suppress(queue.Empty):
            if (line := self._lines.get_nowait()) is not None:
                return line
            self._lines.put(None)  # for later reads
        return None

    def death(self, when: str) -> EngineError:
        """Return the error of a program that has ended or closed its output."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(END_SECONDS)
        code = self._popen.poll()
        if code is None:
            end = "closed its standard output"
        else:
            end = f"died of {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        self._threads[1].join(END_SECONDS)  # its last lines may still be in the pipe
        return self.error(f"{end}{when}", "died")

    def error(self, what: str, kind: str) -> EngineError:
        """Return an error that names the program and quotes the last line of its standard error."""
        words = self.last_words
        said = f"; its standard error ends with {quote(words[-1], 200)}" if words else ""
        return EngineError(f"{self.what} {self.command!r} {what}{said}", kind, words)

    def wait(self, seconds: float) -> float | None:
        """Return the seconds that it took to end, or None if it still runs after `seconds`."""
        began = time.monotonic()
        try:
            self._popen.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
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
        self.end_input()
        for thread in self._threads:
            thread.join(END_SECONDS)


def _reader(
    pipe: IO[bytes], take: Callable[[bytes], object], at_end: Callable[[], object], longest: int = MAX_LINE
) -> threading.Thread:
    """Start a thread that reads the lines of a pipe. It holds no Process, so that one can be garbage-collected."""

    def run() -> None:
        with pipe, suppress(OSError):
            for line in bounded_lines(partial(os.read, pipe.fileno()), longest):
                take(line)
        at_end()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _offer(lines: "queue.Queue[bytes | None]", closed: threading.Event, line: bytes | None) -> None:
    """Put a line into the queue; while the queue is full, the engine blocks."""
    while not closed.is_set():
        with suppress(queue.Full):
            lines.put(line, timeout=0.1)
            return


def _note(last_words: deque[str], line: bytes) -> None:
    if text := line.decode("utf-8", "replace").strip():
        last_words.append(text)


def _kill(popen: "subprocess.Popen[bytes]", closed: threading.Event) -> None:
    closed.set()
    if popen.stdin is not None:
        with suppress(OSError):
            popen.stdin.close()
    with suppress(ProcessLookupError, PermissionError):  # the group has no process left
        os.killpg(popen.pid, signal.SIGKILL)
    popen.wait()
