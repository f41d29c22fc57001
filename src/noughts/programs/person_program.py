"""A user's program as a strategy: it runs in a process of its own, which does nothing but answer positions.

What is asked, counted and concluded stays here, where the program cannot reach it. Its process has limits of processor
time and memory. After a death it starts again, and the program has failed in that position. Where no answer comes
within its limit, nothing is known.
"""

import random
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, Self

from noughts.core.game import Game, Line
from noughts.core.position import Position, Side
from noughts.errors import NoughtsError, StrategyError, StrategyFault
from noughts.players.player import Cost, Decision, DiceError, Notes, Player
from noughts.processes.line_cutter import printable
from noughts.processes.pool import HASH_SEED, another_hash_seed
from noughts.programs import specs
from noughts.programs.ahead import AnswersAhead
from noughts.programs.jail.limits import Limits
from noughts.programs.process import LONGEST, ProgramStart, Waiting, error_of
from noughts.programs.runs import Runs

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
    decides_once: bool
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
        self.name, self.limits = spec, limits
        target, own = specs.separate(spec)
        start = ProgramStart(target, read or own, str((folder or Path.cwd()).absolute()), limits, {})
        self._readings: dict[Game, str] = {}
        self._games: dict[Game, int] = {}  # the numbers of the files whose games are played
        self._begin(Runs(start, limits, hook))
        described = self._runs.ready()
        self._name(described.get("name"))
        self.cost: Cost = next((cost for cost in _COSTS if cost == described.get("cost")), "search")
        self.scores_lines, self.is_inferred = bool(described.get("lines")), bool(described.get("inferred"))

    def _name(self, name: object) -> None:
        """Take the name that the process says; of a file's programs it is the one that later processes load."""
        self.name = self._ahead.name = printable(str(name), LONGEST)
        chosen = specs.separate(self.name)[0]
        if chosen.startswith(f"{self._runs.start.spec}:"):
            self._runs.start = replace(self._runs.start, spec=chosen)

    def _begin(self, runs: Runs) -> None:
        """Begin without any answers, with a process that loads the program."""
        self._runs, self._ahead = runs, AnswersAhead(self.name, runs, self._support)
        self.noisy = self.decides_once = False
        self._supported: dict[Game, tuple[bool, str]] = {}
        self._seats: dict[Game, tuple[Side, ...]] = {}
        self._denominator = 1  # of all chances
        self._lock = threading.RLock()
        self._second: Self | None = None

    def started_again(self) -> Self:
        """Return the program in a second process, in which strings have other hashes; it is read in the same way.

        It loads while this one goes on, and ends with it.
        """
        if self._second is not None:
            return self._second
        second = type(self).__new__(type(self))
        second.limits, second.name, second.cost = self._runs.limits_left, self.name, self.cost
        second.scores_lines, second.is_inferred = self.scores_lines, self.is_inferred
        second._readings, second._games = dict(self._readings), dict(self._games)
        start = replace(self._runs.start, environment={HASH_SEED: another_hash_seed()})
        second._begin(Runs(start, second.limits, self._runs.hook, self._runs.until))
        self._second, self._runs.again = second, second._runs
        return second

    def __reduce__(self) -> tuple[Any, ...]:  # a copy starts its own process
        start = self._runs.start
        return type(self), (start.spec, self.limits, _no_wait, Path(start.folder), start.read)

    @property
    def printed(self) -> int:
        """How many bytes the program has printed."""
        return self._runs.printed

    @property
    def notes(self) -> Notes:
        """What the process says of the program, and what that has printed."""
        prints, last = "", printable(self._runs.last_printed, 60)
        if self.printed:
            prints = f"{self.printed:,} bytes" + (f", the last line: {last}" if last else "")
        return replace(self._runs.notes, prints=prints, limits=self._runs.unlimited)

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
            self._ahead.expect(positions)

    def expect_all(self, game: Game) -> None:
        """Prepare for a walk over all its games."""
        self._ahead.walks = True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the program's decision.

        Raises StrategyFault where it fails, NoAnswer where it gives none within the limit, LimitExceeded if its
        processor time is over.
        """
        with self._lock:
            self._runs.check_clock()
            self._support(position.game)
            if self.noisy:
                self._ahead.expect([])
            answer = self._ahead.of(position, rng.getrandbits(64) if self.noisy else None)
            return self._decision(answer, position.game)

    @contextmanager
    def waiting(self, hook: Waiting) -> Iterator[None]:
        """Have `hook` called while an answer is waited for, too."""
        before = self._runs.hook

        def both() -> None:
            before()
            hook()

        self._runs.hook = both
        try:
            yield
        finally:
            self._runs.hook = before

    def close(self) -> None:
        """End its process, and the second one."""
        with self._lock:
            self._runs.end()
        if self._second is not None:
            self._second.close()

    @property
    def processor_seconds(self) -> float:
        """The seconds that its processes so far, second ones too, have spent of a processor."""
        return self._runs.processor_seconds

    def _support(self, game: Game) -> tuple[bool, str]:
        """Return whether the program plays a game, and why not."""
        if game not in self._runs.told:
            known = {"read": self._readings.get(game, ""), "played": self._games.get(game, -1)}
            answer = self._runs.ask({"plays": str(game), **known})
            self.noisy |= bool(answer.get("noisy"))
            self.decides_once |= bool(answer.get("once"))
            self._readings[game], played = str(answer.get("read") or ""), answer.get("played")
            self._games[game] = played if isinstance(played, int) else -1
            why_not = printable(str(answer.get("why_not") or ""), LONGEST)
            is_form = self.limits.alone_with is not None  # of a class: what does not fit it breaks the rules
            self._supported[game] = bool(answer.get("plays")) and (is_form or not why_not), why_not
            self._name(answer.get("name"))
            sides = tuple(side for side in Side if side.seat in (answer.get("seats") or ()))
            self._seats[game] = sides or tuple(Side)
            self._runs.told.add(game)
        return self._supported[game]

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with the score that it adds to each of its free cells."""
        with self._lock:
            answer = self._runs.ask({"lines": str(position.game), "board": [position.x, position.o]})
        try:
            return [(tuple(map(int, cells)), float(score)) for cells, score in answer.get("scored", ())]
        except (TypeError, ValueError):
            raise StrategyError(f"strategy {self.name!r}: its process sent no scores of lines") from None

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


def _fault(message: Mapping[str, Any]) -> StrategyFault:
    error = error_of(message)
    if not isinstance(error, StrategyFault):
        raise TypeError(f"{type(error).__name__} is no fault")
    return error
