"""Checks a certificate with the rules alone, and names its first fault; compares a strategy with its moves."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from noughts.certify.breaker_section import BreakerArgument, BreakerFinding, BreakerRules
from noughts.certify.format import MAX_ENTRIES, Head, Section
from noughts.certify.reading import EntryLines, Part, entries, read
from noughts.certify.strategy_section import StrategyArgument, StrategyFinding, StrategyRules
from noughts.core.game import Game, Move, image_of
from noughts.core.position import Position, Side, completions
from noughts.errors import CertificateError, CertificateRefused, LimitExceeded
from noughts.players.player import NO_DICE, Decision, Strategy, consult, require_support

Place = tuple[int, int]  # X's and O's stones
Decisions = dict[Place, tuple[Move, ...]]
Record = Callable[[Position, Decision], None]


class Findings(NamedTuple):
    """What a part of a file leads to.

    `entries`: the number of its entries. `each`: what each of them leads to, or nothing if they are only read. `fault`:
    the fault in the form of the next line, if it has one.
    """

    entries: int
    each: list[StrategyFinding | BreakerFinding]
    fault: CertificateError | None


def findings_of(part: Part) -> Findings:
    """Return what a part of a file leads to."""
    count, each = 0, list[StrategyFinding | BreakerFinding]()
    if isinstance(batch := part.content, EntryLines):
        rules = None if batch.section is None else _rules(batch.game, batch.section)
        try:
            for entry in entries(part.line, batch):
                count += 1
                if rules is not None:
                    each.append(rules.find(entry))
        except CertificateError as error:
            return Findings(count, each, error)
    return Findings(count, each, None)


@lru_cache(maxsize=4)
def _rules(game: Game, section: Section) -> StrategyRules | BreakerRules:
    return StrategyRules(game, section) if section.kind == "strategy" else BreakerRules(game, section)


Mapper = Callable[[Callable[[Part], Findings], Iterable[Part]], Iterable[Findings]]


@dataclass(frozen=True)
class ShownSection:
    """What one section shows: that `side` reaches `goal`, by its own moves ("strategy") or as Breaker ("breaker").

    `entries`: their number. `digest`: the SHA-256 of the entry lines. `asked`: the number of positions in which a
    strategy's moves were compared with these, None without a strategy.
    """

    side: Side = field(metadata={"serialize": str, "deserialize": Side})  # in JSON a text, not one of two
    goal: str
    kind: str
    entries: int
    digest: str
    asked: int | None


@dataclass(frozen=True)
class Checked:
    """A valid certificate: its head, what its sections show, and the numbers of entries and positions."""

    head: Head
    sections: tuple[ShownSection, ...]
    entries: int
    positions: int

    @property
    def shown(self) -> dict[Side, str]:
        """For each side "win" or "not lose", if that follows."""
        shown = {section.side: section.goal for section in self.sections}
        start = self.head.position
        if start.game.extra_stone_never_hurts and not start.ply and shown.get(Side.O) == "not lose":
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
    argument: Any  # StrategyArgument or BreakerArgument: it follows the findings of its own rules
    entries: int = 0
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    decisions: Decisions = field(default_factory=dict)


def check(
    path: Path,
    *,
    max_entries: int = MAX_ENTRIES,
    strategy: Strategy | None = None,
    record: Record = lambda position, decision: None,
    progress: Callable[[int], None] = lambda entries: None,
    mapper: Mapper = map,
) -> Checked:
    """Return what a certificate shows; with a `strategy`, also check that it makes only the proved moves.

    `record` receives each decision of the strategy: it is asked once in each position, so that one that answers
    otherwise the next time is not noticed here.

    The file is read once and checked line by line; `progress` receives the number of entries. `mapper` applies a
    function to the parts of the file and returns the results in order, as `map` does: it may use other processes.
    Raises CertificateError if the file is not a certificate, CertificateRefused with the first fault of its argument,
    LimitExceeded at more than `max_entries` entries, OSError if it cannot be read.
    """
    checker, sent = _Checker(max_entries, strategy is not None), deque[Part]()
    for findings in mapper(findings_of, checker.parts(path, sent)):
        checker.follow(sent.popleft(), findings)
        progress(checker.entries)
    checker.close()
    return checker.result(strategy, record)


class _Checker:
    """Checks the parts of a certificate in order.

    `fault`: the first fault of the argument. What comes below it is still read: only the end shows whether the file is
    a certificate. `line`: the number of the line read last.
    """

    def __init__(self, max_entries: int, keeps_decisions: bool) -> None:
        self.max_entries, self.keeps_decisions = max_entries, keeps_decisions
        self.head: Head
        self.sections: list[_Progress] = []
        self.entries = self.line = 0
        self.fault: str | None = None

    def parts(self, path: Path, sent: deque[Part]) -> Iterator[Part]:
        """Yield the parts of the file, and append each to those sent."""
        for part in read(path):
            sent.append(part if self.fault is None else part.idle())
            yield sent[-1]

    def follow(self, part: Part, findings: Findings) -> None:
        """Follow a part of the file."""
        self.line = part.line
        if isinstance(part.content, Head):
            self.head = part.content
        elif isinstance(part.content, Section):
            self.judge(self.begin, part.content)
        elif isinstance(part.content, EntryLines):
            self.follow_batch(part.line, part.content, findings)
        else:
            raise part.content

    def judge(self, step: Callable[..., None], *arguments: object) -> None:
        """Do a step of the argument, unless a step above had a fault."""
        try:
            if self.fault is None:
                step(*arguments)
        except CertificateRefused as error:
            self.fault = f"line {self.line}: {error}"

    def begin(self, section: Section) -> None:
        self.close_section()
        kind = StrategyArgument if section.kind == "strategy" else BreakerArgument
        self.sections.append(_Progress(section, kind(self.head.position, section, self.line)))

    def follow_batch(self, first: int, batch: EntryLines, findings: Findings) -> None:
        self.entries += findings.entries
        if self.entries > self.max_entries:
            raise LimitExceeded(f"it has more than {self.max_entries:,} entries (--max-entries allows more)")
        if findings.fault is not None:
            raise findings.fault
        if self.fault is not None:
            return
        last = self.sections[-1]
        last.entries += findings.entries
        last.digest.update(b"".join(batch.lines))
        for number, finding in enumerate(findings.each):
            self.line = first + number
            self.judge(last.argument.follow, finding, self.line, batch.lines[number])
            if self.keeps_decisions and finding.moves:
                last.decisions[last.argument.rules.images.unpack(finding.place)] = finding.moves
        self.line = first + len(batch.lines) - 1
        # Every place of a section "breaker" needs an entry, but for the one without live lines.
        if last.section.kind == "breaker" and last.argument.positions > self.max_entries + 1:
            raise LimitExceeded(f"it needs more than {self.max_entries:,} entries (--max-entries allows more)")

    def close_section(self) -> None:
        if self.sections:
            self.sections[-1].argument.close()

    def close(self) -> None:
        """Check what the end of the file settles. Raises CertificateRefused with the first fault."""
        self.line += 1
        self.judge(self.close_section)
        self.judge(self.check_claim)
        if self.fault is not None:
            raise CertificateRefused(self.fault)

    def check_claim(self) -> None:
        checked, claimed = self.result(None), self.head.value
        if claimed is not None and claimed != checked.value:
            side = self.head.position.side
            raise CertificateRefused(
                f"the head claims {claimed!r} for {side} to move, the sections show {checked.conclusion!r}"
            )

    def result(self, strategy: Strategy | None, record: Record = lambda position, decision: None) -> Checked:
        sections = tuple(
            ShownSection(
                part.section.about,
                part.section.goal,
                part.section.kind,
                part.entries,
                part.digest.hexdigest(),
                None
                if strategy is None
                else replay(strategy, self.head.position, part.section, part.decisions, record),
            )
            for part in self.sections
        )
        return Checked(self.head, sections, self.entries, sum(part.argument.positions for part in self.sections))


def replay(
    strategy: Strategy,
    start: Position,
    section: Section,
    decisions: Mapping[Place, tuple[Move, ...]],
    record: Record = lambda position, decision: None,
) -> int:
    """Return the number of positions that a strategy can reach and is asked in; in each the section proves its moves.

    `record` receives each of its decisions. Raises CertificateRefused at the first move that is not proved, GameError
    if the strategy does not play the game, StrategyError if it breaks its contract.
    """
    player = require_support(strategy, start.game)
    if section.kind != "strategy":
        raise CertificateRefused(f"it holds no moves of {player.name!r}: its section is {section.kind!r}")
    side, compared = Side(section.side), 0
    todo, seen = [start], {start}
    while todo:
        position = todo.pop()
        if position.outcome is not None:
            continue
        moves = position.legal_moves
        if position.side is side:
            decision, compared = consult(player, position, NO_DICE), compared + 1
            moves = decision.moves
            record(position, decision)
            proved = _proved(position, section.symmetry, decisions)
            if other := [move for move in moves if move not in proved]:
                names = [position.game.name(move) for move in sorted(proved)]
                raise CertificateRefused(
                    f"at {str(position)!r}, {position.side} to move: {player.name!r} plays "
                    f"{position.game.name(other[0])}, the certificate proves {' or '.join(names) or 'no move'}"
                )
        for child in map(position.play_unchecked, moves):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return compared


def _proved(position: Position, symmetry: bool, decisions: Mapping[Place, tuple[Move, ...]]) -> set[Move]:
    game = position.game
    symmetries = game.symmetries if symmetry else game.symmetries[:1]
    x, o, permutation = min((image_of(position.x, p), image_of(position.o, p), p) for p in symmetries)
    if (listed := decisions.get((x, o))) is not None:
        return {move for move in position.legal_moves if permutation[move] in listed}
    return set(completions(position, position.own)) if game.line_wins else set()
