"""What a grader knows of one program, and of all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.prove.faults import Failure, SeatFailure
from noughts.results.proof import Chances, Finding, MeasuredSeat, ProvedSeat, UncountedSeat, seat_result
from noughts.results.sparse import Sparse


@dataclass(frozen=True)
class FailedSeat(Sparse):
    """A program that breaks the rules or raises an exception; `line` leads to the position."""

    verdict: str
    reason: str
    line: list[str]
    against_random: Chances
    against_perfect: Chances | None = None


@dataclass(frozen=True)
class MissingSeat:
    """A seat of which nothing is known: the program cannot be loaded, or its process ended before."""

    verdict: Literal["no verdict"]
    reason: str | None


GradedSeat = ProvedSeat | MeasuredSeat | FailedSeat | UncountedSeat | MissingSeat


@dataclass(frozen=True)
class Failures:
    """Positions in which a program fails in one way, and the first of them."""

    positions: int
    position: str | None
    message: str | None


@dataclass(frozen=True, kw_only=True)
class ProgramGrade:
    """What is known of one program after some seats or both; `problem`: why there is no whole grade.

    `read` says how it is called, in words; empty for a class of the interface `Strategy`.
    """

    strategy: str | None = None
    read: str | None = None
    seats: dict[str, GradedSeat] = field(default_factory=dict)
    illegal: Failures | None = None
    raised: Failures | None = None
    problem: str | None = None


@dataclass(frozen=True, kw_only=True)
class Submission(ProgramGrade):
    """The grade of one file's program. `printed`: bytes that it printed. `seconds`: of its process."""

    file: str
    printed: int
    seconds: float


@dataclass(frozen=True)
class GradeDocument:
    """The programs of a class; `seconds`: the limit of processor time of each."""

    schema: Literal["noughts/grade/1"]
    game: list[int | str]
    seconds: float
    submissions: list[Submission]


def program_grade(
    strategy: str, read_as: str, seats: Mapping[Side, GradedSeat], failures: Sequence[Failure]
) -> ProgramGrade:
    """Return what is known of a program that could be loaded."""
    return ProgramGrade(
        strategy=strategy,
        read=read_as,
        seats={side.seat: seat for side, seat in seats.items()},
        illegal=_failures([failure for failure in failures if failure.kind == "illegal"]),
        raised=_failures([failure for failure in failures if failure.kind == "raised"]),
    )


def submission(file: str, known: ProgramGrade, problem: str | None, printed: int, seconds: float) -> Submission:
    """Return what is known of one file; `problem` is that of its process."""
    problem = known.problem or problem
    missing = MissingSeat("no verdict", problem)
    seats = {side.seat: known.seats.get(side.seat, missing) for side in Side}
    found = vars(known) | {"seats": seats, "problem": problem}
    return Submission(**found, file=file, printed=printed, seconds=round(seconds, 2))


def grades(game: Game, seconds: float, submissions: Sequence[Submission]) -> GradeDocument:
    """Return the document of a class."""
    return GradeDocument("noughts/grade/1", game.to_list(), seconds, list(submissions))


def graded_seat(game: Game, finding: Finding | SeatFailure, against_perfect: Chances | None) -> GradedSeat:
    """Return what a document says about one seat: what was found, and the chances against perfect play."""
    if isinstance(finding, SeatFailure):
        line = [game.name(move) for move in finding.line]
        return FailedSeat(finding.verdict, finding.first.message, line, finding.against_random, against_perfect)
    return seat_result(game, finding, against_perfect)


def _failures(failures: Sequence[Failure]) -> Failures:
    if not failures:
        return Failures(0, None, None)
    return Failures(len(failures), str(failures[0].position), failures[0].message)
