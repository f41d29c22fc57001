"""A child process: lines in, lines out with a time-out, its standard error, its end.

No thread reads its pipes. They do not block, and every wait, for an answer, for room in its input or for its end, takes
what it writes meanwhile. `look` tells a process that waits, or is stopped, from one that the machine has no time for.
"""

import json
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import IO, Any, Final

from noughts.errors import EngineError, StrategyError
from noughts.processes.line_cutter import CHUNK, MAX_LINE, Lines, quote

END_SECONDS = 0.7  # from the end of its input to the kill, as in the protocol of engines
SEND_SECONDS = 5.0  # for a busy program to read its input
WAITING = 1000  # lines that may wait to be read; then the program blocks
_LAST_WORDS = 20  # lines of standard error that are kept
_KILLED_SECONDS = 60.0  # for a process that was killed: one in a call of a broken disk ends later
_MOST_SECONDS = 60.0  # of one wait for its pipes
_GLANCES = 0.0005, 0.05  # seconds between two looks at a process that is to end: the first, and at most
_LISTS_CHILDREN = os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # not every kernel does
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100  # of a second of processor time
_THREADS = 17  # the place of the number of threads among what Linux tells of a process, after its name
_SELDOM = 30  # times what a look takes, before the next: a program may have hundreds of processes
_LONGEST_PAUSE = 1.0  # seconds between two looks


