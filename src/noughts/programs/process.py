"""The process of a user's program, as `programs.child` describes it: requests, messages, the end."""

import json
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from noughts.errors import FAULT_KINDS, NoughtsError, StrategyError, StrategyFault, named_error
from noughts.processes.channel import JSON
from noughts.processes.line_cutter import printable
from noughts.programs.jail.limited_child import LimitedChild
from noughts.programs.jail.limits import COPY, Layers, Limits

LONGEST = 2000  # characters of a text of the program's
_COMMAND = (sys.executable, "-P", "-m", "noughts.programs.jail.start")  # -P: no module of the present folder
_OWN_END = 2.0  # seconds of processor time in which its own limit ends it
_GLANCE = 0.1  # seconds between two looks at the process, and two calls of `waiting`
_LONGEST_GLANCE = 1.0  # seconds: between two looks this process may have been stopped
_LINES, _LINE = 60, 300  # of a traceback, characters of each
_FIRST_BYTES, _BYTES = 1 << 20, 1 << 16  # that it may write, and more for each question and position

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
    the process writes is trusted: a text of it is one printable line, of bounded length, and it writes no more messages
    than it is asked for. `waited` counts the seconds on the clock for which an answer was waited for and it did not use
    the processor, though it could. Raises StrategyError if no process can be started.
    """

    def __init__(self, start: ProgramStart, waiting: Waiting) -> None:
        self._waiting, self._limits = waiting, start.limits
        self._layers: Layers | None = None
        self._requests, self._positions = 0, 0  # that it has not answered
        self._bytes = _FIRST_BYTES  # that it may still write
        self.waited, self._unseen = 0.0, 0.0
        settings = {"spec": start.spec, "folder": start.folder, "limits": vars(start.limits)}
        try:
            self._child = LimitedChild((*_COMMAND, json.dumps(settings)), "its process", start.environment)
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
        """Whether its time is over: what it has spent of a processor, and what it has waited."""
        return self._child.out_of_time or self._child.processor_seconds + self.waited > self._limits.seconds

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
        patience = _Patience(self._limits.answer, self._child)
        rest = json.dumps(request).encode("ascii") + b"\n"
        self._requests += 1
        self._positions += len(request.get("boards", ()))
        self._bytes += _BYTES * (1 + len(request.get("boards", ())))
        while rest := self._child.write(rest, _GLANCE):
            self._unseen += _GLANCE
            self._look(patience)
            self._waiting()

    def decided(self, seconds: float) -> JSON:
        """Return the next answers in positions: `decided`, a list, and `notes`.

        Raises Overdue where it has spent so much processor time, or has waited for as long; EngineError (died,
        protocol), and what `waiting` raises. A process that others leave no time is waited for.
        """
        message = self._next(self._patience(seconds))
        answer = message.get("progress", message.get("answer"))
        return self._checked(answer, isinstance(answer, dict) and isinstance(answer.get("decided"), list))

    def reply(self, seconds: float, waiting: float) -> JSON:
        """Return the answer to the last request, with `notes`; messages for earlier ones are left out. It is waited for
        `waiting` seconds on the clock while the process does not use the processor.

        Raises what `decided` raises, and the error that the process answers.
        """
        patience = self._patience(seconds, waiting)
        while "progress" in (message := self._next(patience)) or "decided" in (message.get("answer") or ()):
            pass
        if "error" in message:
            raise error_of(message)
        return self._checked(message.get("answer"), True)

    def _checked(self, answer: Any, is_right: bool) -> JSON:
        if not is_right or not isinstance(answer, dict) or not isinstance(answer.get("notes"), dict):
            raise self._child.error(f"answered {printable(repr(answer), 60)}", "protocol")
        return answer

    def end(self) -> None:
        """Kill it and all its children."""
        self._child.kill()

    def _patience(self, seconds: float, waiting: float | None = None) -> "_Patience":
        """Return the patience with an answer, once the process has said its limits: before a line of the program."""
        patience = _Patience(seconds, self._child, waiting)
        if self._layers is None:
            self._layers = Layers(**self._child.message(self._line(patience))["layers"])
        return patience

    def _next(self, patience: "_Patience") -> JSON:
        """Return its next message, of as many as it was asked for."""
        message = self._child.message(self._line(patience))
        answer = message.get("progress", message.get("answer"))
        decided = answer.get("decided") if isinstance(answer, dict) else None
        count = len(decided) if isinstance(decided, list) else 0
        self._positions -= count
        self._requests -= "progress" not in message
        if self._requests < 0 or self._positions < 0 or ("progress" in message and not count):
            raise self._child.error("wrote more messages than it was asked for", "protocol")
        return message

    def _line(self, patience: "_Patience") -> bytes:
        line = None
        while line is None:
            began = monotonic()
            line = self._child.read(_GLANCE, "")
            self._unseen += min(monotonic() - began, _LONGEST_GLANCE)
            self._look(patience)
            self._waiting()
        self._bytes -= len(line)
        if self._bytes < 0:
            raise self._child.error("wrote more than an answer can be", "protocol")
        return line

    def _look(self, patience: "_Patience") -> None:
        """Look at the process, if it was waited for long enough since the last look. Raises Overdue."""
        if self._unseen >= max(_GLANCE / 2, self._child.pause):
            self.waited += patience.look(self._child, self._unseen)
            self._unseen = 0.0
        if self._child.processor_seconds + self.waited > self._limits.seconds + _OWN_END:
            self._child.kill()
        patience.check(self._child)


class _Patience:
    """How long an answer of a process is waited for: `seconds` of its processor time, or as many of the clock, or
    `waiting`, while it does not use the processor though it could."""

    def __init__(self, seconds: float, child: LimitedChild, waiting: float | None = None) -> None:
        self._seconds, self._waited, self._is_seen = seconds, 0.0, True
        self._most_waited = seconds if waiting is None else min(seconds, waiting)
        self._began = self._spent = child.processor_seconds

    def look(self, child: LimitedChild, elapsed: float) -> float:
        """Look at the process; return for how many of the seconds since the last look it has waited."""
        runs, before = child.look(), self._spent
        self._spent, self._is_seen = child.processor_seconds, runs is not None
        waited = 0.0 if runs else max(0.0, elapsed - (self._spent - before))
        self._waited += waited
        return waited

    def check(self, child: LimitedChild) -> None:
        """Raise Overdue if the time is over."""
        if child.processor_seconds - self._began > self._seconds:
            raise Overdue(f"did not answer within {self._seconds:g} s of processor time", by_clock=False)
        if self._waited > self._most_waited:
            knows = f"has waited for {self._most_waited:g} s without using the processor"
            raise Overdue(knows if self._is_seen else f"did not answer within {self._most_waited:g} s", by_clock=True)


def error_of(message: Mapping[str, Any]) -> NoughtsError:
    """Return the error that the process says: its class and kind, the sentence, the program's traceback."""
    text = printable(str(message.get("text")), LONGEST)
    kind = next((kind for kind in FAULT_KINDS if kind == message.get("kind")), None)
    error = named_error(str(message.get("error")), text, StrategyError) if kind is None else StrategyFault(text, kind)
    if isinstance(error, StrategyError):
        error.trace = tuple(printable(str(line), _LINE) for line in list(message.get("trace") or ())[:_LINES])
    return error
