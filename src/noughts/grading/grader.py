"""The programs of a class: each is proved here, and only asked for its moves in a process of its own, with limits.

A class is a contest: a program that gives no answer within the limit of processor time loses there.
"""

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

from noughts.app.proofs import prover
from noughts.arena.contestant import Contestant
from noughts.arena.exact_match import exact
from noughts.arena.measure import measure
from noughts.arena.measurement import Measurement
from noughts.core.game import Game
from noughts.core.player import Decision, Player
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NotRead, NoughtsError, StrategyError, StrategyFault
from noughts.programs.jail.limits import Limits
from noughts.programs.own_program import OwnProgram
from noughts.programs.reading.readings import quoted
from noughts.prove import Proof, Uncounted
from noughts.prove.ledger import Remembered
from noughts.prove.terms import ProofTerms
from noughts.results.findings import Finding
from noughts.results.grade import GradedSeat, ProgramGrade, Submission, submission
from noughts.results.proof import seat_result
from noughts.solve.minimax import Plain
from noughts.strategies.exact import Perfect

_Found = TypeVar("_Found")

_CLASS = 2  # files, of which it may be said how most are called
_GLANCE = 0.1  # seconds between two looks at the progress
_GAMES = 1000  # for a program that draws random numbers, against each opponent in each seat
_FOR_A_LINE = 0.25  # of the processor time, in each seat


@dataclass(frozen=True)
class Graded:
    """What is known of some files; whether Ctrl-C ended all processes before the last one was done; how most of them
    are called, as `--read` takes it, empty where that was said or is not known."""

    submissions: list[Submission]
    interrupted: bool
    common: str = ""


@dataclass(frozen=True)
class _Begun:
    """How a file is called on its own, empty where that is not known; what there is to say if it cannot be loaded."""

    path: Path
    reading: str = ""
    failed: Submission | None = None


@dataclass(frozen=True)
class Grader:
    """What is asked of every file, and the limits of its process.

    `name`: the function or class in each file; `read`: how it is called; None: found out.
    """

    game: Game
    limits: Limits
    name: str | None = None
    read: str | None = None

    def grade(self, paths: Sequence[Path], workers: int, progress: Callable[[int], None]) -> Graded:
        """Return what is known of the files. `progress` receives the number of files that are done.

        A class has one interface: the reading which is the only one of more files than any other, and of two at least.
        The files are called so where they answer so, if no reading is said.
        """
        begun, interrupted = list[_Begun](), False
        if self.read is None and len(paths) >= _CLASS:
            begun, interrupted = _in_pool(self._begin, paths, workers, lambda done: None)
        common = _common([one.reading for one in begun])
        known = {one.path: one.failed for one in begun if one.failed is not None}
        if not interrupted:
            rest = [path for path in paths if path not in known]
            ask = partial(self._submission, common)
            found, interrupted = _in_pool(ask, rest, workers, lambda done: progress(done + len(known)))
            known |= {Path(one.file): one for one in found}
        return Graded([known[path] for path in paths if path in known], interrupted, common)

    def _begin(self, path: Path, stop: threading.Event) -> "_Begun":
        """Return how a file is called, or what there is to say of one that cannot be loaded."""
        try:
            with closing(self._program(path, stop)) as program:
                try:
                    return _Begun(path, program.reading(self.game))
                except NoughtsError:
                    return _Begun(path)
        except NoughtsError:
            return _Begun(path, failed=self._submission("", path, stop))

    def _program(self, path: Path, stop: threading.Event, read: str = "") -> OwnProgram:
        def waiting() -> None:
            if stop.is_set():
                raise LimitExceeded("it was stopped")

        spec = path.name + (f":{self.name}" if self.name else "")
        return OwnProgram(spec, self.limits, waiting, path.parent, read)

    def _submission(self, common: str, path: Path, stop: threading.Event) -> Submission:
        """Return what is known of a file; `common`: how most files are called, empty for nothing."""
        began = monotonic()
        known, printed, spent, limits = ProgramGrade(), 0, 0.0, ""
        try:
            with closing(self._program(path, stop, self.read or "")) as program:
                try:
                    program.read_as_others(self.game, common)
                    for grade in self._grades(program, common):
                        known, printed = grade, program.printed
                finally:
                    spent, limits = program.processor_seconds, program.notes.limits
        except NoughtsError as error:
            known = replace(known, problem=str(error), unread=isinstance(error, NotRead))
        return submission(str(path), known, printed, spent or monotonic() - began, limits)

    def _grades(self, program: OwnProgram, common: str) -> Iterator[ProgramGrade]:
        """Yield what is known of a program: after each seat more. Raises NoughtsError."""
        remembered, seats = Remembered(Contestant(program)), dict[str, GradedSeat]()
        if not program.supports(self.game):
            raise NotRead(program.why_not(self.game) or f"it does not play {str(self.game)!r}")
        reading = program.reading(self.game)
        differs = common and reading and reading != common
        other = f"it is called in another way than most: --read {quoted(reading)}" if differs else None
        for side in Side:
            seats[side.seat] = self._seat(remembered, side)
            yield ProgramGrade(strategy=program.name, read=program.notes.read_as, seats=dict(seats), problem=other)

    def _seat(self, program: Remembered, side: Side) -> GradedSeat:
        terms = ProofTerms(games=_GAMES, line_seconds=self.limits.seconds * _FOR_A_LINE)
        try:
            found = prover(program, self.game, terms).finding(side)
            against = self._against_perfect(program, found, side)
        except (LimitExceeded, StrategyError) as error:
            return seat_result(Uncounted.after(error, program.name, side))
        return seat_result(found, against)

    def _against_perfect(self, program: Remembered, found: Finding, side: Side) -> Tally[Fraction] | None:
        """Return the chances against perfect play: exact ones for a proof, rates for a measurement, else None."""
        perfect = Perfect.asking(Plain())
        if isinstance(found, Proof):
            return _exact_perfect(_Recalled(program), perfect, self.game, side)
        if isinstance(found, Uncounted):
            return None
        return _measured_perfect(program, perfect, self.game, side)


