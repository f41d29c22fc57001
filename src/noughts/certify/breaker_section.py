"""Checks that Breaker keeps Maker from completing a line in the weak game, where a line of Breaker's does not count.

A place is Maker's stones and the free cells; every other cell is Breaker's or dead. A line without a Breaker's cell is
live. Cells on no live line are dropped, and with symmetry the least image represents all: neither changes the answer.
Every move of Maker in a place needs a reply.

`BreakerRules` finds what an entry leads to, by the rules alone: it needs nothing but the entry, so any process can do
it. `BreakerArgument` follows the entries in order. A place is a number, as `Images` packs it.
"""

from functools import reduce
from operator import and_, or_
from typing import NamedTuple, Never

from noughts.certify.entry import Entry, Pairs, quoted, short_repr
from noughts.certify.format import Section
from noughts.certify.images import Images
from noughts.certify.leaves import fault_of_leaf, fault_of_pairs, lines_through, live_lines, masks_of
from noughts.core.game import Game, cells_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateRefused


class BreakerFinding(NamedTuple):
    """An entry of a section "breaker": its place, the places that it leads to, and its fault.

    `moves`: Breaker's own moves, where the entry has them.
    """

    place: int
    leads: list[int]
    fault: str | None
    moves: tuple[int, ...] = ()


class BreakerRules:
    """What entries of a section lead to."""

    def __init__(self, game: Game, section: Section) -> None:
        self.game, self.images, self.through = game, Images(game, section.symmetry), lines_through(game)

    def find(self, entry: Entry) -> BreakerFinding:
        """Return what an entry leads to."""
        place, leads = self.images.pack(*entry.place), list[int]()
        try:
            if entry.moves:
                return BreakerFinding(place, [self._begin(entry)], None, entry.moves)
            if entry.groups:
                leads = self._groups(entry)
            elif (fault := fault_of_leaf(entry, self.game, *entry.place, to_move=True)) is not None:
                fail(*entry.place, fault)
        except CertificateRefused as error:
            return BreakerFinding(place, [], str(error), entry.moves)
        return BreakerFinding(place, leads, None)

    def reduced(self, maker: int, free: int, lines: int) -> int:
        """Return the place of two boards: what is left of them on these lines, the live ones."""
        live = reduce(or_, masks_of(self.game, lines), 0)
        return self.images.least(maker & live, free & live)

    def _begin(self, entry: Entry) -> int:
        (maker, free), move = entry.place, 1 << entry.moves[0]
        if len(entry.moves) > 1 or not free & move:
            fail(maker, free, "one move to a free cell is needed")
        return self.reduced(maker, free & ~move, live_lines(self.game, maker, free & ~move))

    def _groups(self, entry: Entry) -> list[int]:
        """Return where groups of replies lead, but for the places that their pairs or the potential close."""
        (maker, free), leads = entry.place, []
        lines, answered = live_lines(self.game, maker, free), 0
        for group in entry.groups:
            if group.moves & ~free:
                fail(maker, free, f"entry {short_repr(str(entry))}: {cells_of(group.moves & ~free)} are not free")
            answered |= group.moves
            stones, rest, left = self._after(entry, lines, group.moves, group.reply, group.exchanges)
            fault = fault_of_pairs(self.game, group.pairs, left, rest, to_move=True)
            if fault is None:
                continue  # a line that Maker has completed weighs 1 alone, so there is none
            self._refuse_line(entry, stones, rest, left)
            if group.pairs:
                fail(maker, free, f"entry {short_repr(str(entry))}, reply {group.reply}: {fault}")
            leads.append(self.reduced(stones, rest, left))
        for move in cells_of(free & ~answered):
            on_all = reduce(and_, masks_of(self.game, lines & self.through[move]), self.game.full)
            if not on_all & answered:
                fail(maker, free, f"entry {short_repr(str(entry))} does not answer Maker's move {move}")
        return leads

    def _after(self, entry: Entry, lines: int, moves: int, reply: int, exchanges: Pairs = ()) -> tuple[int, int, int]:
        """Return Maker's stones, the free cells and the live lines after moves, Breaker's reply and exchanges."""
        maker, free, taken = entry.first | moves, entry.second & ~moves, 1 << reply
        if not free & taken:
            fail(*entry.place, f"entry {short_repr(str(entry))}: Breaker's reply {reply} is not free")
        free, lines = free & ~taken, lines & ~self.through[reply]
        for a, b in exchanges:
            given, taken = 1 << a, 1 << b
            if a == b or not free & given or not free & taken:
                fail(*entry.place, f"entry {short_repr(str(entry))}: exchange {a}-{b} needs two free cells")
            if lines & self.through[b] & ~self.through[a]:
                fail(*entry.place, f"entry {short_repr(str(entry))}: a live line through {b} does not pass through {a}")
            maker, free = maker | given, free & ~(given | taken)
            lines &= ~self.through[b]
        return maker, free, lines

    def _refuse_line(self, entry: Entry, maker: int, free: int, lines: int) -> None:
        if not all(map(free.__and__, masks_of(self.game, lines))):
            given = ", ".join(map(str, cells_of(maker & ~entry.first)))
            fail(*entry.place, f"Maker completes a line with {given}")


