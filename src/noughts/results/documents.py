"""Every document by the name of its schema: the classes that it is written from, and which have notes on players."""

from dataclasses import dataclass
from typing import Any

from noughts.core.census import Census, Sequences
from noughts.lessons.reply_tree import ReplyTree
from noughts.prove.plan import NoPlan, Plan
from noughts.prove.regret import Regret
from noughts.results.check import CertificateHolds, NotHeld, TableHolds, TableWritten
from noughts.results.decision import Explanation
from noughts.results.grade import GradeDocument
from noughts.results.lesson import LessonAsked
from noughts.results.match import ExactMatchResult
from noughts.results.notes import PlayerNotes
from noughts.results.proof import FixedSeats, SeatsDocument
from noughts.results.review import Replay
from noughts.results.sampled_match import SampledMatchResult
from noughts.results.strategies import StrategiesDocument
from noughts.results.values import ExactValues, SolutionResult

DOCUMENTS: dict[str, tuple[type[Any], ...]] = {
    "noughts/analysis/1": (ExactValues,),
    "noughts/census/1": (Census,),
    "noughts/check/1": (CertificateHolds, TableHolds, NotHeld),
    "noughts/explanation/1": (Explanation,),
    "noughts/fix/1": (FixedSeats,),
    "noughts/grade/1": (GradeDocument,),
    "noughts/lesson/1": (LessonAsked,),
    "noughts/match/1": (ExactMatchResult, SampledMatchResult),
    "noughts/measurement/1": (SeatsDocument,),
    "noughts/plan/1": (Plan, NoPlan),
    "noughts/proof/1": (SeatsDocument,),
    "noughts/regret/1": (Regret,),
    "noughts/sequences/1": (Sequences,),
    "noughts/replay/1": (Replay,),
    "noughts/reply-tree/1": (ReplyTree,),
    "noughts/solution/1": (SolutionResult,),
    "noughts/strategies/1": (StrategiesDocument,),
    "noughts/tabulate/1": (TableWritten,),
}
_NOTED = {CertificateHolds, Explanation, FixedSeats, ExactMatchResult, SampledMatchResult, Plan, NoPlan, Regret}


def classes_of(name: str) -> list[type[Any]]:
    """Return the classes of a document, with the notes about players where it has them."""
    return [_noted(kind) if kind in _NOTED else kind for kind in DOCUMENTS[name]]


def _noted(kind: type[Any]) -> type[Any]:
    return dataclass(frozen=True)(type(kind.__name__, (kind, PlayerNotes), {"__doc__": kind.__doc__}))
