"""A live game: what its header and the log of its events add up to. Pure: no clock but for new events, no storage.

The log only grows. Every event is a move, an undo, a redo or a resignation, and the game after it is a value of its
own, so a game can be kept, shared between threads and compared at no risk. What the next event may be is asked of the
game (`move`, `undo`, ...); `after` adds an event that is on disk already, as it was recorded.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import cycle
from typing import Any, Final, Literal, Self

from noughts.core.game import Game, Line, Move
from noughts.core.gamelog import GameLog, Made
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.web.play.events import HOST, SEATS, Event, Header, Kind, Seat

OPENING: Final = "opening"  # made the moves that were there at the start


class NotNow(NoughtsError):
    """What a seat asks for cannot be done as the game stands."""


class NotYourTurn(NotNow):
    """A move for a seat that is not to move."""


@dataclass(frozen=True)
class LoggedMove(Made):
    """A move of the game, with the player who made it, and the reason where that is a strategy."""

    by: str
    reason: str | None = None


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: the winner (None: a draw), the line that won, and what ended it."""

    winner: Side | None
    line: Line | None
    ending: Literal["line", "full board", "resignation"]


@dataclass(frozen=True)
class LiveGame:
    """A game as it stands. `version` is the number of events; in `log` the host is the user at the board.

    >>> header = Header("g", Game(3, 3, 3), ("human", "ring"), (), 0, datetime.now(UTC))
    >>> game = LiveGame.start(header)
    >>> game = game.after(game.move("X", 4))
    >>> game = game.after(game.move("O", 0, "a corner"))
    >>> game.version, str(game.position), game.may_undo(), game.undo("X").count
    (2, 'O../.X./...', ('X',), 2)
    """

    header: Header
    version: int
    log: GameLog[LoggedMove]
    updated: datetime

    @classmethod
    def start(cls, header: Header) -> Self:
        """Return a game before its first event. Raises IllegalMoveError for an opening that is not legal."""
        opening = (LoggedMove(cell, side, OPENING) for cell, side in zip(header.opening, cycle(Side), strict=False))
        return cls(header, 0, GameLog.start(header.game, opening), header.created)

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
        return self.log.position

    @property
    def moves(self) -> tuple[LoggedMove, ...]:
        """The moves so far, with those of the opening."""
        return self.log.moves

    @property
    def over(self) -> bool:
        """Whether the game has ended: by the rules, or because a side resigned."""
        return self.log.over

    @property
    def outcome(self) -> GameEnd | None:
        """How the game ended, or None while it is on."""
        if self.log.resigned is not None:
            return GameEnd(self.log.resigned.opponent, None, "resignation")
        outcome = self.position.outcome
        if outcome is None:
            return None
        return GameEnd(outcome.winner, outcome.line, "full board" if outcome.winner is None else "line")

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
        return tuple(SEATS[side] for side in self.log.may_resign(self.header.people))

    def record(self) -> Record:
        """Return the game so far as a value."""
        return self.log.record(self.header.players)

    # The next event.

    def move(self, seat: Seat, cell: Move, reason: str | None = None) -> Event:
        """Return the move of a side, a person's or a strategy's. Raises IllegalMoveError or NotYourTurn."""
        side = self.position.side
        if not self.over and seat != SEATS[side]:
            raise NotYourTurn(f"it is the turn of {side} ({self.header.player(side)}), not of {_named(seat)}")
        event = self._event("move", seat, cell=cell, reason=reason)
        self._log_after(event)  # the move may be illegal
        return event

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
            over = f": the game is over ({self.log.ended})" if self.over else ""
            raise NotNow(f"{_named(seat)} cannot resign{over}")
        return self._event("resign", seat)

    def after(self, event: Event) -> Self:
        """Return the game with one more event, as it was recorded.

        Raises IllegalMoveError where the log could not have come to hold it: that log is damaged.
        """
        try:
            log = self._log_after(event)
        except IllegalMoveError as error:
            why = f"game {self.header.id!r} cannot have as event {self.version + 1} {event}: {error}"
            raise IllegalMoveError(event.cell, why) from None
        return replace(self, version=self.version + 1, log=log, updated=event.at)

    # How it is done.

    def _log_after(self, event: Event) -> GameLog[LoggedMove]:
        match event:
            case Event(kind="move", seat="X" | "O", cell=int(cell)):
                return self.log.play(LoggedMove(cell, Side(event.seat), event.by, event.reason))
            case Event(kind="undo"):
                return self.log.undo(event.count)
            case Event(kind="redo"):
                return self.log.redo(event.count)
            case Event(kind="resign", seat=seat) if seat in self.may_resign():
                return self.log.resign(Side(seat))
        raise IllegalMoveError(event.cell, "no seat may do this")

    def _back(self, seat: Seat) -> int | None:
        """How many moves an undo of a seat takes back (0: its resignation); None where it may not."""
        return None if self._barred(seat) else self.log.moves_back(self.header.people, _side(seat))

    def _forward(self, seat: Seat) -> int:
        """How many moves a redo of a seat makes again; 0 where it may not."""
        return 0 if self._barred(seat) else self.log.moves_forward(self.header.people, _side(seat))

    def _barred(self, seat: Seat) -> bool:
        return self.version > latest_undo(self.header.game) or seat not in self.header.seats

    def _event(self, kind: Kind, seat: Seat, **more: Any) -> Event:
        by = HOST if seat == HOST else self.header.player(Side(seat))
        return Event(kind, seat, datetime.now(UTC), by, **more)

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


def _side(seat: Seat) -> Side | None:
    """The side of a seat; None: the host's, who moves for no side."""
    return None if seat == HOST else Side(seat)
