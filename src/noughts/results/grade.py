"""What a grader knows of one program, and of all of them."""

from dataclasses import dataclass, field
from typing import ClassVar

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.core.sparse import Sparse, Written
from noughts.errors import FaultKind
from noughts.prove.proof import FaultCount
from noughts.results.proof import NO_VERDICT, Verdict


@dataclass(frozen=True, kw_only=True)
class ProgramGrade:
    """What is known of one program after some seats or both; `problem`: why there is no whole grade.

    `read` says how it is called, in words; empty for a class of the interface `Strategy`. `unread`: whether it is not
    known how it is called; then it loses no points.
    """

    strategy: str | None = None
    read: str | None = None
    seats: dict[str, Verdict] = field(default_factory=dict)
    problem: str | None = None
    unread: bool = False


@dataclass(frozen=True)
class Points:
    """The points for one item of a teacher's scale: those earned, those possible, and why. None are possible for a seat
    that is not in the program's game."""

    name: str
    earned: float
    possible: float
    reason: str


@dataclass(frozen=True, kw_only=True)
class Submission(ProgramGrade, Sparse):
    """The grade of one file's program. `printed`: bytes that it printed. `seconds`: the processor time that it took.
    `points`: by a scale, if there is one. `limits`: which limits of its process do not hold here, left out if all do.
    """

    file: str
    printed: int
    seconds: float
    points: list[Points] = field(default_factory=list)
    limits: str | None = None

    @classmethod
    def may_lack(cls, name: str) -> bool:
        """Return whether the JSON may lack a field: `limits` alone."""
        return name == "limits"

    @property
    def seats_in_game(self) -> dict[str, Verdict]:
        """The seats that it can have, by their names."""
        return {name: seat for name, seat in self.seats.items() if not seat.is_absent}

    @property
    def loses(self) -> bool:
        """Whether it is known that the program can lose."""
        return any(seat.can_lose for seat in self.seats.values())

    @property
    def holds(self) -> bool:
        """Whether it is proved in every seat that it can have that the program never loses."""
        return all(seat.never_loses for seat in self.seats_in_game.values())

    @property
    def is_open(self) -> bool:
        """Whether a seat has no verdict."""
        return any(seat.is_open for seat in self.seats.values())

    @property
    def faults(self) -> list[tuple[FaultKind, FaultCount]]:
        """How the program breaks the rules, by the seat."""
        return [fault for seat in self.seats.values() for fault in seat.known_faults.items()]

    @property
    def illegal(self) -> int:
        """The positions in which it answers with an illegal move."""
        return sum(fault.positions for kind, fault in self.faults if kind == "illegal")

    @property
    def raised(self) -> int:
        """The positions in which it breaks the rules in another way: it raises an exception, or does not answer."""
        return sum(fault.positions for kind, fault in self.faults if kind != "illegal")

    @property
    def remark(self) -> str:
        """Why there is no verdict, and the first fault of each kind; empty for none."""
        reasons = (
            self.problem,
            *(seat.reason or seat.failed for seat in self.seats.values()),
            *(fault.message for _, fault in self.faults),
        )
        return "; ".join(dict.fromkeys(filter(None, reasons)))


@dataclass(frozen=True)
class GradeDocument(Written):
    """The programs of a class; `seconds`: the limit of processor time of each. `read`: how all of them are called, as
    --read takes it; null where each is read by itself."""

    game: Game
    seconds: float
    submissions: list[Submission]
    read: str | None = None
    schema: ClassVar = "noughts/grade/1"


def submission(file: str, known: ProgramGrade, printed: int, seconds: float, limits: str = "") -> Submission:
    """Return what is known of one file."""
    missing = Verdict(verdict=NO_VERDICT, reason=known.problem)
    parts = vars(known) | {"seats": {side.seat: known.seats.get(side.seat, missing) for side in Side}}
    return Submission(**parts, file=file, printed=printed, seconds=round(seconds, 2), limits=limits or None)
