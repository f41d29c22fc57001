"""The programs of a class: each is proved here, and only asked for its moves in a process of its own, with limits.

A class is a contest: a program that gives no answer within the limit of processor time loses there.
"""

import random
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import monotonic
from types import FrameType

from noughts.app.proofs import prover
from noughts.arena.exact_match import exact
from noughts.arena.measurement import Measurement
from noughts.arena.play import Contestant, measure
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import LimitExceeded, NotRead, NoughtsError, StrategyError, StrategyFault
from noughts.players.player import Decision, Player, in_one_line
from noughts.programs.jail.limits import Limits
from noughts.programs.person_program import PersonProgram
from noughts.prove import Proof, Uncounted
from noughts.prove.ledger import Remembered
from noughts.prove.terms import ProofTerms
from noughts.results.grade import ProgramGrade, Submission, submission
from noughts.results.proof import NOT_ITS, Finding, Verdict, verdict
from noughts.solve.minimax import Plain
from noughts.strategies.exact import Perfect

_FOR_ALL = '; the form of a whole class is said with --read READING, or read = "READING" in the file of --points'
_GLANCE = 0.1  # seconds between two looks at the progress
_GAMES = 1000  # for a program that draws random numbers, against each opponent in each seat
_FOR_A_LINE = 0.25  # of the processor time, in each seat


@dataclass(frozen=True)
class Graded:
    """What is known of some files; whether a signal ended all processes before the last one was done."""

    submissions: list[Submission]
    interrupted: bool


@dataclass(frozen=True)
class Grader:
    """What is asked of every file, and the limits of its process.

    `name`: the function or class in each file; `read`: the form of the class, in which all files are called; None: each
    is read by itself.
    """

    game: Game
    limits: Limits
    name: str | None = None
    read: str | None = None

    def grade(self, paths: Sequence[Path], workers: int, progress: Callable[[int], None]) -> Graded:
        """Return what is known of the files that are done: all, or those before Ctrl-C or SIGTERM. `progress` receives
        their number."""
        stop, interrupted = threading.Event(), False
        with ThreadPoolExecutor(workers) as pool:
            futures = [pool.submit(self._submission, path, stop) for path in paths]
            try:
                with _stopped_by_sigterm():
                    while (state := wait(futures, _GLANCE)).not_done:
                        progress(len(state.done))
            except KeyboardInterrupt:
                interrupted = True
            finally:
                grades = [future.result() for future in futures if future.done()]
                stop.set()
                pool.shutdown(cancel_futures=True)
        return Graded(grades, interrupted)

    def _program(self, path: Path, stop: threading.Event) -> PersonProgram:
        def waiting() -> None:
            if stop.is_set():
                raise LimitExceeded("it was stopped")

        spec = path.name + (f":{self.name}" if self.name else "")
        return PersonProgram(spec, self.limits, waiting, path.parent, self.read or "")

    def _submission(self, path: Path, stop: threading.Event) -> Submission:
        """Return what is known of a file."""
        began = monotonic()
        known, printed, spent, limits = ProgramGrade(), 0, 0.0, ""
        try:
            with closing(self._program(path, stop)) as program:
                try:
                    for grade in self._grades(program):
                        known, printed = grade, program.printed
                finally:
                    spent, limits = program.processor_seconds, program.notes.limits
        except NotRead as error:
            known = replace(known, problem=f"{error}{'' if self.read else _FOR_ALL}", unread=True)
        except NoughtsError as error:
            known = replace(known, problem=str(error))
        except Exception as error:  # a fault of ours, or an error that no rule of ours foresaw: the class has its table
            known = replace(known, problem=f"noughts failed: {in_one_line(error)}")
        return submission(str(path), known, printed, spent or monotonic() - began, limits)

    def _grades(self, program: PersonProgram) -> Iterator[ProgramGrade]:
        """Yield what is known of a program: after each seat more. Raises NoughtsError."""
        remembered, seats = Remembered(Contestant(program)), dict[str, Verdict]()
        if not program.supports(self.game):
            raise NotRead(program.why_not(self.game) or f"it does not play {str(self.game)!r}")
        had = program.seats(self.game)
        for side in Side:
            seats[side.seat] = self._seat(remembered, side) if side in had else Verdict(verdict=NOT_ITS)
            yield ProgramGrade(strategy=program.name, read=program.notes.read_as, seats=dict(seats))

    def _seat(self, program: Remembered, side: Side) -> Verdict:
        terms = ProofTerms(games=_GAMES, line_seconds=self.limits.seconds * _FOR_A_LINE)
        try:
            finding = prover(program, self.game, terms).finding(side)
            against = self._against_perfect(program, finding, side)
        except (LimitExceeded, StrategyError) as error:
            return verdict(Uncounted.after(error, program.name, side))
        return verdict(finding, against)

    def _against_perfect(self, program: Remembered, finding: Finding, side: Side) -> Tally[Fraction] | None:
        """Return the chances against perfect play: exact ones for a proof, rates for a measurement, else None."""
        perfect = Perfect.asking(Plain().values)
        if isinstance(finding, Proof):
            return _exact_perfect(_Recalled(program), perfect, self.game, side)
        if isinstance(finding, Uncounted):
            return None
        return _measured_perfect(program, perfect, self.game, side)


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Let SIGTERM stop the main thread as Ctrl-C does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stopped(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stopped)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
    result = exact(x, o, game)
    if side.opponent in result.forfeits:
        return None
    return result.chances if side is Side.X else result.chances.reversed


def _measured_perfect(player: Player, perfect: Player, game: Game, side: Side) -> Tally[Fraction] | None:
    """Return the rates in games against perfect play, None where exact values are out of reach."""
    measurement: Measurement = measure(player, perfect, game, side, games=_GAMES)
    if measurement.opponent_failed:
        return None
    total = measurement.games.total
    return Tally(*(Fraction(count, total) for count in vars(measurement.games).values()))
