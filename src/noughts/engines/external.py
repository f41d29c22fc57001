"""A program of any language as a strategy: its process starts at the first use, and again after a fault."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Protocol, Self, TypeVar

from noughts.errors import EngineError, StrategyError
from noughts.players.player import Player
from noughts.processes.child import Child, words_of
from noughts.processes.line_cutter import MAX_LINE

START_SECONDS = 20.0  # until a program that has just started is ready
GRACE_SECONDS = 1.0  # beyond the time for a move, for the pipes and a busy machine
_MOST_SECONDS = 3600.0  # for a move, and for what it may take beyond its time


def started(command: str, what: str = "engine", longest: int = MAX_LINE) -> Child:
    """Return the process of a command. Raises StrategyError if it cannot be started."""
    try:
        return Child(words_of(command, what), f"{what} {command!r}", longest)
    except OSError as error:
        raise StrategyError(f"no {what} {command!r}: {error.strerror}") from None


class Running(Protocol):
    """A running program: its process, what its last move took in seconds, and how to end it."""

    took: float

    @property
    def process(self) -> Child: ...

    def close(self) -> None: ...


Program = TypeVar("Program", bound=Running)
Answer = TypeVar("Answer")


class External(Player, ABC, Generic[Program]):
    """Base class of external strategies: `command` as in a shell, `seconds` for a move.

    A move is late `margin` seconds after its time; `took` says what the last one took, without the setting up of the
    game. The process ends with `close`, or with the interpreter. `prefix` is what a user writes before the command,
    `what` the noun in errors.
    """

    seconds: float
    took: float | None
    prefix: str
    what: str
    runs_here = False

    def __init__(self, command: str, seconds: float = 1.0, margin: float = GRACE_SECONDS) -> None:
        words_of(command, self.what)  # a wrong command fails now
        for name, value in (("seconds", seconds), ("margin", margin)):
            if not 0 <= value <= _MOST_SECONDS:
                raise StrategyError(
                    f"{self.what} {command!r}: {name} cannot be {value:g}, expected 0 to {_MOST_SECONDS:g}"
                )
        self.command, self.seconds, self.margin = command, seconds, margin
        self.took = 0.0
        self._program: Program | None = None
        self._lock = threading.RLock()

    @property
    def name(self) -> str:
        """The player as a user writes it."""
        return f"{self.prefix}:{self.command}"

    def close(self) -> None:
        """End the process."""
        with self._lock:
            program, self._program = self._program, None
            if program is not None:
                program.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.command, self.seconds, self.margin)  # a copy starts its own process

    @abstractmethod
    def _start(self) -> Program:
        """Return the program, started."""

    def _running(self) -> Program:
        if self._program is None:
            self._program = self._start()
        return self._program

    def _held(self, ask: Callable[[Program], Answer]) -> Answer:
        """Return the program's answer. After a breach of the protocol its state is unknown, so it is killed."""
        with self._lock:
            program = self._running()
            try:
                return ask(program)
            except EngineError:
                self._program = None
                program.process.kill()
                raise
            finally:
                self.took = program.took
