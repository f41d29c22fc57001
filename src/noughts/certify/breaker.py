"""Checks that Breaker keeps Maker from any line in the weak game, where Maker alone wants one.

A state is Maker's stones and the free cells; every other cell is Breaker's or dead. It is brought to a normal form
first:

1. what lies on no live line (one without a Breaker's cell) is dropped;
2. twins, two free cells on exactly the same live lines, are dropped with those lines: Breaker answers one with the
   other;
3. with symmetry, the least image.

Each step leaves the answer as it was, so an entry need only be given for the normal form. There every move of
Maker is answered, but for one that is dominated: whose live lines are all lines of another, answered move.
"""

from typing import Never

from noughts.certify.format import Entry, Section
from noughts.certify.leaves import fault_of_leaf, live_lines
from noughts.core.game import cells_of
from noughts.core.position import Position, Side
from noughts.errors import CertificateError

State = tuple[int, int]


class BreakerCheck:
    """Follows Breaker's replies through every move of Maker."""

    def __init__(self, start: Position, section: Section, table: dict[State, Entry]) -> None:
        self.start, self.table, self.maker = start, table, Side(section.side)
        self.game, self.symmetry = start.game, section.symmetry
        self.lines = self.game.line_masks

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
        lines = live_lines(self.lines, maker, free)
        if not lines:
            return []
        entry = self.table.get(state)
        if entry is None:
            self._fail(state, "no reply is given")
        if not entry.replies:
            if (fault := fault_of_leaf(entry, self.game, maker, free, to_move=True)) is not None:
                self._fail(state, fault)
            return []
        self._check_covered(state, entry, lines)
        return [self._after(state, entry, move, reply) for move, reply in entry.replies]

    def _check_covered(self, state: State, entry: Entry, lines: list[int]) -> None:
        """Every free cell is answered, or dominated by one that is."""
        _, free = state
        through = {cell: {line for line in lines if line >> cell & 1} for cell in cells_of(free)}
        answered = [move for move, _ in entry.replies]
        if len(set(answered)) < len(answered) or not set(answered) <= set(through):
            self._fail(state, f"entry {str(entry)!r}: a move twice, or one that Maker does not have")
        for cell, own in through.items():
            if not any(own <= through[move] for move in answered):
                self._fail(state, f"Maker's move {cell} is not answered")

    def _after(self, state: State, entry: Entry, move: int, reply: int) -> State:
        maker, free = state
        maker, free = maker | 1 << move, free & ~(1 << move)
        if any(line & maker == line for line in self.lines):
            self._fail(state, f"Maker completes a line with {move}")
        if not free >> reply & 1:
            self._fail(state, f"entry {str(entry)!r}: Breaker's reply {reply} is not free")
        return self._normal(maker, free & ~(1 << reply))

    def _normal(self, maker: int, free: int) -> State:
        return normal_form(self.start, maker, free, symmetry=self.symmetry)

    def _fail(self, state: State, what: str) -> Never:
        raise CertificateError(f"Maker's stones {cells_of(state[0])}, free cells {cells_of(state[1])}: {what}")


def normal_form(start: Position, maker: int, free: int, *, symmetry: bool) -> State:
    """Return the normal form of a state of the weak game."""
    game = start.game
    lines = live_lines(game.line_masks, maker, free)
    while True:
        twins = _twins(lines, free)
        if twins is None:
            break
        free &= ~twins
        lines = [line for line in lines if not line & twins]
    union = 0
    for line in lines:
        union |= line
    state = maker & union, free & union
    if not symmetry or not union:
        return state
    return min(_image(state, permutation) for permutation in game.symmetries)


def _twins(lines: list[int], free: int) -> int | None:
    """The first pair of free cells on exactly the same live lines (at least one), as a bitboard."""
    seen: dict[tuple[int, ...], int] = {}
    union = 0
    for line in lines:
        union |= line
    for cell in cells_of(free & union):
        key = tuple(line for line in lines if line >> cell & 1)
        if key in seen:
            return 1 << cell | 1 << seen[key]
        seen[key] = cell
    return None


def _image(state: State, permutation: tuple[int, ...]) -> State:
    boards = []
    for board in state:
        image = 0
        for cell in cells_of(board):
            image |= 1 << permutation[cell]
        boards.append(image)
    return boards[0], boards[1]
