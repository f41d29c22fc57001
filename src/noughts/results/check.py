"""What the check of a certificate found."""

from dataclasses import dataclass
from typing import Literal

from noughts.certify import Checked, ShownSection
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.sparse import Sparse
from noughts.prove.proof import AskedAgain
from noughts.results.notes import PlayerNotes


@dataclass(frozen=True)
class CertificateHead(Sparse):
    """What the author of a certificate says; it is not checked."""

    claim: str
    value: str | None = None
    strategy: str | None = None


@dataclass(frozen=True)
class CertificateHolds(PlayerNotes):
    """A certificate that holds: what it shows, and the strategy that makes only the moves proved, if one was named,
    with how often it was asked again."""

    schema: Literal["noughts/check/1"]
    file: str
    holds: Literal[True]
    certificate: Literal[True]
    game: Game
    position: Position
    value: str | None
    shown: dict[str, str]
    sections: list[ShownSection]
    head: CertificateHead
    entries: int
    positions: int
    strategy: str | None = None
    asked_again: AskedAgain | None = None


@dataclass(frozen=True)
class CertificateFault:
    """A certificate that does not hold, or a file that is none."""

    schema: Literal["noughts/check/1"]
    file: str
    holds: Literal[False]
    certificate: bool
    fault: str


@dataclass(frozen=True)
class CertificateUnknown:
    """A certificate that was not checked to the end."""

    schema: Literal["noughts/check/1"]
    file: str
    holds: None
    reason: str


CheckDocument = CertificateHolds | CertificateFault | CertificateUnknown


def certificate_holds(file: str, checked: Checked, strategy: str | None, again: AskedAgain | None) -> CertificateHolds:
    """Return the document of a certificate that holds."""
    head, position = checked.head, checked.head.position
    return CertificateHolds(
        schema="noughts/check/1",
        file=file,
        holds=True,
        certificate=True,
        game=position.game,
        position=position,
        value=checked.value,
        shown={side.value: goal for side, goal in checked.shown.items()},
        sections=list(checked.sections),
        head=CertificateHead(head.claim, head.value, head.strategy),
        entries=checked.entries,
        positions=checked.positions,
        strategy=strategy,
        asked_again=again,
    )


def certificate_fault(file: str, fault: str, *, certificate: bool) -> CertificateFault:
    """Return the document of a fault; `certificate`: whether the file is a certificate at all."""
    return CertificateFault("noughts/check/1", file, False, certificate, fault)


def certificate_unknown(file: str, reason: str) -> CertificateUnknown:
    """Return the document of a check that a limit ended."""
    return CertificateUnknown("noughts/check/1", file, None, reason)
