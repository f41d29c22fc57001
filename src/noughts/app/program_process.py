"""The process of a user's program, as `strategies.adapters.child` describes it: requests, messages, the end."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from noughts.errors import FAULT_KINDS, NoughtsError, StrategyError, StrategyFault, named_error
from noughts.processes.channel import JSON
from noughts.processes.foreign import LimitedChild, Limits
from noughts.processes.line_cutter import printable

LONGEST = 2000  # characters of a text of the program's
_COMMAND = (sys.executable, "-P", "-m", "noughts.strategies.adapters.child")  # -P: no module of the present folder
_GLANCE = 0.1  # seconds between two calls of `waiting`

Waiting = Callable[[], None]


@dataclass(frozen=True)
class ProgramStart:
    """How the process starts: what `registry.load` loads there, in which folder, with which limits.

    `environment` is added to ours.
    """

    spec: str
    folder: str
    pickles: bool
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
        self.waited = 0.0
        try:
            self._child = LimitedChild(_COMMAND, "its process", start.environment)
        except OSError as error:
            why = error.strerror or error
            raise StrategyError(f"no process can be started for {start.spec!r}: {why}") from None
        self.send(
            {"load": start.spec, "folder": start.folder, "pickles": start.pickles, "limits": vars(start.limits)},
        )

    @property
    def out_of_time(self) -> bool:
        """Whether its processor time is over."""
        return self._child.out_of_time or self.waited > self._limits.seconds

    @property
    def printed(self) -> int:
        """How many bytes the program has printed."""
        return self._child.printed

    @property
    def last_printed(self) -> str:
        """The last line that the program has printed."""
        return printable(self._child.last_words[-1], LONGEST) if self._child.last_words else ""

    def send(self, request: JSON) -> None:
        """Send a request. Raises EngineError if the process has died."""
        self._child.send(json.dumps(request).encode("ascii") + b"\n")

    def read(self, seconds: float) -> JSON:
        """Return the next message. Raises EngineError (time-out, died, protocol), and what `waiting` raises."""
        began, line = monotonic(), None
        while line is None:
            line = self._child.read(min(_GLANCE, seconds), "")
            if line is None:
                self._wait_on(monotonic() - began, seconds)
        return self._message(line)

    def _wait_on(self, waited: float, seconds: float) -> None:
        self.waited += _GLANCE
        if waited > seconds:
            raise self._child.error(f"did not answer within {seconds:g} s", "time-out")
        self._waiting()

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

    def _message(self, line: bytes) -> JSON:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._child.error(f"wrote {printable(repr(line), 60)}, which is no message", "protocol")
        return message


def error_of(said: Mapping[str, Any]) -> NoughtsError:
    """Return the error that the process says: its class and kind, the sentence, the program's traceback."""
    text = printable(str(said.get("text")), LONGEST)
    kind = next((kind for kind in FAULT_KINDS if kind == said.get("kind")), None)
    error = named_error(str(said.get("error")), text, StrategyError) if kind is None else StrategyFault(text, kind)
    if isinstance(error, StrategyError):
        error.trace = tuple(printable(str(line), LONGEST) for line in list(said.get("trace") or ()))
    return error
