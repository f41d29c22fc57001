"""The log of a game in progress: moves, undo, redo and resignation. Every user interface holds one.

Permissions depend on `people`, the sides that people play, and on `by`, the side that asks; None is the single user at
the board, who acts for all people and, in a game between two strategies, for both of them.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError
from noughts.words import Said


@dataclass(frozen=True)
class Made:
    """A move and the side that made it. A user interface adds its own fields in a subclass."""

    move: Move
    side: Side


M = TypeVar("M", bound=Made)


@dataclass(frozen=True)
class GameLog(Generic[M]):
    """A game in progress, immutable: every change returns a new log; `start` returns the first.

    The first `fixed` moves, the opening, cannot be undone. Redo replays undone moves, until a new move is made.

    >>> log = GameLog.start(Game(3, 3, 3)).play(Made(4, Side.X)).play(Made(0, Side.O))
    >>> log.moves_back({Side.X}, Side.X), log.moves_back({Side.X, Side.O}, Side.X)  # O a strategy, O a person
    (2, None)
    >>> log = log.undo(2)
    >>> str(log.position), str(log.redo(log.moves_forward({Side.X})).position)
    ('.../.../...', 'O../.X./...')
    """

    positions: tuple[Position, ...]  # the empty board first
    moves: tuple[M, ...] = ()
    undone: tuple[M, ...] = ()  # the moves that redo replays, the next one last
    resigned: Side | None = None
    fixed: int = 0

    @classmethod
    def start(cls, game: Game, opening: Iterable[M] = ()) -> Self:
        """Return the log of a game that begins with an opening. Raises IllegalMoveError."""
        log = cls((Position(game),))
        for entry in opening:
            log = log.play(entry)
        return replace(log, fixed=len(log.moves))

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by a resignation."""
        return self.resigned is not None or self.position.outcome is not None

    @property
    def ended(self) -> Said | None:
        """How the game ended, in words: `X wins`, `draw` or `X resigned`; None before its end."""
        if self.resigned is not None:
            return Said("ending.resigned", {"side": self.resigned})
        return None if self.position.outcome is None else self.position.outcome.said

    def record(self, players: tuple[str, str]) -> Record:
        """Return the game so far as a record; `players` are the names of X and O."""
        moves = tuple(entry.move for entry in self.moves)
        if self.resigned is None:
            return Record(self.game, moves, players)
        return Record(self.game, moves, players, self.resigned.opponent.value, f"{self.resigned} resigned")

    # Changes. These methods check no permissions, because a stored log is replayed with them.

    def play(self, entry: M) -> Self:
        """Return the log with one more move. Raises IllegalMoveError, also for the wrong side."""
        return self._with(entry, ())

    def undo(self, count: int) -> Self:
        """Return the log without its last `count` moves; 0 takes back a resignation. Raises IllegalMoveError."""
        if self.resigned is not None and count == 0:
            return replace(self, resigned=None)
        self._check(count, len(self.moves) - self.fixed, "error.cannot-undo")
        undone = self.undone + self.moves[: -count - 1 : -1]
        return replace(self, positions=self.positions[:-count], moves=self.moves[:-count], undone=undone)

    def redo(self, count: int) -> Self:
        """Return the log with the last `count` undone moves replayed. Raises IllegalMoveError."""
        self._check(count, len(self.undone), "error.cannot-redo")
        log = self
        for entry in self.undone[: -count - 1 : -1]:
            log = log._with(entry, log.undone)
        return replace(log, undone=self.undone[:-count])

    def resign(self, side: Side) -> Self:
        """Return the log in which a side, to move or not, has resigned. Raises IllegalMoveError after the end."""
        if self.over:
            raise IllegalMoveError(None, Said("error.cannot-resign-over", {"side": side, "ending": self.ended}))
        return replace(self, resigned=side)

    # Permissions.

    def moves_back(self, people: Set[Side], by: Side | None = None) -> int | None:
        """Return how many moves an undo takes back, or None if it is not allowed.

        A person goes back to before their own last move, unless another person has answered it. Between two strategies
        an undo takes back one move. A resignation is taken back alone (0), by the side that resigned.
        """
        if not _speaks(people, by):
            return None
        if self.resigned is not None:
            return 0 if by in (None, self.resigned) else None
        own = people if by is None else {by}
        for count, entry in enumerate(reversed(self.moves[self.fixed :]), start=1):
            if not people or entry.side in own:
                return count
            if entry.side in people:
                return None
        return None

    def moves_forward(self, people: Set[Side], by: Side | None = None) -> int:
        """Return how many moves a redo replays, or 0 if it is not allowed.

        A redo begins with a move of the side that asks and stops where a person is to move. Between two strategies it
        replays one move.
        """
        again = self.undone[::-1]
        if self.resigned is not None or not again or not _speaks(people, by) or by not in (None, again[0].side):
            return 0
        turns = (count for count, entry in enumerate(again[1:], start=1) if not people or entry.side in people)
        return next(turns, len(again))

    def may_resign(self, people: Set[Side]) -> tuple[Side, ...]:
        """Return the sides that may resign: those of people, to move or not, until the game is over."""
        return () if self.over else tuple(side for side in Side if side in people)

    # Helpers.

    def _with(self, entry: M, undone: tuple[M, ...]) -> Self:
        self._check_resigned(entry.move)
        position = self.position.play(entry.move)
        if entry.side is not self.position.side:
            values = {"side": self.position.side, "other": entry.side}
            raise IllegalMoveError(entry.move, Said("error.not-to-move", values))
        return type(self)((*self.positions, position), (*self.moves, entry), undone, None, self.fixed)

    def _check(self, count: int, most: int, kind: str) -> None:
        self._check_resigned(None)
        if not 0 < count <= most:
            raise IllegalMoveError(None, Said(kind, {"count": count, "most": most}))

    def _check_resigned(self, move: Move | None) -> None:
        if self.resigned is not None:
            raise IllegalMoveError(move, Said("error.over", {"ending": self.ended}))


def _speaks(people: Set[Side], by: Side | None) -> bool:
    """Whether the side may ask for changes: only a person may. The user at the board (None) always may."""
    return by is None or by in people
