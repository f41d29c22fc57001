"""Can a strategy lose? Its proof, or a measurement where it is noisy; the proof as a certificate."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from noughts.arena.measurement import Measurement
from noughts.core.game import Game
from noughts.core.player import Player, has_batch_form
from noughts.core.position import Side
from noughts.errors import LimitExceeded, StrategyError
from noughts.prove import Proof, ProofProgress, Refuted, Uncounted, prove
from noughts.prove.line_search import LineProgress
from noughts.prove.proof import UNCOUNTED
from noughts.prove.prover import MAX_POSITIONS
from noughts.results.findings import Finding
from noughts.strategies import registry
from noughts.walk import Decided, Record

if TYPE_CHECKING:
    from noughts.prove.workers import Workers

Findings = dict[Side, Finding]
Far = ProofProgress | LineProgress | int  # a walk's progress, a search's for a losing line, or the games played
Report = Callable[[Side, Far], None]  # receives the seat too

_MEASURE = "noughts.arena.measure"  # it loads what plays games, and most strategies are proved
_LINES = "noughts.app.losing_lines"  # it loads the search, which small games do not need

SMALL = 12  # cells: all games are counted
WALKED = 25  # cells, up to which all games are walked where no losing line was found
LINE_SECONDS = 10.0  # for a losing line in each seat
_TRIAL = 1.0  # seconds of a walk that is tried first

_Proof = TypeVar("_Proof")
_Measured = TypeVar("_Measured")


@dataclass(frozen=True)
class ProofTerms:
    """The limits of a proof, and how a noisy strategy is measured instead.

    `positions`: in each seat; `hint` says how the user raises that limit, and `count_hint` how all games are walked.
    `seconds`: for all seats together, over at `end` (of `time.monotonic`). `repeat`: how often each decision is asked
    for again. `games`: of a measurement, in each seat, with the `seed`.

    `count`: whether all games are walked on any board; else a losing line is looked for first, for `line_seconds` in
    each seat, and with `shortest` for a shortest one.
    """

    positions: int = MAX_POSITIONS
    hint: str = ""
    count_hint: str = ""
    seconds: float = inf
    end: float = inf
    repeat: int = 1
    games: int = 1000
    seed: int = 0
    count: bool = False
    line_seconds: float = LINE_SECONDS
    shortest: bool = False


class TimeOver(LimitExceeded):
    """The time for all proofs is over."""


@dataclass(frozen=True)
class Prover:
    """Proves one strategy on one game, or measures it.

    `report` receives the progress; `workers` make the decisions of wide plies.
    """

    strategy: Player
    game: Game
    terms: ProofTerms = ProofTerms()
    report: Report = lambda side, progress: None
    workers: "Workers | None" = None

    def examine(self, side: Side) -> Proof | Measurement:
        """Return the proof in one seat, or a measurement. Raises LimitExceeded, StrategyError."""
        return examined(self.strategy, lambda: self.prove(side), lambda: self.measure(side))

    def finding(self, side: Side) -> Finding:
        """Return the proof in one seat, a measurement, or why there is none. Raises StrategyError."""
        return examined(self.strategy, lambda: self.attempt(side), lambda: self.measure(side))

    def attempt(self, side: Side) -> Proof | Uncounted:
        """Return the proof in one seat, or what is known where its games are not counted.

        Beyond a small board a walk is tried for a second, then a losing line is looked for, then all games are walked
        if the board is not large.
        """
        if self.terms.count or self.game.cells <= SMALL:
            return self._walked(side)
        known = list[Decided]()
        quick = self._walked_in_a_second(side, known)
        if quick is not None:
            return quick
        found = self._line(side, known)
        if found.losing_line is not None or self.game.cells > WALKED or monotonic() >= self.terms.end:
            return found
        walked = self._walked(side)
        if isinstance(walked, Proof) or walked.losing_line is not None:
            return walked
        return replace(found, reason=f"{found.reason}; {walked.reason.removeprefix(f'{walked.verdict}: ')}")

    def prove(self, side: Side, record: Record = lambda decisions: None, seconds: float = inf) -> Proof:
        """Return the proof in one seat; `record` receives the decisions. Raises LimitExceeded, StrategyError."""
        end, latest = min(self.terms.end, monotonic() + seconds), ProofProgress(1, 1)

        def progress(far: ProofProgress) -> None:
            nonlocal latest
            latest = far
            if monotonic() >= end:
                limit = min(self.terms.seconds, seconds)
                raise TimeOver(f"no verdict: {limit:g} s are over at ply {far.ply} of {self.game.cells}")
            self.report(side, far)

        with self.strategy.waiting(lambda: progress(latest)):
            return prove(
                self.strategy,
                self.game,
                side,
                max_positions=self.terms.positions,
                repeat=self.terms.repeat,
                workers=self.workers,
                progress=progress,
                record=record,
            )

    def _walked(self, side: Side) -> Proof | Uncounted:
        """Return the proof in one seat, or which limit ended it."""
        try:
            return self.prove(side)
        except LimitExceeded as error:
            return self.uncounted(side, error)

    def _walked_in_a_second(self, side: Side, known: list[Decided]) -> Proof | Uncounted | None:
        """Return the proof or a losing line, if a short walk has it; `known` receives decisions that cost time."""
        try:
            return self.prove(side, (lambda some: None) if has_batch_form(self.strategy) else known.extend, _TRIAL)
        except Refuted as error:
            reason = f"{UNCOUNTED}{self.terms.count_hint}"
            return Uncounted(
                self.strategy.name, side, reason, error.losing_line, "walk", shortest=True, fault=error.fault
            )
        except LimitExceeded:
            return None

    def _line(self, side: Side, known: Sequence[Decided]) -> Uncounted:
        """Return a losing line in one seat, or that none was found."""
        lines = import_module(_LINES)
        terms = lines.LineTerms(self._line_seconds, self.terms.shortest, self.terms.repeat)
        found: Uncounted = lines.look_for_line(self.strategy, self.game, side, terms, known, partial(self.report, side))
        return replace(found, reason=f"{found.reason}{self.terms.count_hint}")

    @property
    def _line_seconds(self) -> float:
        """The seconds for a losing line, of those that are left: some of them if all games may be walked."""
        most = LINE_SECONDS if self.game.cells <= WALKED else inf
        return min(self.terms.line_seconds, most, self.terms.end - monotonic())

    def measure(self, side: Side) -> Measurement:
        """Return the results in one seat against a random opponent, and a game that it lost to a search if to no other.

        Raises LimitExceeded.
        """
        found: Measurement = import_module(_MEASURE).measure(
            self.strategy,
            registry.load("random"),
            self.game,
            side,
            games=self.terms.games,
            seed=self.terms.seed,
            progress=partial(self.report, side),
        )
        if found.losing_line is not None or self.game.cells <= SMALL:
            return found
        line = import_module(_LINES).lost_game(
            self.strategy, self.game, side, self._line_seconds, self.terms.seed, partial(self.report, side)
        )
        return found if line is None else replace(found, losing_line=line, found_by="search")

    def uncounted(self, side: Side, error: LimitExceeded) -> Uncounted:
        """Return what is known of one seat after a limit ended its proof."""
        limit = error.limit if isinstance(error, Refuted) else error
        hint = "" if isinstance(limit, TimeOver) else self.terms.hint
        return Uncounted.after(error, self.strategy.name, side, hint)


def examined(strategy: Player, proved: Callable[[], _Proof], measured: Callable[[], _Measured]) -> _Proof | _Measured:
    """Return what `proved` returns; what `measured` returns if the strategy is noisy or turns out to be."""
    try:
        if not strategy.noisy:
            return proved()
    except StrategyError:
        if not strategy.noisy:
            raise
    return measured()
