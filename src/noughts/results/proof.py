"""What is known of a strategy: a proof, a measurement, or neither, in each of its seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from noughts.arena.measurement import CONFIDENCE, Interval, Measurement
from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.core.tally import Tally
from noughts.prove.proof import Asked, FoundBy, Proof, Uncounted
from noughts.results.notes import PlayerNotes
from noughts.results.sparse import Sparse

Finding = Proof | Measurement | Uncounted
Chances = Tally[Fraction]


@dataclass(frozen=True)
class AskedAgain(Sparse):
    """How often a strategy was asked again; `processes` is their number if there were several."""

    positions: int
    decisions: int
    times: int
    processes: int | None = None


@dataclass(frozen=True)
class ProvedSeat(Sparse):
    """A proof in one seat: distinct games, the chances against random play, a shortest game that it loses.

    `against_perfect`: the chances against perfect play, if they were computed or sampled.
    """

    verdict: str
    games: Tally[int]
    sequences: Tally[int] | None
    positions: int
    losing_line: list[str] | None
    against_random: Chances
    asked_again: AskedAgain
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    shortest: bool | None = None


@dataclass(frozen=True)
class MeasuredSeat(Sparse):
    """Games against a random opponent in one seat, with an interval for the rate of each result."""

    games: Tally[int]
    confidence: float
    intervals: dict[str, Interval]
    losing_line: list[str] | None
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None


@dataclass(frozen=True)
class UncountedSeat(Sparse):
    """A seat whose games are not counted, and the reason; `losing_line` if one was found.

    `found_by`: what found it; `shortest`: whether every shorter game was tried. `tried`: the games of a search for it,
    `asked`: the positions in which the strategy was asked.
    """

    verdict: str
    reason: str
    losing_line: list[str] | None
    against_perfect: Chances | None = None
    found_by: FoundBy | None = None
    shortest: bool | None = None
    tried: int | None = None
    asked: int | None = None


SeatResult = ProvedSeat | MeasuredSeat | UncountedSeat


@dataclass(frozen=True, kw_only=True)
class ProofDocument(PlayerNotes):
    """A strategy in its seats."""

    schema: Literal["noughts/proof/1"]
    strategy: str
    game: list[int | str]
    seats: dict[str, SeatResult]


@dataclass(frozen=True, kw_only=True)
class MeasurementDocument(PlayerNotes):
    """A noisy strategy in its seats."""

    schema: Literal["noughts/measurement/1"]
    strategy: str
    game: list[int | str]
    seats: dict[str, SeatResult]


SeatsDocument = ProofDocument | MeasurementDocument


def proof(game: Game, strategy: str, findings: Mapping[Side, Finding]) -> SeatsDocument:
    """Return the document of a strategy in its seats: a measurement if one seat was measured."""
    seats = {side.seat: seat_result(game, finding) for side, finding in findings.items()}
    listed = game.to_list()
    if any(isinstance(finding, Measurement) for finding in findings.values()):
        return MeasurementDocument(schema="noughts/measurement/1", strategy=strategy, game=listed, seats=seats)
    return ProofDocument(schema="noughts/proof/1", strategy=strategy, game=listed, seats=seats)


def seat_result(game: Game, finding: Finding, against_perfect: Chances | None = None) -> SeatResult:
    """Return what a document says about one seat."""
    line = names_of(game, finding.losing_line)
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
        )
    if isinstance(finding, Measurement):
        by = None if line is None else finding.found_by
        return MeasuredSeat(finding.games, CONFIDENCE, finding.intervals, line, against_perfect, by)
    return ProvedSeat(
        verdict=finding.verdict,
        games=finding.games,
        sequences=finding.sequences,
        positions=finding.positions,
        losing_line=line,
        against_random=finding.against_random,
        asked_again=_asked_again(finding.asked_again),
        against_perfect=against_perfect,
        found_by=None if line is None else "walk",
        shortest=None if line is None else True,
    )


def names_of(game: Game, moves: tuple[Move, ...] | None) -> list[str] | None:
    """Return the names of the cells of a line, or None for none."""
    return None if moves is None else [game.name(move) for move in moves]


def _asked_again(asked: Asked) -> AskedAgain:
    several = asked.processes if asked.processes > 1 else None
    return AskedAgain(asked.positions, asked.decisions, asked.times, several)
