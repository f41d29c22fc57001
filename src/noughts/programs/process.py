"""The process of a user's program, as `programs.child` describes it: requests, messages, the end."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from noughts.errors import FAULT_KINDS, NoughtsError, StrategyError, StrategyFault, named_error
from noughts.processes.channel import JSON
from noughts.processes.line_cutter import printable
from noughts.programs.jail.layers import Layers
from noughts.programs.jail.limited_child import LimitedChild
from noughts.programs.jail.limits import COPY, Limits

LONGEST = 2000  # characters of a text of the program's
_COMMAND = (sys.executable, "-P", "-m", "noughts.programs.jail.start")  # -P: no module of the present folder
_OWN_END = 2.0  # seconds of processor time in which its own limit ends it
_GLANCE = 0.1  # seconds between two looks at the process, and two calls of `waiting`

Waiting = Callable[[], None]


class Overdue(Exception):
    """The process gives no answer within a limit, of processor time or, `by_clock`, of the clock.

    The message says which: it is the verb of a sentence about the program.
    """

    def __init__(self, message: str, by_clock: bool) -> None:
        super().__init__(message)
        self.by_clock = by_clock


@dataclass(frozen=True)
class ProgramStart:
    """How the process starts: what `specs.load` loads there, in which folder, with which limits.

    `read`: how it is called, as its author says; empty if it is found out. `environment` is added to ours.
    """

    spec: str
    read: str
    folder: str
    limits: Limits
    environment: Mapping[str, str]


class ProgramProcess:
    """The running process. It is sent the request to load the program, and `ask` or `send` what follows.

    `waiting` is called while a message is waited for, and may raise: then the process is of no more use. Nothing that
    the process writes is trusted: a text of it is one printable line, of bounded length. Raises StrategyError if no
    process can be started.
    """

    def __init__(self, start: ProgramStart, waiting: Waiting) -> None:
        self._waiting, self._limits = waiting, start.limits
        self._layers: Layers | None = None
        asked = {"spec": start.spec, "folder": start.folder, "limits": vars(start.limits)}
        try:
            self._child = LimitedChild((*_COMMAND, json.dumps(asked)), "its process", start.environment)
        except OSError as error:
            why = error.strerror or error
            raise StrategyError(f"no process can be started for {start.spec!r}: {why}") from None
        self._copies = os.path.join(self._child.folder, COPY)
        self.send({"load": start.spec, "read": start.read})

    @property
    def unlimited(self) -> str:
        """Which limits the kernel does not keep, in words; empty if it keeps all, or before the first message."""
        return self._layers.in_words() if self._layers else ""

    @property
    def out_of_time(self) -> bool:
        """Whether its processor time is over."""
        return self._child.out_of_time or self._child.processor_seconds > self._limits.seconds

    @property
    def processor_seconds(self) -> float:
        """The processor time that it has spent, as far as the system tells."""
        return self._child.processor_seconds

    @property
    def printed(self) -> int:
        """How many bytes the program has printed."""
        return self._child.printed

    @property
    def last_printed(self) -> str:
        """The last line that the program has printed."""
        words = self._child.last_words
        return printable(words[-1].replace(self._copies, ""), LONGEST) if words else ""

    def send(self, request: JSON) -> None:
        """Send a request. Raises what `read` raises."""
        patience = _Patience(self._child, self._limits.answer, self._limits.seconds)
        rest = json.dumps(request).encode("ascii") + b"\n"
        while rest := self._child.write(rest, _GLANCE):
            patience.look()
            self._waiting()

    def read(self, seconds: float) -> JSON:
        """Return the next message.

        Raises Overdue where it has spent so much processor time, or has waited for as long; EngineError (died,
        protocol), and what `waiting` raises. A process that is stopped, or that others leave no time, is waited for.
        """
        if self._layers is None:  # before any line of the program has run
            self._layers = Layers(**self._next(seconds)["layers"])
        return self._next(seconds)

    def decided(self, seconds: float) -> JSON:
        """Return the next answers in positions: `decided`, a list, and `notes`. Raises what `read` raises."""
        message = self.read(seconds)
        found = message.get("progress", message.get("answer"))
        return self._checked(found, isinstance(found, dict) and isinstance(found.get("decided"), list))

    def reply(self, seconds: float) -> JSON:
        """Return the answer to the last request, with `notes`; messages for earlier ones are left out.

        Raises what `read` raises, and the error that the process answers.
        """
        while "progress" in (message := self.read(seconds)) or "decided" in (message.get("answer") or ()):
            pass
        if "error" in message:
            raise error_of(message)
        return self._checked(message.get("answer"), True)

    def _checked(self, found: Any, is_right: bool) -> JSON:
        if not is_right or not isinstance(found, dict) or not isinstance(found.get("notes"), dict):
            raise self._child.error(f"answered {printable(repr(found), 60)}", "protocol")
        return found

    def end(self) -> None:
        """Kill it and all its children."""
        self._child.kill()

    def _next(self, seconds: float) -> JSON:
        patience = _Patience(self._child, seconds, self._limits.seconds)
        while (line := self._child.read(_GLANCE, "")) is None:
            patience.look()
            self._waiting()
        return self._message(line)

    def _message(self, line: bytes) -> JSON:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._child.error(f"wrote {printable(repr(line), 60)}, which is not a message", "protocol")
        return message


class _Patience:
    """How long an answer of a process is waited for: `seconds` of its processor time, or of the clock while it does
    nothing but wait. One that has spent more than `in_all` is killed: its own limit does not count its copies."""

    def __init__(self, child: LimitedChild, seconds: float, in_all: float) -> None:
        self._child, self._seconds, self._in_all = child, seconds, in_all
        self._spent_before, self._waited = inf, 0.0

    def look(self) -> None:
        """Look at the process once, after each `_GLANCE`. Raises Overdue."""
        waits = self._child.look()
        self._spent_before = min(self._spent_before, self._child.processor_seconds)
        self._waited += 0.0 if waits is False else _GLANCE
        if self._child.processor_seconds > self._in_all + _OWN_END:
            self._child.kill()
        if self._child.processor_seconds - self._spent_before > self._seconds:
            raise Overdue(f"did not answer within {self._seconds:g} s of processor time", by_clock=False)
        if self._waited > self._seconds:
            knows = f"has waited for {self._seconds:g} s without using the processor"
            raise Overdue(f"did not answer within {self._seconds:g} s" if waits is None else knows, by_clock=True)


def error_of(said: Mapping[str, Any]) -> NoughtsError:
    """Return the error that the process says: its class and kind, the sentence, the program's traceback."""
    text = printable(str(said.get("text")), LONGEST)
    kind = next((kind for kind in FAULT_KINDS if kind == said.get("kind")), None)
    error = named_error(str(said.get("error")), text, StrategyError) if kind is None else StrategyFault(text, kind)
    if isinstance(error, StrategyError):
        error.trace = tuple(printable(str(line), LONGEST) for line in list(said.get("trace") or ()))
    return error
