"""A certificate or a table that is checked, noughts/check/1, and a table that is written, noughts/tabulate/1."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from noughts.certify import Checked, ShownSection
from noughts.certify.format import Head
from noughts.certify.table_check import TableCheck
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.sparse import Sparse, Written
from noughts.prove.proof import AskedAgain

_SCHEMA = "noughts/check/1"


@dataclass(frozen=True, kw_only=True)
class CertificateHolds(Sparse):
    """A certificate that holds: what it shows, and the strategy that makes only the moves proved, if one was named,
    with how often it was asked again. What its `head` says is not checked."""

    file: str
    holds: Literal[True] = True
    certificate: Literal[True] = True
    game: Game
    position: Position
    value: str | None
    shown: dict[str, str]
    sections: tuple[ShownSection, ...]
    head: Head
    entries: int
    positions: int
    strategy: str | None = None
    asked_again: AskedAgain | None = None
    schema: ClassVar = _SCHEMA


@dataclass(frozen=True, kw_only=True)
class TableHolds(Written):
    """A table without a fault: `holds` is null for a random sample of its scores, which has a `seed`."""

    file: str
    holds: Literal[True] | None
    table: Literal[True] = True
    game: Game
    value: str
    plies: int | None
    scores: int
    checked: int
    seed: int | None
    schema: ClassVar = _SCHEMA


@dataclass(frozen=True, kw_only=True)
class NotHeld(Sparse):
    """A file that does not hold, by a `fault`, or that was not checked to the end, by a `reason`; then `holds` is null.

    `certificate`, `table`: whether it can be read as one.
    """

    file: str
    holds: Literal[False] | None
    certificate: bool | None = None
    table: bool | None = None
    fault: str | None = None
    reason: str | None = None
    schema: ClassVar = _SCHEMA


@dataclass(frozen=True, kw_only=True)
class TableWritten(Written):
    """A table: the value of the game, its positions by value for the side to move, and its folder.

    `longest`: the plies of the longest forced win or loss.
    """

    game: Game
    value: str
    plies: int | None
    positions: int
    win: int
    draw: int
    loss: int
    longest: int
    file: str
    bytes: int
    seconds: float
    schema: ClassVar = "noughts/tabulate/1"


def certificate_holds(file: str, checked: Checked, strategy: str | None, again: AskedAgain | None) -> CertificateHolds:
    """Return the document of a certificate that holds."""
    position = checked.head.position
    return CertificateHolds(
        file=file,
        game=position.game,
        position=position,
        value=checked.value,
        shown={side.value: goal for side, goal in checked.shown.items()},
        sections=checked.sections,
        head=checked.head,
        entries=checked.entries,
        positions=checked.positions,
        strategy=strategy,
        asked_again=again,
    )


def table_holds(file: str, check: TableCheck, seed: int | None) -> TableHolds:
    """Return the document of a table without a fault; `seed`: of the sample of its scores, None for all."""
    assert check.value is not None
    return TableHolds(
        file=file,
        holds=True if seed is None else None,
        game=check.game,
        value=check.value.word,
        plies=check.value.distance,
        scores=check.scores,
        checked=check.checked,
        seed=seed,
    )
