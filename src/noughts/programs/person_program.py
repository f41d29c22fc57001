"""A user's program as a strategy: it runs in a process of its own, which does nothing but answer positions.

What is asked, counted and concluded stays here, where the program cannot reach it. Its process has limits of processor
time and memory. After a death it starts again, and the program has failed in that position. Where no answer comes
within its limit, nothing is known.
"""

import random
import re
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from math import lcm
from pathlib import Path
from time import monotonic
from typing import Any, Self

from noughts.core.game import Game, Line
from noughts.core.position import Position, Side
from noughts.errors import EngineError, LimitExceeded, NoAnswer, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import Cost, Decision, DiceError, Notes, Player
from noughts.processes.channel import JSON
from noughts.processes.line_cutter import printable
from noughts.processes.pool import HASH_SEED, another_hash_seed
from noughts.programs import specs
from noughts.programs.jail.limits import Limits
from noughts.programs.process import LONGEST, Overdue, ProgramProcess, ProgramStart, Waiting, error_of
from noughts.programs.waits import READING

_START_SECONDS = 120.0  # to load the program, and to find out how it is read: the process itself gives up earlier
_WAITING = 10.0  # seconds on the clock, at least, in which its files may come from a slow disk
_AHEAD = 0.1  # seconds of answers that are asked for before they are needed
_MOST_AHEAD = 256
_ON_THE_CLOCK = 10  # times its seconds, for all of it: a process may wait for others, which use the processor
_CHANCE = re.compile(r"\d{1,300}(/\d{1,300})?", re.ASCII)
_LARGEST_CHANCE = 1 << 13  # bits of the common denominator of all chances: so many the parent computes with
_COSTS: tuple[Cost, ...] = ("instant", "exact", "search")
_LIMITS = Limits()


def _no_wait() -> None:
    """Wait without a word."""


