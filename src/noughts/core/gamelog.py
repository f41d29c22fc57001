"""A game being played: its moves, undo, redo and resignation, and who may do what. Every user interface holds one.

Who may do what depends on `people`, the sides that people play, and on `by`, who asks: a side, or None for the one user
at the board. That user speaks for all people and, where nobody is a person, for the two strategies.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError


@dataclass(frozen=True)
class Made:
    """A move that was made, and the side that made it. A user interface adds its own fields in a subclass."""

    move: Move
    side: Side


M = TypeVar("M", bound=Made)


@dataclass(frozen=True)
class GameLog(Generic[M]):
    """A game being played, as a value: every change returns another log, and `start` returns the first.

    The first `fixed` moves, the opening, are never taken back. Redo makes the moves again that were taken back, until
    another move is made.

    >>> log = GameLog.start(Game(3, 3, 3)).play(Made(4, Side.X)).play(Made(0, Side.O))
    >>> log.moves_back({Side.X}, Side.X), log.moves_back({Side.X, Side.O}, Side.X)  # O a strategy, O a person
    (2, None)
    >>> log = log.undo(2)
    >>> str(log.position), str(log.redo(log.moves_forward({Side.X})).position)
    ('.../.../...', 'O../.X./...')
    """

    positions: tuple[Position, ...]  # the empty board first
    moves: tuple[M, ...] = ()
    undone: tuple[M, ...] = ()  # what redo makes again, the next last
    resigned: Side | None = None
    fixed: int = 0

    @classmethod
    def start(cls, game: Game, opening: Iterable[M] = ()) -> Self:
        """Return the log of a game that begins with an opening. Raises IllegalMoveError."""
        log = cls((Position(game),))
        for made in opening:
            log = log.play(made)
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
        return self.ended is not None

    @property
    def ended(self) -> str | None:
        """How the game ended: `X wins`, `draw` or `X resigned`; None while it is on."""
        if self.resigned is not None:
            return f"{self.resigned} resigned"
        return None if self.position.outcome is None else str(self.position.outcome)

    def record(self, players: tuple[str, str]) -> Record:
        """Return the game so far as a record; `players` are the names of X and O."""
        moves = tuple(made.move for made in self.moves)
        if self.resigned is None:
            return Record(self.game, moves, players)
        return Record(self.game, moves, players, self.resigned.opponent.value, f"{self.resigned} resigned")

    # What happens. These methods don't ask who plays: a log that was stored is played again with them.

    def play(self, made: M) -> Self:
        """Return the log with another move. Raises IllegalMoveError, also for the wrong side."""
        return replace(self._with(made), undone=())

    def undo(self, count: int) -> Self:
        """Return the log without its last `count` moves; 0 takes back a resignation. Raises IllegalMoveError."""
        if self.resigned is not None and count == 0:
            return replace(self, resigned=None)
        self._check(count, len(self.moves) - self.fixed, "taken back")
        undone = self.undone + self.moves[: -count - 1 : -1]
        return replace(self, positions=self.positions[:-count], moves=self.moves[:-count], undone=undone)

    def redo(self, count: int) -> Self:
        """Return the log with `count` moves made again that were taken back. Raises IllegalMoveError."""
        self._check(count, len(self.undone), "made again")
        log = self
        for made in self.undone[: -count - 1 : -1]:
            log = log._with(made)
        return replace(log, undone=self.undone[:-count])

    def resign(self, side: Side) -> Self:
        """Return the log in which a side, to move or not, has resigned. Raises IllegalMoveError after the end."""
        if self.over:
            raise IllegalMoveError(None, f"{side} cannot resign: the game is over ({self.ended})")
        return replace(self, resigned=side)

    # Who may do what.

    def moves_back(self, people: Set[Side], by: Side | None = None) -> int | None:
        """Return how many moves an undo takes back, None where it is not allowed.

        A person goes back to before their own last move, unless another person has answered it. Without people it is
        one move. A resignation is taken back alone (0), by the side that resigned.
        """
        if not _speaks(people, by):
            return None
        if self.resigned is not None:
            return 0 if by in (None, self.resigned) else None
        own = people if by is None else {by}
        for count, made in enumerate(reversed(self.moves[self.fixed :]), start=1):
            if not people or made.side in own:
                return count
            if made.side in people:
                return None
        return None

    def moves_forward(self, people: Set[Side], by: Side | None = None) -> int:
        """Return how many moves a redo makes again, 0 where it is not allowed.

        It begins with a move of the side that asks, and goes on to where a person is to move. Without people it is one
        move.
        """
        again = self.undone[::-1]
        if self.resigned is not None or not again or not _speaks(people, by) or by not in (None, again[0].side):
            return 0
        turns = (count for count, made in enumerate(again[1:], start=1) if not people or made.side in people)
        return next(turns, len(again))

    def may_resign(self, people: Set[Side]) -> tuple[Side, ...]:
        """Return the sides that may resign: those of people, to move or not, until the game is over."""
        return () if self.over else tuple(side for side in Side if side in people)

    # How it is done.

    def _with(self, made: M) -> Self:
        """The log with another move; what can be redone stays."""
        self._check_resigned(made.move)
        position = self.position.play(made.move)
        if made.side is not self.position.side:
            raise IllegalMoveError(made.move, f"it is the turn of {self.position.side}, not of {made.side}")
        return replace(self, positions=(*self.positions, position), moves=(*self.moves, made))

    def _check(self, count: int, most: int, done: str) -> None:
        self._check_resigned(None)
        if not 0 < count <= most:
            raise IllegalMoveError(None, f"cannot have {count} moves {done}: there are {most}")

    def _check_resigned(self, move: Move | None) -> None:
        if self.resigned is not None:
            raise IllegalMoveError(move, f"the game is over ({self.ended})")


def _speaks(people: Set[Side], by: Side | None) -> bool:
    """Whether this side may ask for anything: a person's. The user at the board (None) always may."""
    return by is None or by in people
