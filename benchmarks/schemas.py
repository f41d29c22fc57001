"""Writes the JSON Schema of every document into docs/schemas, and the list of them into docs/reference/stability.md
(`make current`)."""

import json
import re
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from noughts.files import replacing
from noughts.lessons.reply_tree import ReplyTree
from noughts.prove.plan import NoPlan, Plan
from noughts.prove.regret import Regret
from noughts.results.check import CertificateHolds, NotHeld, TableHolds, TableWritten
from noughts.results.decision import Explanation
from noughts.results.grade import GradeDocument
from noughts.results.json_schema import schemas
from noughts.results.lesson import LessonAsked
from noughts.results.match import ExactMatchResult
from noughts.results.notes import PlayerNotes
from noughts.results.proof import FixedSeats, SeatsDocument
from noughts.results.review import Replay
from noughts.results.sampled_match import SampledMatchResult
from noughts.results.strategies import StrategiesDocument
from noughts.results.values import ExactValues, SolutionResult
from noughts.walk.game_size import Census, Sequences

DOCS = Path(__file__).parent.parent / "docs"
_PAGE = "reference/stability.md"
_LIST = re.compile(r"(?<=<!-- documents -->\n).*?(?=\n<!-- end -->)", re.DOTALL)
_WIDTH = 120
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
# Every document by the name of its schema: the classes that it is written from, and which have notes on players.
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


def write() -> None:
    """Write the files, and delete those of documents that are no longer there."""
    texts = files()
    for path in DOCS.glob("schemas/*.json"):
        if path.relative_to(DOCS).as_posix() not in texts:
            path.unlink()
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, text in texts.items():
        with replacing(DOCS / name, "w") as file:
            file.write(text)


def files() -> dict[str, str]:
    """Return the text of each file: `schemas/proof-1.json` for `noughts/proof/1`, and the page that lists them."""
    page = (DOCS / _PAGE).read_text(encoding="utf-8")
    links = ", ".join(f"[{name}](../{file_name(name)})" for name in DOCUMENTS)
    wrapped = textwrap.fill(f"{links}.", _WIDTH, break_long_words=False, break_on_hyphens=False)
    texts = {file_name(name): json.dumps(schema_of(name), indent=2) + "\n" for name in DOCUMENTS}
    return texts | {_PAGE: _LIST.sub(wrapped, page)}


def file_name(name: str) -> str:
    """Return the name of a document's file.

    >>> file_name("noughts/table-check/1")
    'schemas/table-check-1.json'
    """
    return f"schemas/{name.removeprefix('noughts/').replace('/', '-')}.json"


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema of a document."""
    kinds, definitions = schemas(*classes_of(name))
    kind = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return {"$schema": _DIALECT, "title": name, **kind, "$defs": dict(sorted(definitions.items()))}


def classes_of(name: str) -> list[type[Any]]:
    """Return the classes of a document, with the notes about players where it has them."""
    return [_noted(kind) if kind in _NOTED else kind for kind in DOCUMENTS[name]]


def _noted(kind: type[Any]) -> type[Any]:
    return dataclass(frozen=True)(type(kind.__name__, (kind, PlayerNotes), {"__doc__": kind.__doc__}))
