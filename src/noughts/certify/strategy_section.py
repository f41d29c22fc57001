"""Checks the moves of a section "strategy" against every reply of the opponent.

`StrategyRules` finds what an entry leads to, by the rules alone: it needs nothing but the entry, so any process can do
it. `StrategyArgument` follows the entries in order. A position is a number, as `Images` packs X's and O's stones.
"""

from typing import NamedTuple, Never

from noughts.certify.entry import Entry, quoted, short_repr
from noughts.certify.format import Section
from noughts.certify.images import Images
from noughts.certify.leaves import fault_of_leaf
from noughts.core.game import Game, cells_of
from noughts.core.position import Position, Side, completes, completing, gaps
from noughts.errors import CertificateRefused
from noughts.words import Said, Words


class OpponentTurn(NamedTuple):
    """A position with the opponent to move, those that his moves lead to, and the first fault of his moves."""

    place: int
    leads: list[int]
    fault: str | None


class StrategyFinding(NamedTuple):
    """An entry of a section "strategy": its position, the positions that its moves lead to, and its fault."""

    place: int
    turns: list[OpponentTurn]
    fault: str | None
    moves: tuple[int, ...] = ()


class StrategyRules:
    """What entries of a section lead to."""

    def __init__(self, game: Game, section: Section) -> None:
        self.game, self.images = game, Images(game, section.symmetry)
        self.side, self.goal = Side(section.side), section.goal

    def find(self, entry: Entry) -> StrategyFinding:
        """Return what an entry leads to."""
        place, turns = self.images.pack(*entry.place), list[OpponentTurn]()
        try:
            if entry.moves and self.to_move(*entry.place):
                for move in entry.moves:
                    turns += self._play(entry, move)
            else:
                self._close(entry)
        except CertificateRefused as error:
            return StrategyFinding(place, turns, str(error), entry.moves)
        return StrategyFinding(place, turns, None, entry.moves)

    def turn(self, x: int, o: int) -> OpponentTurn:
        """Return the turn of the opponent in a position that is not over."""
        place, leads = self.images.least(x, o), list[int]()
        x, o = self.images.unpack(place)
        legal, images, by_x = self.game.legal(x | o), self.images.all(x, o), self.side is Side.O
        completed = completing(self.game, x if by_x else o, legal)
        try:
            for move in cells_of(legal):
                after = self.after(x, o, move, self.side.opponent)
                if not self.is_over(*after, self.side.opponent, completes_line=move in completed):
                    leads.append(self.images.least_of(self.images.with_cell(images, move, in_first=by_x)))
        except CertificateRefused as error:
            return OpponentTurn(place, leads, str(error))
        return OpponentTurn(place, leads, None)

    def to_move(self, x: int, o: int) -> bool:
        """Return whether the section's side is to move."""
        return (x.bit_count() == o.bit_count()) == (self.side is Side.X)

    def after(self, x: int, o: int, move: int, side: Side) -> tuple[int, int]:
        """Return the boards after a move."""
        return (x | 1 << move, o) if side is Side.X else (x, o | 1 << move)

    def is_over(self, x: int, o: int, side: Side, *, completes_line: bool) -> bool:
        """Return whether a side's move, which `completes_line` or not, has ended the game; it must end as the goal
        says."""
        if not completes_line and x | o != self.game.full:
            return False
        # Only where a line wins, one of the section's own side needs no look at the end.
        if side is not self.side or not completes_line or not self.game.line_wins:
            self.check_end(Position.from_boards(self.game, x, o))
        return True

    def check_end(self, position: Position) -> None:
        """Check that a game that is over has ended as the goal says."""
        winner = None if position.outcome is None else position.outcome.winner
        if winner is self.side.opponent or (self.goal == "win" and winner is None):
            fail(position, f"{self.side} should {self.goal}, but the game ends with {str(position.outcome)!r}")

    def _play(self, entry: Entry, move: int) -> list[OpponentTurn]:
        """Return the opponent's turn after a move, or none if the game is over."""
        x, o = entry.place
        if (x | o) >> move & 1:
            owner = {"cell": self.game.name(move), "side": "X" if x >> move & 1 else "O"}
            self._fail(entry, Said("error.cell-taken", owner))
        if not self.game.legal(x | o) >> move & 1:
            self._fail(entry, Said("error.cell-floats", {"cell": self.game.name(move)}))
        after = self.after(x, o, move, self.side)
        completes_line = completes(self.game, x if self.side is Side.X else o, move)
        return [] if self.is_over(*after, self.side, completes_line=completes_line) else [self.turn(*after)]

    def _close(self, entry: Entry) -> None:
        """Check an entry that ends the argument at a position."""
        x, o = entry.place
        if self.game.options:
            # Pairs and the potential need that a cell may be taken at any time, and that a line wins, not loses. Of
            # exact games they would hold, but no proof of that is kept.
            self._fail(entry, f"only moves of {self.side} are followed in a game with options")
        if self.goal == "win":
            self._fail(entry, "only entries with moves can show a win")
        opponent, free, turn = o if self.side is Side.X else x, self.game.full & ~(x | o), not self.to_move(x, o)
        if (fault := fault_of_leaf(entry, self.game, opponent, free, to_move=turn)) is not None:
            fail(Position.from_boards(self.game, x, o), fault)

    def _fail(self, entry: Entry, what: Words) -> Never:
        fail(Position.from_boards(self.game, *entry.place), f"entry {short_repr(str(entry))}: {what}")


