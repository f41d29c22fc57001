"""Children that answer requests, as in `channel`: one alone, or several that stay for the next request."""

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from threading import Event
from time import monotonic
from typing import Final

from noughts.errors import EngineError, WorkersError
from noughts.processes.channel import JSON, LONGEST, PING, Report
from noughts.processes.child import END_SECONDS, Child
from noughts.words import Said

_GLANCE = 0.05  # seconds between two looks at whether an answer is still wanted
_START_SECONDS = 60.0  # for a child to start, at least


class WorkerDied(WorkersError):
    """A worker that ended, or broke its channel, in the middle of a request."""


class TimedOut(WorkersError):
    """A request that was not answered in time."""


class Stopped(WorkersError):
    """A request whose answer is not wanted any more."""


def ask(
    child: Child,
    request: JSON,
    seconds: float = inf,
    report: Report = lambda progress: None,
    stop: Event | None = None,
    compiles: bool = False,
) -> JSON:
    """Return a child's answer, or its error, as a message; `report` receives the progress.

    After one of the errors its state is unknown: it has to be ended. Raises TimedOut after so many seconds, Stopped
    soon after `stop` is set, WorkerDied if it ends or writes anything but a message. With `compiles` the time of a
    compilation does not count.
    """
    deadline = monotonic() + seconds
    try:
        child.send(json.dumps(request).encode("ascii") + b"\n", seconds)
        while stop is None or not stop.is_set():
            if (left := deadline - monotonic()) <= 0:
                raise TimedOut(Said("error.timed-out", {"seconds": f"{seconds:g}"}))
            line = child.read(min(left, _GLANCE), " before its answer")
            message = None if line is None else child.message(line)
            if message and "progress" in message:
                report(message["progress"])
                if compiles and "compiling" in message["progress"]:
                    deadline = monotonic() + seconds
            elif message:
                return message
    except EngineError as error:
        raise WorkerDied(error.said) from None
    raise Stopped


class Children:
    """At most `size` children of one command. One starts when it is first needed, and stays for the next request.

    `threads` are those in which to `ask`. `patience`: seconds that a child gets to end by itself. With `replaces`
    another one starts at once where one has to end, so that the next request need not wait for it. `answering` are
    those at work on a request, which have started.
    """

    def __init__(
        self,
        command: Sequence[str],
        size: int,
        environment: Mapping[str, str] | None = None,
        patience: float = END_SECONDS,
        replaces: bool = False,
    ) -> None:
        self.threads: Final = ThreadPoolExecutor(size, "worker")
        self.answering: Final = set[Child]()
        self._command, self._environment, self._patience = command, environment, patience
        self._replaces = replaces
        self._idle: list[Child] = []
        self._new: list[Child] = []  # these have not answered yet

    def ask(self, request: JSON, seconds: float, report: Report, stop: Event) -> JSON:
        """Return the answer of the next free child, as `ask` does, which ends after an error.

        The start of a child is not part of the `seconds`. Besides, raises WorkersError if no child can be started.
        """
        if stop.is_set():
            raise Stopped
        child, is_new = self._free()
        try:
            if is_new:
                ask(child, PING, max(seconds, _START_SECONDS), stop=stop)
            self.answering.add(child)
            message = ask(child, request, seconds, report, stop, compiles=True)
        except BaseException:
            self.answering.discard(child)
            self._replace(child)
            raise
        self.answering.remove(child)
        self._idle.append(child)
        return message

    def close(self) -> None:
        """End all children, when those at work have answered or have been stopped."""
        self._replaces = False
        self.threads.shutdown(cancel_futures=True)
        self._idle += self._new
        self._new.clear()
        for child in self._idle:
            child.end_input()
        while self._idle:
            self._idle.pop().close(seconds=self._patience)

    def _free(self) -> tuple[Child, bool]:
        """Return a child for a request, and whether it is a new one."""
        for children, are_new in ((self._idle, False), (self._new, True)):
            with suppress(IndexError):
                return children.pop(), are_new
        return self._started(), True

    def _replace(self, child: Child) -> None:
        if self._replaces:
            with suppress(WorkersError):  # the next request tries again
                self._new.append(self._started())
        child.close(seconds=self._patience)

    def _started(self) -> Child:
        try:
            return Child(self._command, "a worker", LONGEST, environment=self._environment, heard=False)
        except OSError as error:  # too many processes or open files
            raise WorkersError(Said("error.no-worker", {"reason": error.strerror or str(error)})) from None
