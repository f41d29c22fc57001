"""What is known of a strategy in its seats: noughts/proof/1, noughts/measurement/1, noughts/fix/1."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from noughts.arena.measurement import CONFIDENCE, Interval, Measurement
from noughts.core.game import Game, Moves
from noughts.core.position import Side
from noughts.core.sparse import Sparse, Written
from noughts.core.tally import Tally
from noughts.errors import FaultKind
from noughts.prove.fix import Fix
from noughts.prove.given_away import GivenAway
from noughts.prove.proof import AskedAgain, FaultAt, FaultCount, FoundBy, Proof, RuleCount, Uncounted
from noughts.results.notes import PlayerNotes

Finding = Proof | Measurement | Uncounted
Chances = Tally[Fraction]

FAULTS: Mapping[FaultKind, str] = {  # what a strategy does against the rules, in words
    "illegal": "breaks the rules",
    "raised": "raises an exception",
    "endless": "gives no answer",
    "died": "ends its process",
}
NO_VERDICT, NOT_ITS = "no verdict", "not in its game"


@dataclass(frozen=True, kw_only=True)
class Verdict(Sparse):
    """What is known of a strategy in one seat: a proof, games that measure it, or why there is neither.

    `verdict`: of a proof, or where no games are counted; then `reason` says why, `tried` is the number of games of a
    search for a losing line, and `asked` the positions in which the strategy was asked for it. `games`: distinct games
    of a proof, or those that were played, with the `intervals` of the rates of their results. `losing_line`: a game
    that it loses; `found_by`: what found it; `shortest`: whether every shorter game was tried. `faults`: where it
    breaks the rules, and so loses, by the kind; `fault`: with which the losing line ends, if it does. `failures`: in
    how many of the games that were played it broke them; `failed`: how, the first time. `against_perfect`: the chances
    against perfect play, if they were computed or sampled. Of a list of rules, `rules`: in how many positions each
    decides; `line_rules`: the rule of each move of the losing line, an empty text for a move of the opponent.
    `given_away`: where it first gives value away on the losing line, or, without one, in the game in which a search did
    best, if exact values are at hand.
    """

    verdict: str | None = None
    reason: str | None = None
    games: Tally[int] | None = None
    confidence: float | None = None
    intervals: dict[str, Interval] | None = None
    sequences: Tally[int] | None = None
    positions: int | None = None
    losing_line: Moves | None = None
    against_random: Chances | None = None
    asked_again: AskedAgain | None = None
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    shortest: bool | None = None
    tried: int | None = None
    asked: int | None = None
    faults: dict[FaultKind, FaultCount] | None = None
    fault: FaultAt | None = None
    failures: int | None = None
    failed: str | None = None
    rules: tuple[RuleCount, ...] | None = None
    line_rules: tuple[str, ...] | None = None
    given_away: GivenAway | None = None

    @classmethod
    def may_lack(cls, name: str) -> bool:
        """Return whether the JSON may lack a field: all but the line."""
        return name != "losing_line" and super().may_lack(name)

    def __post_serialize__(self, document: dict[str, Any]) -> dict[str, Any]:
        """Leave out what it does not have; a proof has its sequences, if only to say that there are none."""
        kept = {*super().__post_serialize__(document), *(("sequences",) if self.is_proof else ())}
        return {name: value for name, value in document.items() if name in kept}

    @property
    def is_proof(self) -> bool:
        """Whether all its games are counted."""
        return self.asked_again is not None

    @property
    def is_measured(self) -> bool:
        """Whether it is known by games that were played."""
        return self.intervals is not None

    @property
    def is_absent(self) -> bool:
        """Whether the program's own game does not have the seat: then it is neither good nor bad."""
        return self.verdict == NOT_ITS

    @property
    def is_open(self) -> bool:
        """Whether nothing is known of it."""
        return self.games is None and self.losing_line is None and not self.is_absent

    @property
    def never_loses(self) -> bool:
        """Whether it is proved that it cannot lose."""
        return self.is_proof and not self.can_lose

    @property
    def can_lose(self) -> bool:
        """Whether it is known that it can lose."""
        return self.losing_line is not None or (self.games is not None and self.games.loss > 0)

    @property
    def known_faults(self) -> dict[FaultKind, FaultCount]:
        """How it breaks the rules; where no games are counted, in the position alone with which its line ends."""
        if self.faults is None and self.fault is not None:
            return {self.fault.kind: FaultCount.of(1, self.fault)}
        return self.faults or {}

    @property
    def at_random(self) -> Chances | None:
        """The chances against a random opponent, or the rates in games against one."""
        if self.games is None or not self.is_measured:
            return self.against_random
        return Tally(*(Fraction(count, self.games.total) for count in vars(self.games).values()))


@dataclass(frozen=True, kw_only=True)
class SeatsDocument(PlayerNotes):
    """A strategy in its seats: a measurement if one seat was measured."""

    strategy: str
    game: Game
    seats: dict[str, Verdict]

    @property
    def schema(self) -> Literal["noughts/proof/1", "noughts/measurement/1"]:
        """The name of the document."""
        measured = any(seat.is_measured for seat in self.seats.values())
        return "noughts/measurement/1" if measured else "noughts/proof/1"


@dataclass(frozen=True)
class FixedSeats(Written):
    """The fewest exceptions with which a strategy never loses, in each seat; null where every strategy can lose."""

    strategy: str
    game: Game
    seats: dict[str, Fix | None]
    schema: ClassVar = "noughts/fix/1"


def proof(game: Game, strategy: str, findings: Mapping[Side, Finding]) -> SeatsDocument:
    """Return the document of a strategy in its seats."""
    return SeatsDocument(
        strategy=strategy, game=game, seats={side.seat: verdict(finding) for side, finding in findings.items()}
    )


def verdict(finding: Finding, against_perfect: Chances | None = None) -> Verdict:
    """Return what a document says about one seat."""
    line = finding.losing_line
    if isinstance(finding, Uncounted):
        return Verdict(
            verdict=finding.verdict,
            reason=str(finding.reason),
            losing_line=line,
            against_perfect=against_perfect,
            found_by=finding.found_by,
            shortest=None if line is None else finding.shortest,
            tried=finding.tried,
            asked=finding.asked,
            fault=finding.fault,
            given_away=finding.given_away,
        )
    if isinstance(finding, Measurement):
        return Verdict(
            games=finding.games,
            confidence=CONFIDENCE,
            intervals=finding.intervals,
            losing_line=line,
            against_perfect=against_perfect,
            found_by=None if line is None else finding.found_by,
            failures=finding.failures or None,
            failed=finding.failed or None,
        )
    return Verdict(
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
        rules=finding.rules or None,
        line_rules=finding.line_rules or None,
        given_away=finding.given_away,
    )
