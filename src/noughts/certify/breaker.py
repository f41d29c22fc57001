"""Checks that Breaker keeps Maker from any line in the weak game, where Maker alone wants one.

A state is Maker's stones and the free cells; every other cell is Breaker's or dead. What lies on no live line (one
without a Breaker's cell) is dropped, and with symmetry the least image stands for all: neither changes the answer.
Each move of Maker in such a state is answered.
"""

from typing import Never

from noughts.certify.format import Entry, Section
from noughts.certify.leaves import fault_of_leaf
from noughts.core.game import Game, cells_of, image_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateError

State = tuple[int, int]


class BreakerCheck:
    """Follows Breaker's replies through every move of Maker."""

    def __init__(self, start: Position, section: Section, table: dict[State, Entry]) -> None:
        self.start, self.table, self.maker = start, table, Side(section.side)
        self.game, self.symmetry = start.game, section.symmetry

    def run(self) -> int:
        """Return the number of distinct states with Maker to move."""
        maker = self.start.x if self.maker is Side.X else self.start.o
        todo, seen = self._first(maker), set[State]()
        while todo:
            state = todo.pop()
            if state not in seen:
                seen.add(state)
                todo += (child for child in self._children(state) if child not in seen)
        return len(seen)

    def _first(self, maker: int) -> list[State]:
        """The states to begin with: Maker to move. Where Breaker is to move, his first move is the entry m."""
        if self.start.outcome is not None:
            raise CertificateError(f"the game is over at {str(self.start)!r}")
        free = self.start.empty
        if self.start.side is self.maker:
            return [self._normal(maker, free)]
        entry = self.table.get((maker, free))
        if entry is None or len(entry.moves) != 1 or not free >> entry.moves[0] & 1:
            raise CertificateError(f"at {str(self.start)!r}: Breaker is to move, and no move is given")
        return [self._normal(maker, free & ~(1 << entry.moves[0]))]

    def _children(self, state: State) -> list[State]:
        maker, free = state
        if not live_lines(self.game, maker, free):
            return []
        entry = self.table.get(state)
        if entry is None:
            self._fail(state, "no reply is given")
        if not entry.replies:
            if (fault := fault_of_leaf(entry, self.game, maker, free, to_move=True)) is not None:
                self._fail(state, fault)
            return []
        answered = [move for move, _ in entry.replies]
        if sorted(answered) != list(cells_of(free)):
            self._fail(state, f"entry {str(entry)!r} does not answer each of Maker's moves once")
        return [self._after(state, entry, move, reply) for move, reply in entry.replies]

    def _after(self, state: State, entry: Entry, move: int, reply: int) -> State:
        maker, free = state
        maker, free = maker | 1 << move, free & ~(1 << move)
        if any(line & maker == line for line in self.game.line_masks):
            self._fail(state, f"Maker completes a line with {move}")
        if not free >> reply & 1:
            self._fail(state, f"entry {str(entry)!r}: Breaker's reply {reply} is not free")
        return self._normal(maker, free & ~(1 << reply))

    def _normal(self, maker: int, free: int) -> State:
        return normal_form(self.game, maker, free, symmetry=self.symmetry)

    def _fail(self, state: State, what: str) -> Never:
        raise CertificateError(f"Maker's stones {cells_of(state[0])}, free cells {cells_of(state[1])}: {what}")


def normal_form(game: Game, maker: int, free: int, *, symmetry: bool) -> State:
    """Return what a state comes down to: the stones and free cells on live lines, as the least image."""
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