class BreakerArgument:
    """A section "breaker", checked entry by entry. Raises CertificateRefused at its first fault.

    `reached`: every place reached, with the line of the file that leads there, or 0 if the place is answered. `first`:
    the start if Breaker is to move there, until his move is read.
    """

    def __init__(self, start: Position, section: Section, line: int) -> None:
        if start.outcome is not None:
            raise CertificateRefused(f"the game is over at {str(start)!r}")
        if start.game.options:
            # A cell may not be open yet, a line may lose, a longer run is none: nothing here is proved of such games.
            raise CertificateRefused(f"a section 'breaker' is for games without options, and {start.game} has some")
        self.rules = BreakerRules(start.game, section)
        maker = start.boards(Side(section.side))[0]
        place = self.rules.reduced(maker, start.empty, live_lines(start.game, maker, start.empty))
        to_move = start.side is Side(section.side)
        self.first = None if to_move else place
        self.reached = {place: line} if to_move else dict[int, int]()

    @property
    def positions(self) -> int:
        """The number of distinct places with Maker to move."""
        return len(self.reached)

    def follow(self, finding: BreakerFinding, line: int, data: bytes) -> None:
        """Check the entry in this line of the file."""
        if self.first is not None:
            if finding.place != self.first or not finding.moves or finding.fault is not None:
                self._fail(self.first, f"Breaker is to move, and {quoted(data)} is not his move there")
            self.first = None
        elif not self.reached.get(finding.place):
            raise CertificateRefused(f"{quoted(data)}: no line above leads to this place, or it is answered already")
        else:
            self.reached[finding.place] = 0
            if finding.moves:
                self._fail(finding.place, f"{quoted(data)}: Maker is to move")
        if finding.fault is not None:
            raise CertificateRefused(finding.fault)
        for lead in finding.leads:
            self.reached.setdefault(lead, line)

    def close(self) -> None:
        """Check that the section is complete."""
        if self.first:
            self._fail(self.first, "Breaker is to move, and no move is given")
        for place, line in self.reached.items():
            if place and line:
                self._fail(place, f"no reply is given, and line {line} leads there")

    def _fail(self, place: int, what: str) -> Never:
        fail(*self.rules.images.unpack(place), what)


def fail(maker: int, free: int, what: str) -> Never:
    """Raise CertificateRefused with the fault at a place."""
    stones, cells = short_repr(cells_of(maker)), short_repr(cells_of(free))
    raise CertificateRefused(f"Maker's stones {stones}, free cells {cells}: {what}")
