"""Every document by the name of its schema: what commands print and the server sends."""

from typing import Any

from noughts.results.census import CensusDocument, SequencesDocument
from noughts.results.check import CheckDocument
from noughts.results.decision import Explanation
from noughts.results.fix import FixDocument
from noughts.results.grade import GradeDocument
from noughts.results.lesson import LessonAsked
from noughts.results.match import ExactMatchResult
from noughts.results.plan import NoPlanDocument, PlanDocument
from noughts.results.proof import MeasurementDocument, ProofDocument
from noughts.results.regret import RegretDocument
from noughts.results.reply_tree import ReplyTreeDocument
from noughts.results.review import Replay
from noughts.results.sampled_match import SampledMatchResult
from noughts.results.solution import SolutionResult
from noughts.results.strategies import StrategiesDocument
from noughts.results.table_check import TableCheckDocument
from noughts.results.tabulate import TabulateDocument
from noughts.results.values import Analysis

DOCUMENTS: dict[str, Any] = {
    "noughts/analysis/1": Analysis,
    "noughts/census/1": CensusDocument,
    "noughts/check/1": CheckDocument,
    "noughts/explanation/1": Explanation,
    "noughts/fix/1": FixDocument,
    "noughts/grade/1": GradeDocument,
    "noughts/lesson/1": LessonAsked,
    "noughts/match/1": ExactMatchResult | SampledMatchResult,
    "noughts/measurement/1": MeasurementDocument,
    "noughts/plan/1": PlanDocument | NoPlanDocument,
    "noughts/proof/1": ProofDocument,
    "noughts/regret/1": RegretDocument,
    "noughts/sequences/1": SequencesDocument,
    "noughts/replay/1": Replay,
    "noughts/reply-tree/1": ReplyTreeDocument,
    "noughts/solution/1": SolutionResult,
    "noughts/strategies/1": StrategiesDocument,
    "noughts/table-check/1": TableCheckDocument,
    "noughts/tabulate/1": TabulateDocument,
}
