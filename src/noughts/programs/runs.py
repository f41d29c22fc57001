"""The processes of a program, one after the other: where one has died the next begins, with the limits that are left.

What each has spent and printed is added up. A second program may count here too: the same one, asked again.
"""

from collections.abc import Mapping
from dataclasses import replace
from time import monotonic
from typing import Any, Self

from noughts.core.game import Game
from noughts.errors import EngineError, LimitExceeded, StrategyError
from noughts.players.player import Notes
from noughts.processes.channel import JSON
from noughts.processes.line_cutter import printable
from noughts.programs.jail.limits import Limits
from noughts.programs.process import LONGEST, Overdue, ProgramProcess, ProgramStart, Waiting
from noughts.programs.waits import READING

_START_SECONDS = 120.0  # to load the program, and to find out how it is read: the process itself gives up earlier
_WAITING = 10.0  # seconds on the clock, at least, in which its files may come from a slow disk
_ON_THE_CLOCK = 10  # times its seconds, for all of it: a process may wait for others, which use the processor


class Runs:
    """The processes of a program. `hook` is called while an answer is waited for, and may raise: then what the process
    does is unknown, and it ends.

    `told`: the games of which the present process knows how the program is read. `lost`: grows where answers that were
    asked for do not come any more. `notes`: what the processes have said of the program.
    """

    def __init__(self, start: ProgramStart, limits: Limits, hook: Waiting, until: float | None = None) -> None:
        self.start, self.limits, self.hook = start, limits, hook
        self.until = monotonic() + _ON_THE_CLOCK * limits.seconds if until is None else until
        self.again: Self | None = None
        self.told = set[Game]()
        self.lost = 0
        self.notes = Notes()
        self._processes = list[ProgramProcess]()
        self._present: ProgramProcess | None = None
        self._is_ready = self._is_reading = False
        self._begin()

    @property
    def processor_seconds(self) -> float:
        """The seconds that they have spent of a processor."""
        own = sum(process.processor_seconds for process in self._processes)
        return own + (0.0 if self.again is None else self.again.processor_seconds)

    @property
    def waited_seconds(self) -> float:
        """The seconds for which they have done nothing but wait."""
        own = sum(process.waited for process in self._processes)
        return own + (0.0 if self.again is None else self.again.waited_seconds)

    @property
    def printed(self) -> int:
        """How many bytes they have printed."""
        return sum(process.printed for process in self._processes)

    @property
    def last_printed(self) -> str:
        """The last line that they have printed."""
        return next(filter(None, (process.last_printed for process in reversed(self._processes))), "")

    @property
    def unlimited(self) -> str:
        """Which limits the kernel does not keep, in words; empty if it keeps all."""
        return next(filter(None, (process.unlimited for process in reversed(self._processes))), "")

    @property
    def limits_left(self) -> Limits:
        """The limits without the time that was spent. Raises LimitExceeded where nothing is left."""
        if (left := self.limits.seconds - self.processor_seconds - self.waited_seconds) <= 0:
            raise self._out_of_time()
        return replace(self.limits, seconds=left)

    def check_clock(self) -> None:
        """Raise LimitExceeded, and end, if the time on the clock is over."""
        if monotonic() > self.until:
            self.end()
            raise LimitExceeded(f"it took more than {_ON_THE_CLOCK * self.limits.seconds:g} s")

    def ready(self) -> JSON:
        """Start a process if there is none, and wait until the program is loaded; return what it says of it then."""
        if self._present is None:
            self._begin()
        if self._is_ready:
            return {}
        described = self._reply()
        self._is_ready = True
        return described

    def ask(self, request: JSON) -> JSON:
        """Return a process's answer to a request that is not for positions. Raises its error."""
        self.ready()
        return self._reply(request)

    def send(self, request: JSON) -> None:
        """Send a request for positions to the present process. Raises what `ProgramProcess.send` raises."""
        assert self._present
        self._present.send(request)

    def decided(self) -> list[Any]:
        """Return the next answers in positions. Raises what `ProgramProcess.decided` raises."""
        assert self._present
        batch = self._present.decided(self.limits.answer)
        self._note(batch["notes"])
        answers: list[Any] = batch["decided"]
        return answers

    def end(self) -> None:
        """End the present process."""
        if self._present is not None:
            self._present.end()
        self._present, self._is_ready = None, False
        self.told.clear()
        self.lost += 1

    def end_dead(self) -> None:
        """End the present process, which has failed. Raises LimitExceeded if its time was over."""
        is_over = self._present is not None and self._present.out_of_time
        self.end()
        if is_over:
            raise self._out_of_time()

    def _begin(self) -> None:
        self._present = ProgramProcess(replace(self.start, limits=self.limits_left), self._wait)
        self._processes.append(self._present)

    def _reply(self, request: JSON | None = None) -> JSON:
        """Return the answer to a request, or to the one with which the process began. Raises its error."""
        assert self._present
        self.lost += 1  # the answers to all positions come before it, and are not taken
        self._is_reading = True
        try:
            if request is not None:
                self._present.send(request)
            waiting = max(_WAITING, self.limits.answer)
            reply = self._present.reply(min(_START_SECONDS, self.limits.seconds), waiting)
        except Overdue as late:
            self.end()
            raise LimitExceeded(f"strategy {self.start.spec!r} {late} while it was loaded or tried") from None
        except EngineError as error:
            self.end_dead()
            raise StrategyError(f"strategy {self.start.spec!r} cannot be asked: {error}") from None
        finally:
            self._is_reading = False
        self._note(reply["notes"])
        return reply

    def _wait(self) -> None:
        self.check_clock()
        if self._is_reading:
            READING.get()(self.start.spec, 0)  # its process counts the calls
        try:
            self.hook()
        except BaseException:  # what the process does now is unknown
            self.end()
            raise

    def _note(self, notes: Mapping[str, Any]) -> None:
        texts = {name: printable(str(text), LONGEST) for name in vars(self.notes) if (text := notes.get(name))}
        self.notes = replace(self.notes, **texts)

    def _out_of_time(self) -> LimitExceeded:
        waits = " or waiting" if self.waited_seconds > 1 else ""
        return LimitExceeded(f"it took more than {self.start.limits.seconds:g} s of processor time{waits}")
