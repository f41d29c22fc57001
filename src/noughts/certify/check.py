"""Checks a certificate with the rules alone, and names its first fault."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from noughts.certify.breaker import BreakerArgument
from noughts.certify.entry import Entry
from noughts.certify.format import MAX_ENTRIES, Head, Section, read
from noughts.certify.replay import Decisions, replay
from noughts.certify.strategy import StrategyArgument
from noughts.core.position import Side
from noughts.core.strategy import Strategy
from noughts.errors import CertificateRefused


@dataclass(frozen=True)
class Shown:
    """What one section shows: that `side` reaches `goal`, by its own moves ("strategy") or as Breaker ("breaker").

    `entries`: their number. `digest`: the SHA-256 of the entry lines. `asked`: the number of positions in which a
    strategy's moves were compared with these, None without a strategy.
    """

    side: Side
    goal: str
    kind: str
    entries: int
    digest: str
    asked: int | None = None


@dataclass(frozen=True)
class Checked:
    """A valid certificate: its head, what its sections show, and the numbers of entries and positions."""

    head: Head
    sections: tuple[Shown, ...]
    entries: int
    positions: int

    @property
    def shown(self) -> dict[Side, str]:
        """For each side "win" or "not lose", if that follows."""
        shown = {section.side: section.goal for section in self.sections}
        if not self.head.position.ply and shown.get(Side.O) == "not lose":
            # Strategy stealing: an extra stone never hurts, so the second player has no winning strategy here.
            shown.setdefault(Side.X, "not lose")
        return shown

    @property
    def value(self) -> str | None:
        """The value for the side to move ("win", "draw" or "loss"), or None if it does not follow."""
        mover = self.head.position.side
        for side, goal in self.shown.items():
            if goal == "win":
                return "win" if side is mover else "loss"
        return "draw" if len(self.shown) == 2 else None

    @property
    def conclusion(self) -> str:
        """The conclusion in words."""
        for side, goal in self.shown.items():
            if goal == "win":
                return f"{side} wins"
        return "draw" if self.value else " and ".join(f"{side} does not lose" for side in self.shown)


@dataclass
class _Progress:
    """A section while it is read."""

    section: Section
    argument: StrategyArgument | BreakerArgument
    entries: int = 0
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    decisions: Decisions = field(default_factory=dict)


def check(
    path: Path,
    *,
    max_entries: int = MAX_ENTRIES,
    strategy: Strategy | None = None,
    progress: Callable[[int], None] = lambda entries: None,
) -> Checked:
    """Return what a certificate shows; with a `strategy`, also check that it makes only the proved moves.

    The file is read once and checked line by line; `progress` receives the number of entries. Raises
    CertificateError if the file is not a certificate, CertificateRefused with the first fault of its argument,
    LimitExceeded at more than `max_entries` entries, OSError if it cannot be read.
    """
    checker, fault = _Checker(strategy is not None), None
    for number, data, line in read(path, max_entries):
        try:
            if fault is None:  # still read the rest: only the end shows whether the file is a certificate
                checker.follow(number, data, line)
        except CertificateRefused as error:
            fault = f"line {number}: {error}"
        progress(checker.entries)
    try:
        if fault is None:
            checker.close()
    except CertificateRefused as error:
        fault = f"line {number + 1}: {error}"
    if fault is not None:
        raise CertificateRefused(fault)
    return checker.result(strategy)


class _Checker:
    """Checks the lines of a certificate."""

    def __init__(self, keeps_decisions: bool) -> None:
        self.keeps_decisions = keeps_decisions
        self.head: Head
        self.sections: list[_Progress] = []
        self.entries = 0

    def follow(self, number: int, data: bytes, line: Head | Section | Entry) -> None:
        if isinstance(line, Head):
            self.head = line
        elif isinstance(line, Section):
            self.close_section()
            kind = StrategyArgument if line.kind == "strategy" else BreakerArgument
            self.sections.append(_Progress(line, kind(self.head.position, line, number)))
        else:
            self.entries += 1
            last = self.sections[-1]
            last.entries += 1
            last.digest.update(data)
            last.argument.follow(line, number)
            if self.keeps_decisions and line.moves:
                last.decisions[line.place] = line.moves

    def close_section(self) -> None:
        if self.sections:
            self.sections[-1].argument.close()

    def close(self) -> None:
        self.close_section()
        checked, claimed = self.result(None), self.head.value
        if claimed is not None and claimed != checked.value:
            side = self.head.position.side
            raise CertificateRefused(
                f"the head claims {claimed!r} for {side} to move, the sections show {checked.conclusion!r}"
            )

    def result(self, strategy: Strategy | None) -> Checked:
        sections = tuple(
            Shown(
                part.section.about,
                part.section.goal,
                part.section.kind,
                part.entries,
                part.digest.hexdigest(),
                None if strategy is None else replay(strategy, self.head.position, part.section, part.decisions),
            )
            for part in self.sections
        )
        return Checked(self.head, sections, self.entries, sum(part.argument.positions for part in self.sections))
