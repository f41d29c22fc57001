"""Can a strategy lose? Its proof, or a measurement where it is noisy; the proof as a certificate."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from noughts.arena.measurement import Measurement
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.strategy import Strategy, is_noisy
from noughts.errors import LimitExceeded, StrategyError
from noughts.prove import Proof, ProofProgress, Refuted, Unproved, prove
from noughts.prove.prover import MAX_POSITIONS
from noughts.results.proof import Finding
from noughts.strategies import registry
from noughts.walk import Record

if TYPE_CHECKING:
    from noughts.prove.workers import Workers

Findings = dict[Side, Finding]
Report = Callable[[Side, ProofProgress | int], None]  # receives the seat, and a proof's progress or the games played

_MEASURE = "noughts.arena.measure"  # it loads what plays games, and most strategies are proved

_Proof = TypeVar("_Proof")
_Measured = TypeVar("_Measured")


@dataclass(frozen=True)
class ProofTerms:
    """The limits of a proof, and how a noisy strategy is measured instead.

    `positions`: in each seat; `hint` says how the user raises that limit. `seconds`: for all seats together, over at
    `end` (of `time.monotonic`). `repeat`: how often each decision is asked for again. `games`: of a measurement, in
    each seat, with the `seed`.
    """

    positions: int = MAX_POSITIONS
    hint: str = ""
    seconds: float = inf
    end: float = inf
    repeat: int = 1
    games: int = 1000
    seed: int = 0


class TimeOver(LimitExceeded):
    """The time for all proofs is over."""


@dataclass(frozen=True)
class Prover:
    """Proves one strategy on one game, or measures it.

    `report` receives the progress. `factory` makes the strategy in a second process, which asks it again; `workers`
    make the decisions of wide plies.
    """

    strategy: Strategy
    game: Game
    terms: ProofTerms = ProofTerms()
    report: Report = lambda side, progress: None
    factory: Callable[[], Strategy] | None = None
    workers: "Workers | None" = None

    def examine(self, side: Side) -> Proof | Measurement:
        """Return the proof in one seat, or a measurement. Raises LimitExceeded, StrategyError."""
        return examined(self.strategy, lambda: self.prove(side), lambda: self.measure(side))

    def finding(self, side: Side) -> Finding:
        """Return the proof in one seat, a measurement, or why there is none. Raises StrategyError."""
        return examined(self.strategy, lambda: self.attempt(side), lambda: self.measure(side))

    def attempt(self, side: Side) -> Proof | Unproved:
        """Return the proof in one seat, or which limit ended it."""
        try:
            return self.prove(side)
        except LimitExceeded as error:
            return self.unproved(side, error)

    def prove(self, side: Side, record: Record = lambda decisions: None) -> Proof:
        """Return the proof in one seat; `record` receives the decisions. Raises LimitExceeded, StrategyError."""

        def progress(far: ProofProgress) -> None:
            if monotonic() >= self.terms.end:
                raise TimeOver(f"no verdict: {self.terms.seconds:g} s are over at ply {far.ply} of {self.game.cells}")
            self.report(side, far)

        return prove(
            self.strategy,
            self.game,
            side,
            max_positions=self.terms.positions,
            repeat=self.terms.repeat,
            factory=self.factory,
            workers=self.workers,
            progress=progress,
            record=record,
        )

    def measure(self, side: Side) -> Measurement:
        """Return the results in one seat against a random opponent. Raises StrategyError if the strategy fails."""
        found: Measurement = import_module(_MEASURE).measure(
            self.strategy,
            registry.load("random"),
            self.game,
            side,
            games=self.terms.games,
            seed=self.terms.seed,
            progress=lambda played: self.report(side, played),
        )
        if found.failed:
            raise StrategyError(found.failed)
        return found

    def unproved(self, side: Side, error: LimitExceeded) -> Unproved:
        """Return what is known of one seat after a limit ended its proof."""
        limit = error.limit if isinstance(error, Refuted) else error
        hint = "" if isinstance(limit, TimeOver) else self.terms.hint
        return Unproved.after(error, self.strategy.name, side, hint)


def examined(strategy: Strategy, proved: Callable[[], _Proof], measured: Callable[[], _Measured]) -> _Proof | _Measured:
    """Return what `proved` returns; what `measured` returns if the strategy is noisy or turns out to be."""
    try:
        if not is_noisy(strategy):
            return proved()
    except StrategyError:
        if not is_noisy(strategy):
            raise
    return measured()