def _common(readings: Sequence[str]) -> str:
    """Return the reading of most files, of two at least; empty where another one is that of as many.

    >>> _common(["flat X O ' ' -> index", "", "flat X O ' ' -> index"]), _common(["rows X O . -> row column"])
    ("flat X O ' ' -> index", '')
    """
    [first, second] = [*Counter(filter(None, readings)).most_common(2), ("", 0), ("", 0)][:2]
    return first[0] if first[1] >= _CLASS and first[1] > second[1] else ""


def _in_pool(
    ask: Callable[[Path, threading.Event], _Found], paths: Sequence[Path], workers: int, progress: Callable[[int], None]
) -> tuple[list[_Found], bool]:
    """Return what is found of the files, some at a time, and whether Ctrl-C ended that before the last one was done."""
    stop, interrupted = threading.Event(), False
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(ask, path, stop) for path in paths]
        try:
            while (state := wait(futures, _GLANCE)).not_done:
                progress(len(state.done))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            found = [future.result() for future in futures if future.done()]
            stop.set()
            pool.shutdown(cancel_futures=True)
    return found, interrupted


class _Recalled(Remembered):
    """The same program; it is asked only where it has not answered yet."""

    def __init__(self, remembered: Remembered) -> None:
        super().__init__(remembered.player)
        self.first = remembered.first

    def started_again(self) -> None:
        """Return None: its answers are those of the proof, which was asked again."""

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the first decision. Raises the first fault."""
        known = self.first.get(position)
        if isinstance(known, StrategyFault):
            raise known
        return super().decide(position, rng) if known is None else known


def _exact_perfect(player: Player, perfect: Player, game: Game, side: Side) -> Tally[Fraction] | None:
    """Return the exact chances against perfect play, None where exact values are out of reach."""
    x, o = (player, perfect) if side is Side.X else (perfect, player)
    found = exact(x, o, game)
    if side.opponent in found.forfeits:
        return None
    return found.chances if side is Side.X else found.chances.reversed


def _measured_perfect(player: Player, perfect: Player, game: Game, side: Side) -> Tally[Fraction] | None:
    """Return the rates in games against perfect play, None where exact values are out of reach."""
    found: Measurement = measure(player, perfect, game, side, games=_GAMES)
    if found.opponent_failed:
        return None
    total = found.games.total
    return Tally(*(Fraction(count, total) for count in vars(found.games).values()))
