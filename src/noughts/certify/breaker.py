"""Checks that Breaker keeps Maker from completing a line in the weak game, where a line of Breaker's does not count.

A state is Maker's stones and the free cells; every other cell is Breaker's or dead. A line without a Breaker's cell is
live. Cells on no live line are dropped, and with symmetry the least image represents all: neither changes the answer.
Every move of Maker in a state needs a reply.
"""

from typing import Never

from noughts.certify.entry import Entry, short_repr
from noughts.certify.format import Section
from noughts.certify.leaves import fault_of_leaf
from noughts.core.game import Game, cells_of, image_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateRefused

State = tuple[int, int]


class BreakerArgument:
    """A section "breaker", checked entry by entry. Raises CertificateRefused at its first fault.

    `answers`: the states without an entry yet, each with the line of the file that leads there. `first`: the start
    state if Breaker is to move there, until his move is read.
    """

    def __init__(self, start: Position, section: Section, line: int) -> None:
        if start.outcome is not None:
            raise CertificateRefused(f"the game is over at {str(start)!r}")
        self.game, self.symmetry, maker = start.game, section.symmetry, Side(section.side)
        self.seen: set[State] = set()
        self.answers: dict[State, int] = {}
        self.first: State | None = None
        state = start.x if maker is Side.X else start.o, start.empty
        if start.side is maker:
            self._reach(*state, line)
        else:
            self.first = normal_form(self.game, *state, symmetry=self.symmetry)

    @property
    def positions(self) -> int:
        """The number of distinct states with Maker to move."""
        return len(self.seen)

    def follow(self, entry: Entry, line: int) -> None:
        """Check the entry in this line of the file."""
        if self.first is not None:
            self._begin(self.first, entry, line)
        elif self.answers.pop(entry.place, None) is None:
            raise CertificateRefused(
                f"entry {short_repr(str(entry))}: no line above leads to this place, or it is answered already"
            )
        elif entry.replies:
            self._answer(entry, line)
        elif (fault := fault_of_leaf(entry, self.game, *entry.place, to_move=True)) is not None:
            self._fail(entry.place, fault)

    def close(self) -> None:
        """Check that the section is complete."""
        if self.first is not None and live_lines(self.game, *self.first):
            self._fail(self.first, "Breaker is to move, and no move is given")
        for state, line in self.answers.items():
            if live_lines(self.game, *state):
                self._fail(state, f"no reply is given, and line {line} leads there")

    def _begin(self, state: State, entry: Entry, line: int) -> None:
        (maker, free), self.first = state, None
        if entry.place != state or len(entry.moves) != 1 or not free >> entry.moves[0] & 1:
            self._fail(state, f"Breaker is to move, and entry {short_repr(str(entry))} is not his move there")
        self._reach(maker, free & ~(1 << entry.moves[0]), line)

    def _answer(self, entry: Entry, line: int) -> None:
        maker, free = entry.place
        if sorted(move for move, _ in entry.replies) != list(cells_of(free)):
            self._fail(entry.place, f"entry {short_repr(str(entry))} does not answer each of Maker's moves once")
        for move, reply in entry.replies:
            stones, rest = maker | 1 << move, free & ~(1 << move)
            if any(mask & stones == mask for mask in self.game.lines_through[move]):
                self._fail(entry.place, f"Maker completes a line with {move}")
            if not rest >> reply & 1:
                self._fail(entry.place, f"entry {short_repr(str(entry))}: Breaker's reply {reply} is not free")
            self._reach(stones, rest & ~(1 << reply), line)

    def _reach(self, maker: int, free: int, line: int) -> None:
        state = normal_form(self.game, maker, free, symmetry=self.symmetry)
        if state not in self.seen:
            self.seen.add(state)
            self.answers[state] = line

    def _fail(self, state: State, what: str) -> Never:
        raise CertificateRefused(f"Maker's stones {cells_of(state[0])}, free cells {cells_of(state[1])}: {what}")


def normal_form(game: Game, maker: int, free: int, *, symmetry: bool) -> State:
    """Return the normal form of a state: the stones and free cells on live lines, as the least image."""
    live = 0
    for line in live_lines(game, maker, free):
        live |= line
    state = maker & live, free & live
    if not symmetry:
        return state
    return min((image_of(state[0], p), image_of(state[1], p)) for p in game.symmetries)


def live_lines(game: Game, maker: int, free: int) -> list[int]:
    """Return the lines, as bitboards, that Maker may still complete."""
    reach = maker | free
    return [line for line in game.line_masks if line & reach == line]
