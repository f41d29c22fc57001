"""A live game: what its header and the log of its events add up to. Pure: no clock but for new events, no storage.

The log only grows. Every event is a move, an undo, a redo or a resignation, and the game after it is a value of its
own, so a game can be kept, shared between threads and compared at no risk. What the next event may be is asked of the
game (`move`, `undo`, ...); `after` adds an event that is on disk already, as it was recorded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, Literal, Self

from noughts.core.game import Game, Line, Move
from noughts.core.notation import cell_name
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.web.events import HOST, SEATS, Event, Header, Kind, Seat

OPENING: Final = "opening"  # made the moves that were there at the start


class NotNow(NoughtsError):
    """What a seat asks for cannot be done as the game stands."""


class NotYourTurn(NotNow):
    """A move for a seat that is not to move."""


@dataclass(frozen=True)
class Made:
    """A move of the game: by whom, and why where a strategy made it."""

    cell: Move
    side: Side
    by: str
    reason: str | None = None


@dataclass(frozen=True)
class Ending:
    """How a game ended: the winner (None: a draw), the line that won, and what ended it."""

    winner: Side | None
    line: Line | None
    ending: Literal["line", "full board", "resignation"]


@dataclass(frozen=True)
class LiveGame:
    """A game as it stands. `version` is the length of the log.

    Rules of undo: a person goes back to before their own last move, and whatever strategies played since; not once
    another person has answered it. The host takes back one move. A resignation is taken back alone, by who resigned.
    Redo makes the same moves again, for whom they were taken back, until another move is made.

    >>> header = Header("g", Game(3, 3, 3), ("human", "ring"), (), 0, datetime.now(UTC))
    >>> game = LiveGame.start(header)
    >>> game = game.after(game.move("X", 4))
    >>> game = game.after(game.move("O", 0, "a corner"))
    >>> game.version, str(game.position), game.may_undo(), game.undo("X").count
    (2, 'O../.X./...', ('X',), 2)
    """

    header: Header
    version: int
    positions: tuple[Position, ...]  # the empty board first
    moves: tuple[Made, ...]
    undone: tuple[Made, ...]  # what redo makes again, the next last
    resigned: Seat | None
    updated: datetime

    @classmethod
    def start(cls, header: Header) -> Self:
        """Return a game before its first event. Raises IllegalMoveError for an opening that is not legal."""
        positions, made = [Position(header.game)], []
        for cell in header.opening:
            made.append(Made(cell, positions[-1].side, OPENING))
            positions.append(positions[-1].play(cell))
        return cls(header, 0, tuple(positions), tuple(made), (), None, header.created)

    @classmethod
    def replay(cls, header: Header, events: Iterable[Event]) -> Self:
        """Return what a whole log adds up to."""
        game = cls.start(header)
        for event in events:
            game = game.after(event)
        return game

    # What there is to see.

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended: by the rules, or because a side resigned."""
        return self.resigned is not None or self.position.outcome is not None

    @property
    def outcome(self) -> Ending | None:
        """How the game ended, or None while it is on."""
        if self.resigned is not None:
            return Ending(Side(self.resigned).opponent, None, "resignation")
        outcome = self.position.outcome
        if outcome is None:
            return None
        return Ending(outcome.winner, outcome.line, "full board" if outcome.winner is None else "line")

    @property
    def waits_for(self) -> Literal["person", "strategy"] | None:
        """Whose move is awaited; None once the game is over."""
        if self.over:
            return None
        return "person" if self.header.is_person(self.position.side) else "strategy"

    def may_undo(self) -> tuple[Seat, ...]:
        """Return the seats that may take something back now."""
        return tuple(seat for seat in self.header.seats if self._back(seat) is not None)

    def may_redo(self) -> tuple[Seat, ...]:
        """Return the seats that may make again what was taken back."""
        return tuple(seat for seat in self.header.seats if self._forward(seat))

    def may_resign(self) -> tuple[Seat, ...]:
        """Return the seats that may resign now: people's, whoever's turn it is."""
        return () if self.over else tuple(seat for seat in self.header.seats if seat != HOST)

    def record(self) -> Record:
        """Return the game so far as a value."""
        record = Record(self.header.game, tuple(made.cell for made in self.moves), self.header.players)
        if self.resigned is None:
            return record
        return replace(record, result=Side(self.resigned).opponent.value, ending=f"{self.resigned} resigned")

    # The next event.

    def move(self, seat: Seat, cell: Move, reason: str | None = None) -> Event:
        """Return the move of a side, a person's or a strategy's. Raises IllegalMoveError or NotYourTurn."""
        position, side = self.position, self.position.side
        if self.over:
            raise IllegalMoveError(cell, f"the game is over ({self._ended()})")
        if seat != SEATS[side]:
            raise NotYourTurn(f"it is the turn of {side} ({self.header.player(side)}), not of {_named(seat)}")
        if 0 <= cell < position.game.cells and (stone := position.stone(cell)):
            raise IllegalMoveError(cell, f"{cell_name(position.game, cell)} is taken by {stone}")
        position.play(cell)  # there may be no such cell
        return self._event("move", seat, cell=cell, reason=reason)

    def undo(self, seat: Seat) -> Event:
        """Return the undo of a seat. Raises NotNow."""
        count = self._back(seat)
        if count is None:
            raise NotNow(self._cannot(seat, "taken back"))
        return self._event("undo", seat, count=count)

    def redo(self, seat: Seat) -> Event:
        """Return the redo of a seat. Raises NotNow."""
        count = self._forward(seat)
        if not count:
            raise NotNow(self._cannot(seat, "made again"))
        return self._event("redo", seat, count=count)

    def resign(self, seat: Seat) -> Event:
        """Return the resignation of a seat. Raises NotNow."""
        if seat not in self.may_resign():
            over = f": the game is over ({self._ended()})" if self.over else ""
            raise NotNow(f"{_named(seat)} cannot resign{over}")
        return self._event("resign", seat)

    def after(self, event: Event) -> Self:
        """Return the game with one more event, as it was recorded.

        Raises IllegalMoveError where the log could not have come to hold it: that log is damaged.
        """
        match event:
            case Event(kind="undo", count=0) if self.resigned is not None:
                return self._next(event)
            case _ if self.resigned is not None:
                pass
            case Event(kind="move", cell=int(cell)) if event.seat == SEATS[self.position.side]:
                made = Made(cell, self.position.side, event.by, event.reason)
                return self._next(event, self._played(made), (*self.moves, made), undone=())
            case Event(kind="undo", count=count) if 0 < count <= len(self.moves) - len(self.header.opening):
                back = self.moves[: -count - 1 : -1]
                return self._next(event, self.positions[:-count], self.moves[:-count], self.undone + back)
            case Event(kind="redo", count=count) if 0 < count <= len(self.undone):
                again = self.undone[: -count - 1 : -1]
                return self._next(event, self._played(*again), self.moves + again, self.undone[:-count])
            case Event(kind="resign", seat=seat) if seat in self.may_resign():
                return self._next(event, resigned=seat)
        raise IllegalMoveError(event.cell, f"game {self.header.id!r} cannot have as event {self.version + 1} {event}")

    # How it is kept.

    def _next(
        self,
        event: Event,
        positions: tuple[Position, ...] | None = None,
        moves: tuple[Made, ...] | None = None,
        undone: tuple[Made, ...] | None = None,
        resigned: Seat | None = None,
    ) -> Self:
        """The game after an event; what is not named stays, but a resignation."""
        return type(self)(
            self.header,
            self.version + 1,
            self.positions if positions is None else positions,
            self.moves if moves is None else moves,
            self.undone if undone is None else undone,
            resigned,
            event.at,
        )

    def _played(self, *moves: Made) -> tuple[Position, ...]:
        positions = self.positions
        for made in moves:
            positions += (positions[-1].play(made.cell),)
        return positions

    def _back(self, seat: Seat) -> int | None:
        """How many moves an undo of a seat takes back (0: its resignation); None where it may not."""
        if self._barred(seat):
            return None
        if self.resigned is not None:
            return 0 if seat == self.resigned else None
        for count, made in enumerate(reversed(self.moves[len(self.header.opening) :]), start=1):
            if seat in {HOST, SEATS[made.side]}:
                return count
            if self._is_person(made):
                return None  # it has been answered
        return None

    def _forward(self, seat: Seat) -> int:
        """How many moves a redo of a seat makes again: to where a person moves, or one of two strategies'."""
        again = self.undone[::-1]
        if not again or self.resigned is not None or self._barred(seat):
            return 0
        if seat in {HOST, SEATS[again[0].side]}:
            turns = (count for count, made in enumerate(again[1:], start=1) if seat == HOST or self._is_person(made))
            return next(turns, len(again))
        return 0

    def _barred(self, seat: Seat) -> bool:
        return self.version > latest_undo(self.header.game) or seat not in self.header.seats

    def _is_person(self, made: Made) -> bool:
        return self.header.is_person(made.side)

    def _event(self, kind: Kind, seat: Seat, **more: Any) -> Event:
        by = HOST if seat == HOST else self.header.player(Side(seat))
        return Event(kind, seat, datetime.now(UTC), by, **more)

    def _ended(self) -> str:
        return f"{self.resigned} resigned" if self.resigned is not None else str(self.position.outcome)

    def _cannot(self, seat: Seat, done: str) -> str:
        if self.version > latest_undo(self.header.game) and seat in self.header.seats:
            return f"nothing more can be {done} in this game: it has {self.version} events already"
        return f"there is nothing that can be {done} by {_named(seat)} now"


def latest_undo(game: Game) -> int:
    """Return the last version from which undo and redo lead on: the log of a game does not grow for ever."""
    return 3 * game.cells + 100


def most_events(game: Game) -> int:
    """Return how long a log can become: the last undo may leave a whole game to play, or to resign."""
    return latest_undo(game) + 1 + game.cells + 1


def _named(seat: Seat) -> str:
    return "the host" if seat == HOST else seat
