"""What is known of a strategy: a proof, a measurement, or neither, in each of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from noughts.arena.measurement import CONFIDENCE, Interval, Measurement
from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.sparse import Sparse
from noughts.core.tally import Tally
from noughts.errors import FaultKind
from noughts.prove.proof import AskedAgain, FaultAt, FaultCount, FoundBy, RuleCount, Uncounted
from noughts.results.findings import Chances, Finding
from noughts.results.notes import PlayerNotes


@dataclass(frozen=True)
class ProvedSeat(Sparse):
    """A proof in one seat: distinct games, the chances against random play, a shortest game that it loses.

    `faults`: where it breaks the rules, and so loses, by the kind; `fault`: with which the losing line ends, if it
    does. `against_perfect`: the chances against perfect play, if they were computed or sampled. Of a list of rules,
    `rules`: in how many positions each decides; `line_rules`: the rule of each move of the losing line, an empty text
    for a move of the opponent.
    """

    verdict: str
    games: Tally[int]
    sequences: Tally[int] | None
    positions: int
    losing_line: Moves | None
    against_random: Chances
    asked_again: AskedAgain
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    shortest: bool | None = None
    faults: dict[FaultKind, FaultCount] | None = None
    fault: FaultAt | None = None
    rules: list[RuleCount] | None = None
    line_rules: list[str] | None = None
    # The other parts of a seat: every kind has the same.
    reason: ClassVar[None] = None
    failures: ClassVar[None] = None
    is_open: ClassVar[bool] = False

    @property
    def never_loses(self) -> bool:
        """Whether it cannot lose."""
        return self.games.loss == 0

    @property
    def can_lose(self) -> bool:
        """Whether it is known that it can lose."""
        return not self.never_loses


@dataclass(frozen=True)
class MeasuredSeat(Sparse):
    """Games against a random opponent in one seat, with an interval for the rate of each result.

    `failures`: how many of them it lost by breaking the rules; `failed`: how, the first time.
    """

    games: Tally[int]
    confidence: float
    intervals: dict[str, Interval]
    losing_line: Moves | None
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    failures: int | None = None
    failed: str | None = None
    faults: ClassVar[None] = None
    fault: ClassVar[None] = None
    is_open: ClassVar[bool] = False
    never_loses: ClassVar[bool] = False

    @property
    def can_lose(self) -> bool:
        """Whether it is known that it can lose: it lost a game."""
        return self.losing_line is not None or self.games.loss > 0

    @property
    def reason(self) -> str | None:
        """How it broke the rules, the first time."""
        return self.failed

    @property
    def against_random(self) -> Chances:
        """The rates against a random opponent."""
        games = self.games
        return Tally(*(Fraction(count, games.total) for count in (games.win, games.draw, games.loss)))


@dataclass(frozen=True)
class UncountedSeat(Sparse):
    """A seat whose games are not counted, and the reason; `losing_line` if one was found.

    `found_by`: what found it; `shortest`: whether every shorter game was tried. `tried`: the games of a search for it,
    `asked`: the positions in which the strategy was asked. `fault`: with which the line ends, if it does.
    """

    verdict: str
    reason: str
    losing_line: Moves | None
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    shortest: bool | None = None
    tried: int | None = None
    asked: int | None = None
    fault: FaultAt | None = None
    against_random: ClassVar[None] = None
    failures: ClassVar[None] = None
    never_loses: ClassVar[bool] = False

    @property
    def can_lose(self) -> bool:
        """Whether it is known that it can lose."""
        return self.losing_line is not None

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of it."""
        return self.losing_line is None

    @property
    def faults(self) -> dict[FaultKind, FaultCount] | None:
        """The fault with which its line ends: other positions are not counted."""
        fault = self.fault
        return None if fault is None else {fault.kind: FaultCount.of(1, fault)}


SeatResult = ProvedSeat | MeasuredSeat | UncountedSeat


@dataclass(frozen=True, kw_only=True)
class ProofDocument(PlayerNotes):
    """A strategy in its seats."""

    schema: Literal["noughts/proof/1"]
    strategy: str
    game: Game
    seats: dict[str, SeatResult]


@dataclass(frozen=True, kw_only=True)
class MeasurementDocument(PlayerNotes):
    """A noisy strategy in its seats."""

    schema: Literal["noughts/measurement/1"]
    strategy: str
    game: Game
    seats: dict[str, SeatResult]


SeatsDocument = ProofDocument | MeasurementDocument


def proof(game: Game, strategy: str, findings: Mapping[Side, Finding]) -> SeatsDocument:
    """Return the document of a strategy in its seats: a measurement if one seat was measured."""
    seats = {side.seat: seat_result(finding) for side, finding in findings.items()}
    listed = game
    if any(isinstance(finding, Measurement) for finding in findings.values()):
        return MeasurementDocument(schema="noughts/measurement/1", strategy=strategy, game=listed, seats=seats)
    return ProofDocument(schema="noughts/proof/1", strategy=strategy, game=listed, seats=seats)


def seat_result(finding: Finding, against_perfect: Chances | None = None) -> SeatResult:
    """Return what a document says about one seat."""
    line = finding.losing_line
    if isinstance(finding, Uncounted):
        return UncountedSeat(
            verdict=finding.verdict,
            reason=finding.reason,
            losing_line=line,
            against_perfect=against_perfect,
            found_by=finding.found_by,
            shortest=None if line is None else finding.shortest,
            tried=finding.tried,
            asked=finding.asked,
            fault=finding.fault,
        )
    if isinstance(finding, Measurement):
        by = None if line is None else finding.found_by
        failed = (finding.failures, finding.failed) if finding.failures else (None, None)
        return MeasuredSeat(finding.games, CONFIDENCE, finding.intervals, line, against_perfect, by, *failed)
    return ProvedSeat(
        verdict=finding.verdict,
        games=finding.games,
        sequences=finding.sequences,
        positions=finding.positions,
        losing_line=line,
        against_random=finding.against_random,
        asked_again=finding.asked_again,
        against_perfect=against_perfect,
        found_by=None if line is None else "walk",
        shortest=None if line is None else True,
        faults=dict(finding.faults) or None,
        fault=finding.fault,
        rules=list(finding.rules) or None,
        line_rules=list(finding.line_rules) or None,
    )