class PersonProgram(Player):
    """A strategy in a process of its own; `spec` is what `specs.load` loads there, in `folder` or the present one.

    `read` says how it is called, as the option `read` of `spec` does; empty if it is found out.
    `hook` is called while an answer is waited for, and may raise. `noisy` and the notes are what the process says.
    Raises StrategyError if the program cannot be loaded.
    """

    name: str
    noisy: bool
    scores_lines: bool
    is_inferred: bool
    runs_here = False

    def __init__(
        self,
        spec: str,
        limits: Limits = _LIMITS,
        hook: Waiting = _no_wait,
        folder: Path | None = None,
        read: str = "",
    ) -> None:
        self.name, self.limits, self._hook = spec, limits, hook
        target, own = specs.separate(spec)
        self._start = ProgramStart(target, read or own, str((folder or Path.cwd()).absolute()), limits, {})
        self._readings: dict[Game, str] = {}
        self._ends = monotonic() + _ON_THE_CLOCK * limits.seconds
        self._begin()
        described = self._ready()
        self._name(described.get("name"))
        self.cost: Cost = next((cost for cost in _COSTS if cost == described.get("cost")), "search")
        self.scores_lines, self.is_inferred = bool(described.get("lines")), bool(described.get("inferred"))

    def _name(self, name: object) -> None:
        """Take the name that the process says; of a file's programs it is the one that later processes load."""
        self.name, spec = printable(str(name), LONGEST), self._start.spec
        chosen = specs.separate(self.name)[0]
        if chosen.startswith(f"{spec}:"):
            self._start = replace(self._start, spec=chosen)

    def _begin(self) -> None:
        """Begin without any answers, with a process that loads the program."""
        self.noisy = False
        self._notes = Notes()
        self._supported: dict[Game, tuple[bool, str]] = {}
        self._seats: dict[Game, tuple[Side, ...]] = {}
        self._spent, self._waited, self._mean = 0.0, 0.0, _AHEAD
        self._denominator = 1  # of all chances
        self._one_by_one = False
        self._printed, self._last_printed, self._last_unlimited = 0, "", ""
        self._sent = deque[Position | None]()  # None: its answer is not wanted any more
        self._forget([])
        self._lock = threading.RLock()
        self._process: ProgramProcess | None = None
        self._is_ready = self._is_reading = False
        self._second: Self | None = None
        self._expects_all = False
        self._begin_process()

    def started_again(self) -> Self:
        """Return the program in a second process, in which strings have other hashes; it is read in the same way.

        It loads while this one goes on, and ends with it.
        """
        if self._second is not None:
            return self._second
        second = type(self).__new__(type(self))
        second.limits, second._hook, second.name, second.cost = self._limits_left, self._hook, self.name, self.cost
        second.scores_lines, second.is_inferred = self.scores_lines, self.is_inferred
        second._ends = self._ends
        second._start = replace(self._start, environment={HASH_SEED: another_hash_seed()})
        second._readings = dict(self._readings)
        second._begin()
        self._second = second
        return second

    def __reduce__(self) -> tuple[Any, ...]:  # a copy starts its own process
        start = self._start
        return type(self), (start.spec, self.limits, _no_wait, Path(start.folder), start.read)

    @property
    def printed(self) -> int:
        """How many bytes the program has printed."""
        return self._printed + (self._process.printed if self._process else 0)

    @property
    def notes(self) -> Notes:
        """What the process says of the program, and what that has printed."""
        return replace(self._notes, prints=self._prints, limits=self._unlimited)

    @property
    def _unlimited(self) -> str:
        return (self._process.unlimited if self._process else "") or self._last_unlimited

    @property
    def _prints(self) -> str:
        if not self.printed:
            return ""
        last = (self._process.last_printed if self._process else "") or self._last_printed
        return f"{self.printed:,} bytes" + (f", the last line: {printable(last, 60)}" if last else "")

    def supports(self, game: Game) -> bool:
        """Return whether the program plays the game. Raises StrategyError."""
        with self._lock:
            return self._support(game)[0]

    def why_not(self, game: Game) -> str:
        """Return why the program does not play a game, or an empty text."""
        with self._lock:
            return self._support(game)[1]

    def seats(self, game: Game) -> tuple[Side, ...]:
        """Return the sides that the program can have: in its own game perhaps only one."""
        with self._lock:
            self._support(game)
            return self._seats[game]

    def reading(self, game: Game) -> str:
        """Return how the program is called on a game, as `--read` takes it; empty for none."""
        with self._lock:
            self._support(game)
            return self._readings.get(game, "")

    def expect(self, positions: Iterable[Position]) -> None:
        """Prepare for these positions, which `decide` will be asked for next, in this order."""
        with self._lock:
            self._forget(positions)

    def expect_all(self, game: Game) -> None:
        """Prepare for a walk over all its games."""
        self._expects_all = True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the program's decision.

        Raises StrategyFault where it fails, NoAnswer where it gives none within the limit, LimitExceeded if its
        processor time is over.
        """
        with self._lock:
            self._check_clock()
            self._support(position.game)
            if self.noisy:
                self._forget([])
            answer = self._answer(position, rng.getrandbits(64) if self.noisy else None)
            return self._decision(answer, position.game)

    @contextmanager
    def waiting(self, hook: Waiting) -> Iterator[None]:
        """Have `hook` called while an answer is waited for, too."""
        before = self._hook

        def both() -> None:
            before()
            hook()

        self._hook = both
        try:
            yield
        finally:
            self._hook = before

    def close(self) -> None:
        """End its process, and the second one."""
        with self._lock:
            self._end()
        if self._second is not None:
            self._second.close()

    @property
    def processor_seconds(self) -> float:
        """The seconds that its processes so far, second ones too, have spent of a processor."""
        own = self._spent + (self._process.processor_seconds if self._process else 0.0)
        return own + (0.0 if self._second is None else self._second.processor_seconds)

    def _check_clock(self) -> None:
        if monotonic() > self._ends:
            self._end()
            raise LimitExceeded(f"it took more than {_ON_THE_CLOCK * self.limits.seconds:g} s")

    @property
    def _waited_seconds(self) -> float:
        """The seconds for which its processes, second ones too, have done nothing but wait."""
        own = self._waited + (self._process.waited if self._process else 0.0)
        return own + (0.0 if self._second is None else self._second._waited_seconds)

    def _wait(self) -> None:
        self._check_clock()
        if self._is_reading:
            READING.get()(self._start.spec, 0)  # its process counts the calls
        try:
            self._hook()
        except BaseException:  # what the process does now is unknown
            self._end()
            raise

    # What the process is asked before positions.

    def _support(self, game: Game) -> tuple[bool, str]:
        """Return whether the program plays a game, and why not."""
        if game not in self._supported:
            self._ready()
            found = self._ask({"plays": str(game), "read": self._readings.get(game, "")})
            self.noisy |= bool(found.get("noisy"))
            self._readings[game] = str(found.get("read") or "")
            why_not = printable(str(found.get("why_not") or ""), LONGEST)
            is_form = self.limits.alone_with is not None  # of a class: what does not fit it breaks the rules
            self._supported[game] = bool(found.get("plays")) and (is_form or not why_not), why_not
            self._name(found.get("name"))
            sides = tuple(side for side in Side if side.seat in (found.get("seats") or ()))
            self._seats[game] = sides or tuple(Side)
        return self._supported[game]

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with the score that it adds to each of its free cells."""
        with self._lock:
            self._ready()
            found = self._ask({"lines": str(position.game), "board": [position.x, position.o]})
        try:
            return [(tuple(map(int, cells)), float(score)) for cells, score in found.get("scored", ())]
        except (TypeError, ValueError):
            raise StrategyError(f"strategy {self.name!r}: its process sent no scores of lines") from None

    def _ask(self, request: JSON | None = None) -> JSON:
        """Return the process's answer to a request, or to the one with which it began. Raises its error."""
        assert self._process
        self._sent.clear()  # the answers to all positions come before it, and are not taken
        self._is_reading = True
        try:
            if request is not None:
                self._process.send(request)
            waiting = max(_WAITING, self.limits.answer)
            found = self._process.reply(min(_START_SECONDS, self.limits.seconds), waiting)
        except Overdue as late:
            self._end()
            raise LimitExceeded(f"strategy {self.name!r} {late} while it was loaded or tried") from None
        except EngineError as error:
            out_of_time = self._process.out_of_time
            self._end()
            if out_of_time:
                raise self._out_of_time() from None
            raise StrategyError(f"strategy {self._start.spec!r} cannot be asked: {error}") from None
        finally:
            self._is_reading = False
        self._note(found["notes"])
        return found

    def _ready(self) -> JSON:
        """Start a process if there is none, and wait until the program is loaded; return what it says of it then."""
        if self._process is None:
            self._begin_process()
        if self._is_ready:
            return {}
        described = self._ask()
        self._is_ready = True
        return described

    def _begin_process(self) -> None:
        self._process = ProgramProcess(replace(self._start, limits=self._limits_left), self._wait)

    @property
    def _limits_left(self) -> Limits:
        """The limits without the time that was spent. Raises LimitExceeded where nothing is left."""
        if (left := self.limits.seconds - self.processor_seconds - self._waited_seconds) <= 0:
            raise self._out_of_time()
        return replace(self.limits, seconds=left)

    def _end(self) -> None:
        if (process := self._process) is not None:
            self._spent += process.processor_seconds
            self._waited += process.waited
            self._printed, self._last_printed = self.printed, process.last_printed or self._last_printed
            self._last_unlimited = self._unlimited
            process.end()
        self._process, self._is_ready = None, False
        self._supported.clear()
        self._sent.clear()

    def _out_of_time(self) -> LimitExceeded:
        waits = " or waiting" if self._waited_seconds > 1 else ""
        return LimitExceeded(f"it took more than {self._start.limits.seconds:g} s of processor time{waits}")

    def _note(self, notes: Mapping[str, Any]) -> None:
        said = {name: printable(str(text), LONGEST) for name in vars(self._notes) if (text := notes.get(name))}
        self._notes = replace(self._notes, **said)

    # Positions: those to come, those that the process has been sent, and the answers that are not needed yet.

    def _forget(self, positions: Iterable[Position]) -> None:
        self._coming = deque(positions)
        self._answers: dict[Position, Any] = {}
        self._sent = deque(None for _ in self._sent)

    def _answer(self, position: Position, seed: int | None) -> Any:
        """Return the process's answer in a position."""
        while position not in self._answers:
            try:
                if position not in self._sent:
                    self._send([position], seed)
                self._hear()
            except (EngineError, Overdue) as error:
                self._blame(error, position)
        if not self._one_by_one and self._coming and 2 * len(self._sent) <= self._width:
            self._send([self._coming.popleft() for _ in range(min(self._width, len(self._coming)))], None)
        return self._answers.pop(position)

    @property
    def _width(self) -> int:
        return max(1, min(_MOST_AHEAD, int(_AHEAD / max(self._mean, 1e-6))))

    def _send(self, positions: list[Position], seed: int | None) -> None:
        """Send positions of one game. Raises what `ProgramProcess.send` raises."""
        if positions[0] in self._coming:
            self._coming.remove(positions[0])
        game = positions[0].game
        self._support(game)  # so that a new process too knows how the program is read
        assert self._process
        boards = [[position.x, position.o] for position in positions]
        self._process.send({"game": str(game), "boards": boards, "seed": seed, "all": self._expects_all})
        self._sent += positions

    def _hear(self) -> None:
        """Take the next answers. Raises what `ProgramProcess.decided` raises."""
        assert self._process
        began = monotonic()
        found = self._process.decided(self.limits.answer)
        self._note(found["notes"])
        for answer in found["decided"]:
            if self._sent and (position := self._sent.popleft()) is not None:
                self._answers[position] = answer
        if found["decided"]:
            self._mean = (monotonic() - began) / len(found["decided"])

    def _blame(self, error: EngineError | Overdue, asked: Position) -> None:
        """Book a fault in the position to blame for the death of the process. Raises NoAnswer if no answer came.

        Of several positions that were sent none is to blame yet: from now on they are sent one by one.
        """
        out_of_time = self._process is not None and self._process.out_of_time
        suspects, alone = [position for position in self._sent if position is not None], self._one_by_one
        self._end()
        if out_of_time:
            raise self._out_of_time()
        self._one_by_one = True
        if len(suspects) > 1 or not (alone or suspects):
            self._coming.extendleft(reversed(suspects))
            return
        if isinstance(error, Overdue):
            raise NoAnswer(f"strategy {self.name!r} {error} at {str(asked)!r}", error.by_clock)
        self._answers[asked] = {"kind": "died", "text": f"strategy {self.name!r}: {error} at {str(asked)!r}"}

    def _decision(self, answer: Any, game: Game) -> Decision:
        """Return the decision that an answer says. Raises the error that it says, and StrategyFault for nonsense."""
        if isinstance(answer, dict):
            raise self._error_of(answer)
        try:
            moves, chances, scores, reason, saw, fault = answer
            if max(map(len, (moves, chances or (), scores or ()))) > game.cells:
                raise ValueError("more than cells")
            return Decision(
                tuple(map(int, moves)),
                scores and list(scores),
                printable(str(reason), LONGEST),
                None if chances is None else tuple(map(self._chance, chances)),
                saw=printable(str(saw), LONGEST),
                fault=None if fault is None else _fault(fault),
            )
        except (TypeError, ValueError, ArithmeticError):
            shown = printable(repr(answer), 60)
            message = f"strategy {self.name!r} answered {shown}, which is not a decision"
            raise StrategyFault(message, "illegal") from None

    def _chance(self, text: object) -> Fraction:
        """Return a chance. Raises ValueError for another text; StrategyError where this process would compute with
        numbers of too many digits."""
        if not isinstance(text, str) or _CHANCE.fullmatch(text) is None:
            raise ValueError(text)
        chance = Fraction(text)
        self._denominator = lcm(self._denominator, chance.denominator)
        if self._denominator.bit_length() > _LARGEST_CHANCE:
            raise StrategyError(f"strategy {self.name!r}: its chances have too many digits to compute with")
        return chance

    def _error_of(self, answer: Mapping[str, Any]) -> NoughtsError:
        if "noisy" in answer:
            self.noisy = True
            noisy = StrategyError(printable(str(answer["noisy"]), LONGEST))
            noisy.__cause__ = DiceError(str(noisy))
            return noisy
        return error_of(answer)


def _fault(said: Mapping[str, Any]) -> StrategyFault:
    error = error_of(said)
    if not isinstance(error, StrategyFault):
        raise TypeError(f"{type(error).__name__} is no fault")
    return error
