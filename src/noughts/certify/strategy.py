"""Checks the moves of a section "strategy" against every reply of the opponent."""

from typing import Never

from noughts.certify.entry import Entry, short_repr
from noughts.certify.format import Section
from noughts.certify.leaves import fault_of_leaf
from noughts.core.position import Position, Side
from noughts.errors import CertificateRefused, IllegalMoveError

Place = tuple[int, int]  # X's and O's stones
Reached = dict[Place, tuple[Position, int]]  # positions that are not over, with the line of the file that leads there


class StrategyArgument:
    """A section "strategy", checked entry by entry. Raises CertificateRefused at its first fault.

    `answers`: the positions with the section's side to move that have no entry yet. `turns`: those with the opponent to
    move that the last entry leads to; an entry may close them before their moves are followed.
    """

    def __init__(self, start: Position, section: Section, line: int) -> None:
        self.side, self.goal, self.symmetry = Side(section.side), section.goal, section.symmetry
        self.seen: set[Place] = set()
        self.answers: Reached = {}
        self.turns: Reached = {}
        self._reach(start, line)

    @property
    def positions(self) -> int:
        """The number of distinct positions reached that are not over."""
        return len(self.seen)

    def follow(self, entry: Entry, line: int) -> None:
        """Check the entry in this line of the file."""
        if reached := self.turns.pop(entry.place, None):
            self._close(reached[0], entry)
            return
        self._follow_turns()
        reached = self.answers.pop(entry.place, None)
        if reached is None:
            raise CertificateRefused(
                f"entry {short_repr(str(entry))}: no line above leads to this place, or it is answered already"
            )
        position = reached[0]
        if not entry.moves:
            self._close(position, entry)
        for move in entry.moves:
            self._reach(self._play(position, entry, move), line)

    def close(self) -> None:
        """Check that the section is complete."""
        self._follow_turns()
        for position, line in self.answers.values():
            if not _can_complete(position):
                _fail(position, f"no move is given, and line {line} leads there")

    def _reach(self, position: Position, line: int) -> None:
        if position.outcome is not None:
            winner = position.outcome.winner
            if winner is self.side.opponent or (self.goal == "win" and winner is None):
                _fail(position, f"{self.side} should {self.goal}, but the game ends with {str(position.outcome)!r}")
            return
        position = position.canonical() if self.symmetry else position
        place = position.x, position.o
        if place not in self.seen:
            self.seen.add(place)
            waiting = self.answers if position.side is self.side else self.turns
            waiting[place] = position, line

    def _follow_turns(self) -> None:
        turns, self.turns = self.turns, {}
        for position, line in turns.values():
            for move in position.legal_moves:
                self._reach(position.play_unchecked(move), line)

    def _close(self, position: Position, entry: Entry) -> None:
        """Check an entry that ends the argument at a position."""
        if self.goal == "win":
            _fail(position, f"entry {short_repr(str(entry))}: only entries with moves can show a win")
        opponent = position.o if self.side is Side.X else position.x
        to_move = position.side is not self.side
        if (fault := fault_of_leaf(entry, position.game, opponent, position.empty, to_move=to_move)) is not None:
            _fail(position, fault)

    def _play(self, position: Position, entry: Entry, move: int) -> Position:
        try:
            return position.play(move)
        except IllegalMoveError as error:
            _fail(position, f"entry {short_repr(str(entry))}: {error}")


def _fail(position: Position, what: str) -> Never:
    raise CertificateRefused(f"at {str(position)!r}, {position.side} to move: {what}")


def _can_complete(position: Position) -> bool:
    """Return whether the side to move can complete a line at once."""
    return any(completes(position, move) for move in position.legal_moves)


def completes(position: Position, move: int) -> bool:
    """Return whether a legal move completes a line."""
    own = position.own | 1 << move
    return any(own & mask == mask for mask in position.game.lines_through[move])