class Child:
    """A running program that reads and writes lines. It starts at once, and is killed with all its children.

    It is killed when it is closed, when it is garbage-collected, and when the interpreter ends. `name` is its name in
    errors; of a line of more than `longest` bytes the head is read. `environment` is added to ours. Its standard error
    is `heard`, or is the same as ours. Before it is killed it gets so many seconds of `patience`, without an input, to
    end its children and itself. Raises OSError if it cannot be started.

    `processes`: the numbers of the process and of those below it, as they were at the last look; `running`: how many of
    their threads ran then; `pause`: the seconds before the next look, as this one took long.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        longest: int = MAX_LINE,
        *,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        heard: bool = True,
        patience: float = 0.0,
    ) -> None:
        self.name: Final = name
        self._popen = popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if heard else None,
            bufsize=0,
            cwd=folder,
            env=os.environ | (environment or {}),
            process_group=0,  # its own, to be killed as one and spared by Ctrl-C
        )
        assert popen.stdin
        assert popen.stdout
        self._stdin, self._stdout, self._stderr = popen.stdin, popen.stdout, popen.stderr
        self._out = popen.stdout.fileno()
        self._poll, self._is_full = select.poll(), False
        for pipe in filter(None, (popen.stdout, popen.stderr)):
            self._poll.register(pipe, select.POLLIN)
        for pipe in filter(None, (popen.stdin, popen.stdout, popen.stderr)):
            os.set_blocking(pipe.fileno(), False)
        self._in = popen.stdin.fileno()
        self._cut, self._cut_words = Lines(longest), Lines()
        self._lines: deque[bytes] = deque()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)
        self.printed = 0
        self._spent = self._own = 0.0
        self._ticks: dict[int, int] = {}
        self._read_at, self.pause = -inf, 0.0
        self.processes, self.running = list[int](), 0
        self._kill = weakref.finalize(self, kill, popen, patience)

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of its standard error; `printed` counts the bytes."""
        return tuple(self._last_words)

    @property
    def exit_code(self) -> int | None:
        """Its exit code (below zero: the signal that ended it), or None while it runs."""
        return self._popen.poll()

    @property
    def end(self) -> str:
        """How it ended, in words."""
        if (code := self.exit_code) is None:
            return "closed its standard output"
        return f"died of {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"

    def look(self) -> bool | None:
        """Return whether a thread of the process, or of those below it, runs or waits for a processor alone: no other
        thing keeps it from going on. None where the system does not tell."""
        self._read_processes()
        return self.running > 0 if self.processes else None

    @property
    def processor_seconds(self) -> float:
        """The processor time that it and its children have spent so far, as far as the system tells, in whole ticks."""
        if time.monotonic() - self._read_at >= self.pause:
            self._read_processes()
        return self._spent

    def _read_processes(self) -> None:
        """Read what the system tells of the process and of those below it."""
        began = time.monotonic()
        self.processes, self.running = [], 0
        if self._popen.returncode is None:  # else its number may be another process's
            stats = self._tree()
            ticks = sum(int(number) for stat in stats.values() for number in stat[11:15])  # also of children that ended
            # Nobody gets the time of a child whose end its parent ignores: so the growth of each is added up too.
            own = {process: int(stat[11]) + int(stat[12]) for process, stat in stats.items()}
            self._own += sum(max(0, ticks - self._ticks.get(process, 0)) for process, ticks in own.items()) / _TICKS
            self._ticks = own
            self._spent = max(
                self._spent, ticks / _TICKS, self._own
            )  # one that ends between two readings is in neither
            self.processes = list(stats)
        self._read_at = time.monotonic()
        self.pause = min(_LONGEST_PAUSE, max(1 / _TICKS, _SELDOM * (self._read_at - began)))

    def _tree(self) -> dict[int, list[str]]:
        """Return what Linux tells of the process and of those below it, by their numbers; count what runs."""
        stats, todo = dict[int, list[str]](), [self._popen.pid]
        parents = {} if _LISTS_CHILDREN else _parents()
        for process in todo:  # it grows meanwhile
            if not (stat := _stat(f"/proc/{process}")):
                continue
            stats[process] = stat
            threads = _threads(f"/proc/{process}") if stat[_THREADS] != "1" else [f"/proc/{process}/task/{process}"]
            states = [stat[0]] if len(threads) == 1 else [words[0] for each in threads if (words := _stat(each))]
            self.running += states.count("R")
            todo += [int(child) for thread in threads for child in _words(f"{thread}/children")]
            todo += [int(child) for child, parent in parents.items() if parent == str(process)]
        return stats

    def send(self, data: bytes, seconds: float | None = None) -> None:
        """Write to its standard input. Raises EngineError: died, or time-out if it does not read."""
        if self.write(data, SEND_SECONDS if seconds is None else seconds):
            raise self.error("does not read its input", "time-out")

    def write(self, data: bytes, seconds: float) -> bytes:
        """Write to its standard input for so long at most; return what it has not taken. Raises EngineError (died)."""
        try:
            rest = data[self._stdin.write(data) or 0 :]
            return self._write_rest(memoryview(rest), seconds) if rest else rest
        except (OSError, ValueError):
            raise self.death(" before it read a command") from None

    def _write_rest(self, data: memoryview, seconds: float) -> bytes:
        """Write what did not fit into the pipe, as the program reads."""
        deadline = time.monotonic() + seconds
        self._poll.register(self._stdin, select.POLLOUT)
        try:
            while data and (left := deadline - time.monotonic()) > 0:
                if self._pump(left):
                    data = data[self._stdin.write(data) or 0 :]
        finally:
            self._poll.unregister(self._stdin)
        return bytes(data)

    def end_input(self) -> None:
        """Close its standard input."""
        with suppress(OSError):
            self._stdin.close()

    def read(self, seconds: float, when: str = ", expected an answer") -> bytes | None:
        """Return its next line, or None if it gives none in time. Raises EngineError if it died, which says `when`."""
        deadline = time.monotonic() + seconds
        while seconds >= 0:  # before a line is taken: else an engine that never stops writing would never be late
            if self._lines:
                return self._lines.popleft()
            if self._stdout.closed:
                raise self.death(when)
            self._pump(seconds)
            seconds = 0.0 if self._lines else deadline - time.monotonic()
        return None

    def message(self, line: bytes) -> dict[str, Any]:
        """Return the object of JSON that a line of it holds. Raises EngineError (protocol) for any other line."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self.error(f"wrote {quote(line.decode('utf-8', 'replace'))}, which is not a message", "protocol")
        return message

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
        for number, _ in self._poll.poll(1000 * min(max(0.0, seconds), _MOST_SECONDS)):
            if number == self._out:
                self._take_lines()
            elif number == self._in:
                takes = True
            else:
                self._take_words()
        return takes

    def _take_lines(self) -> None:
        if len(self._lines) >= WAITING:  # until they are read
            self._poll.unregister(self._out)
            self._is_full = True
            return
        if (chunk := _taken(self._stdout)) is not None:
            self._lines += self._cut.of(chunk)
        else:
            self._lines += filter(None, [self._cut.pending])  # the last line needs no end
            self._leave(self._stdout)

    def _take_words(self) -> None:
        assert self._stderr
        if (chunk := _taken(self._stderr)) is not None:
            self.printed += len(chunk)
            lines = self._cut_words.of(chunk)
        else:
            lines = [self._cut_words.pending]
            self._leave(self._stderr)
        self._last_words += filter(None, (line.decode("utf-8", "replace").strip() for line in lines))

    def _leave(self, pipe: IO[bytes]) -> None:
        """Close a pipe at its end."""
        self._poll.unregister(pipe)
        pipe.close()

    def death(self, when: str) -> EngineError:
        """Return the error of a program that has ended or closed its output."""
        self.wait(END_SECONDS)
        deadline = time.monotonic() + END_SECONDS
        while self._stderr and not self._stderr.closed and (left := deadline - time.monotonic()) > 0:
            self._pump(left)  # its last lines may still be in the pipe
        return self.error(f"{self.end}{when}", "died")

    def error(self, what: str, kind: str) -> EngineError:
        """Return an error that names the program and quotes the last line of its standard error."""
        words = self.last_words
        ending = f"; its standard error ends with {quote(words[-1], 200)}" if words else ""
        return EngineError(f"{self.name} {what}{ending}", kind, words)

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

    def close(self, farewell: bytes = b"", seconds: float = END_SECONDS) -> None:
        """Send a last line and the end of the input, wait so long, and kill what is left."""
        with suppress(EngineError):
            if self.exit_code is None:
                self.send(farewell)
        self.end_input()
        self.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """Kill it and all its children."""
        self._kill()


def _parents() -> dict[str, str]:
    """Return the number of each process, with that of its parent."""
    numbers = [name for name in os.listdir("/proc") if name.isdecimal()] if os.path.isdir("/proc") else []
    return {number: stat[1] for number in numbers if (stat := _stat(f"/proc/{number}"))}


def _threads(process: str) -> list[str]:
    """Return the folders in which Linux tells of the threads of a process; none if it has ended."""
    with suppress(OSError):
        return [f"{process}/task/{thread}" for thread in os.listdir(f"{process}/task")]
    return []


def _stat(folder: str) -> list[str]:
    """Return what Linux tells of a process or of a thread, its state first; see proc(5). Empty if it has ended."""
    return _words(f"{folder}/stat", after=")")


def _words(path: str, after: str = "") -> list[str]:
    """Return the words of a file of Linux's, those after the last such sign; none of a process that has ended."""
    with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
        return (text.rpartition(after)[2] if after else text).split()
    return []


def _taken(pipe: Any) -> bytes | None:
    """Return what a pipe has now, which may be nothing; None at its end."""
    try:
        chunk: bytes | None = pipe.read(CHUNK)
    except OSError:
        return None
    return b"" if chunk is None else chunk or None


def kill(popen: "subprocess.Popen[bytes]", patience: float = 0.0) -> None:
    """Kill a process that leads a group, with the group, wait for its end a moment, and close its pipes.

    Before that it gets some seconds to end by itself, once its input has ended.
    """
    if patience:
        _close(popen.stdin)
        with suppress(subprocess.TimeoutExpired):
            popen.wait(patience)
    with suppress(ProcessLookupError, PermissionError):  # the group has no process left
        os.killpg(popen.pid, signal.SIGKILL)
    popen.kill()  # it may have left the group
    with suppress(subprocess.TimeoutExpired):
        popen.wait(_KILLED_SECONDS)
    for pipe in (popen.stdin, popen.stdout, popen.stderr):
        _close(pipe)


def _close(pipe: IO[bytes] | None) -> None:
    if pipe is not None:
        with suppress(OSError):
            pipe.close()


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
