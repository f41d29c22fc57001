"""Checks a certificate with the rules alone, and names the first fault."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Never

from noughts.certify.breaker import BreakerCheck
from noughts.certify.format import Certificate, Entry, Section, read
from noughts.certify.leaves import fault_of_leaf
from noughts.core.position import Position, Side
from noughts.errors import CertificateError, IllegalMoveError


@dataclass(frozen=True)
class Checked:
    """A certificate that holds: what its sections show, by side, and how many entries and positions that took.

    `shown`: for each side "win", "not lose" (from the position in `head`) as the sections establish it.
    """

    head: dict[str, Any]
    shown: dict[Side, str]
    entries: int
    positions: int

    @property
    def conclusion(self) -> str:
        """What follows, in words."""
        for side, goal in self.shown.items():
            if goal == "win":
                return f"{side} wins"
        if len(self.shown) == 2:
            return "draw"
        return " and ".join(f"{side} does not lose" for side in self.shown)


def check(path: Path) -> Checked:
    """Return what a certificate shows. Raises CertificateError with its first fault, OSError where it cannot be
    read."""
    certificate = read(path)
    shown: dict[Side, str] = {}
    entries = positions = 0
    for section, table in _sections(certificate):
        side = Side(section.side)
        if section.kind == "strategy":
            positions += _StrategyCheck(certificate.position, section, table).run()
            shown[side] = section.goal
        else:
            positions += BreakerCheck(certificate.position, section, table).run()
            shown[side.opponent] = "not lose"
        entries += len(table)
    if not shown:
        raise CertificateError(f"{str(path)!r} shows nothing: it has no section")
    if Side.O in shown and not certificate.position.ply and shown[Side.O] == "not lose":
        # Strategy stealing: a stone more never hurts, so on the empty board the second player has no winning strategy.
        shown.setdefault(Side.X, "not lose")
    _agree(certificate, shown)
    return Checked(certificate.head, shown, entries, positions)


Table = dict[tuple[int, int], Entry]


def _sections(certificate: Certificate) -> Iterator[tuple[Section, Table]]:
    section: Section | None = None
    table: Table = {}
    for line in certificate.lines:
        if isinstance(line, Section):
            if section is not None:
                yield section, table
            section, table = line, {}
        elif section is None:
            raise CertificateError(f"entry {str(line)!r} stands before any section")
        elif (line.first, line.second) in table:
            raise CertificateError(f"entry {str(line)!r}: a second one for the same place")
        else:
            table[line.first, line.second] = line
    if section is not None:
        yield section, table


def _agree(certificate: Certificate, shown: dict[Side, str]) -> None:
    """The claim in the head must be what is shown."""
    claim = certificate.head.get("value")
    if claim is None:
        return
    side, other = certificate.position.side, certificate.position.side.opponent
    proved = {
        "win": shown.get(side) == "win",
        "loss": shown.get(other) == "win",
        "draw": set(shown) == set(Side) and "win" not in shown.values(),
    }
    if not proved.get(claim, False):
        raise CertificateError(f"the head claims {claim!r} for {side} to move, the sections do not show it")


class _StrategyCheck:
    """Follows a strategy through every reply."""

    def __init__(self, start: Position, section: Section, table: Table) -> None:
        self.start, self.table = start, table
        self.side, self.goal, self.symmetry = Side(section.side), section.goal, section.symmetry

    def run(self) -> int:
        """Return the number of distinct positions."""
        todo, seen = [self._representative(self.start)], set[Position]()
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            todo += (child for child in self._children(position) if child not in seen)
        return len(seen)

    def _representative(self, position: Position) -> Position:
        return position.canonical() if self.symmetry else position

    def _children(self, position: Position) -> list[Position]:
        if position.outcome is not None:
            self._check_end(position)
            return []
        entry = self.table.get((position.x, position.o))
        if position.side is not self.side and entry is None:
            return [self._representative(position.play_unchecked(move)) for move in position.legal_moves]
        if entry is None:
            if not can_complete(position):
                self._fail(position, "no move is given")
            return []
        if entry.moves and position.side is self.side:
            return [self._representative(self._play(position, entry, move)) for move in entry.moves]
        if self.goal == "win":
            self._fail(position, "a draw's argument in a win")
        opponent = position.o if self.side is Side.X else position.x
        to_move = position.side is not self.side
        if (fault := fault_of_leaf(entry, position.game, opponent, position.empty, to_move=to_move)) is not None:
            self._fail(position, fault)
        return []

    def _check_end(self, position: Position) -> None:
        assert position.outcome is not None
        winner = position.outcome.winner
        if winner is self.side.opponent or (self.goal == "win" and winner is None):
            self._fail(position, f"{self.side} was to {self.goal}, it ends with {position.outcome}")

    def _play(self, position: Position, entry: Entry, move: int) -> Position:
        try:
            return position.play(move)
        except IllegalMoveError as error:
            self._fail(position, f"entry {str(entry)!r}: {error}")

    def _fail(self, position: Position, what: str) -> Never:
        raise CertificateError(f"at {str(position)!r}, {position.side} to move: {what}")


def can_complete(position: Position) -> bool:
    """Return whether the side to move can complete a line at once."""
    own, through = position.own, position.game.lines_through
    return any((own | 1 << move) & mask == mask for move in position.legal_moves for mask in through[move])