class StrategyArgument:
    """A section "strategy", checked entry by entry. Raises CertificateRefused at its first fault.

    `seen`: the positions reached that are not over. `answers`: those with the section's side to move that have no entry
    yet, each with the line of the file that leads there. `turns`: those with the opponent to move that the last entry
    leads to; an entry may close them before their moves are followed.
    """

    def __init__(self, start: Position, section: Section, line: int) -> None:
        self.game, self.rules = start.game, StrategyRules(start.game, section)
        self.seen: set[int] = set()
        self.answers: dict[int, int] = {}
        self.turns: dict[int, tuple[OpponentTurn, int]] = {}
        if start.outcome is not None:
            self.rules.check_end(start)
        elif self.rules.to_move(start.x, start.o):
            self._reach(self.rules.images.least(start.x, start.o), line)
        else:
            self._reach_turn(self.rules.turn(start.x, start.o), line)

    @property
    def positions(self) -> int:
        """The number of distinct positions reached that are not over."""
        return len(self.seen)

    def follow(self, finding: StrategyFinding, line: int, data: bytes) -> None:
        """Check the entry in this line of the file."""
        if self.turns.pop(finding.place, None) is None:
            self._follow_turns()
            if self.answers.pop(finding.place, None) is None:
                raise CertificateRefused(
                    f"{quoted(data)}: no line above leads to this place, or it is answered already"
                )
        for turn in finding.turns:
            self._reach_turn(turn, line)
        if finding.fault is not None:
            raise CertificateRefused(finding.fault)

    def close(self) -> None:
        """Check that the section is complete."""
        self._follow_turns()
        for place, line in self.answers.items():
            x, o = self.rules.images.unpack(place)
            wins = gaps(self.game, x if self.rules.side is Side.X else o, self.game.legal(x | o))
            if not self.game.line_wins or next(wins, None) is None:
                fail(Position.from_boards(self.game, x, o), f"no move is given, and line {line} leads there")

    def _reach(self, place: int, line: int) -> None:
        if place not in self.seen:
            self.seen.add(place)
            self.answers[place] = line

    def _reach_turn(self, turn: OpponentTurn, line: int) -> None:
        if turn.place not in self.seen:
            self.seen.add(turn.place)
            self.turns[turn.place] = turn, line

    def _follow_turns(self) -> None:
        turns, self.turns = self.turns, {}
        for turn, line in turns.values():
            for lead in turn.leads:
                self._reach(lead, line)
            if turn.fault is not None:
                raise CertificateRefused(turn.fault)


def fail(position: Position, what: str) -> Never:
    """Raise CertificateRefused with the fault at a position."""
    raise CertificateRefused(f"at {str(position)!r}, {position.side} to move: {what}")
