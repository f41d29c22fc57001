"""What the check of a table found."""

from dataclasses import dataclass
from typing import Literal

from noughts.certify.table_check import TableCheck
from noughts.core.game import Game


@dataclass(frozen=True)
class TableHolds:
    """A table without a fault: `holds` is null for a random sample of its scores, which has a `seed`."""

    schema: Literal["noughts/table-check/1"]
    file: str
    table: Literal[True]
    holds: Literal[True] | None
    game: Game
    value: str
    plies: int | None
    scores: int
    checked: int
    seed: int | None


@dataclass(frozen=True)
class TableFault:
    """A table with a false score, or a file that is damaged."""

    schema: Literal["noughts/table-check/1"]
    file: str
    table: bool
    holds: Literal[False]
    fault: str


@dataclass(frozen=True)
class TableUnknown:
    """A table that was not checked to the end."""

    schema: Literal["noughts/table-check/1"]
    file: str
    table: Literal[True]
    holds: None
    reason: str


TableCheckDocument = TableHolds | TableFault | TableUnknown


def table_holds(file: str, found: TableCheck, seed: int | None) -> TableHolds:
    """Return the document of a table without a fault."""
    assert found.value is not None
    return TableHolds(
        schema="noughts/table-check/1",
        file=file,
        table=True,
        holds=True if seed is None else None,
        game=found.game,
        value=found.value.word,
        plies=found.value.distance,
        scores=found.scores,
        checked=found.checked,
        seed=seed,
    )


def table_fault(file: str, fault: str, *, table: bool) -> TableFault:
    """Return the document of a fault; `table`: whether the file can be read as a table."""
    return TableFault("noughts/table-check/1", file, table, False, fault)


def table_unknown(file: str, reason: str) -> TableUnknown:
    """Return the document of a check that a limit ended."""
    return TableUnknown("noughts/table-check/1", file, True, None, reason)
