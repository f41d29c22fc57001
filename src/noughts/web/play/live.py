"""A live game: the state that follows from a header and a log of events. It stores nothing and runs no strategy.

The log only grows. Every event is a move, an undo, a redo or a resignation. A game is immutable, so threads can share
it. `move`, `undo`, `redo` and `resign` check what a seat asks and return the event; `after` returns the game with one
more event.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle
from typing import Any, Final, Literal, Self

from noughts.core.game import Game, Line, Move
from noughts.core.gamelog import GameLog, Made
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.errors import IllegalMoveError, NoughtsError
from noughts.web.play.events import HOST, SEATS, Event, Header, Kind, Seat
from noughts.words import Said, Words

_OPENING: Final = "opening"  # the player of the opening's moves


class NotNow(NoughtsError):
    """The state of the game does not allow what a seat asks."""


class NotYourTurn(NotNow):
    """A move for a seat that is not to move."""


@dataclass(frozen=True)
class LoggedMove(Made):
    """A move of the game, with the player who made it; of a strategy the reason, and the numbers behind it."""

    by: str
    reason: str | None = None
    saw: str | None = None


@dataclass(frozen=True)
class GameEnd:
    """How a game ended: the winner (None: a draw), the line that won, and what ended it."""

    winner: Side | None
    line: Line | None
    ending: Literal["line", "full board", "resignation"]


@dataclass(frozen=True)
class LiveGame:
    """The state of a game. `version` is the number of events; to `log` the host is the user at the board.

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
        opening = (LoggedMove(cell, side, _OPENING) for cell, side in zip(header.opening, cycle(Side), strict=False))
        return cls(header, 0, GameLog.start(header.game, opening), header.created)

    @classmethod
    def replay(cls, header: Header, events: Iterable[Event]) -> Self:
        """Return the game after all events of a log."""
        game = cls.start(header)
        for event in events:
            game = game.after(event)
        return game

    # The state.

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
        """Return the seats that may resign now: those of people, also at the opponent's turn."""
        return tuple(SEATS[side] for side in self.log.may_resign(self.header.people))

    def record(self) -> Record:
        """Return the game so far as a value."""
        return self.log.record(self.header.players)

    # The next event.

    def move(self, seat: Seat, cell: Move, reason: str | None = None, saw: str | None = None) -> Event:
        """Return the move of a side, a person's or a strategy's. Raises IllegalMoveError or NotYourTurn."""
        side = self.position.side
        if not self.over and seat != SEATS[side]:
            values = {"side": side, "player": self.header.player(side), "seat": _named(seat)}
            raise NotYourTurn(Said("error.not-your-turn", values))
        event = self._event("move", seat, cell=cell, reason=reason, saw=saw)
        self._log_after(event)  # the move may be illegal
        return event

    def undo(self, seat: Seat) -> Event:
        """Return the undo of a seat. Raises NotNow."""
        count = self._back(seat)
        if count is None:
            raise NotNow(self._cannot(seat, "undo"))
        return self._event("undo", seat, count=count)

    def redo(self, seat: Seat) -> Event:
        """Return the redo of a seat. Raises NotNow."""
        count = self._forward(seat)
        if not count:
            raise NotNow(self._cannot(seat, "redo"))
        return self._event("redo", seat, count=count)

    def resign(self, seat: Seat) -> Event:
        """Return the resignation of a seat. Raises NotNow."""
        if seat not in self.may_resign():
            if self.over:
                raise NotNow(Said("error.cannot-resign-over", {"side": _named(seat), "ending": self.log.ended}))
            raise NotNow(Said("error.cannot-resign", {"seat": _named(seat)}))
        return self._event("resign", seat)

    def after(self, event: Event) -> Self:
        """Return the game with one more event, as it was recorded.

        Raises IllegalMoveError for an event that cannot follow: the stored log is damaged.
        """
        try:
            log = self._log_after(event)
        except IllegalMoveError as error:
            values = {"game": repr(self.header.id), "number": self.version + 1, "event": str(event)}
            raise IllegalMoveError(event.cell, Said("error.damaged-log", {**values, "reason": error.said})) from None
        return type(self)(self.header, self.version + 1, log, event.at)

    # Private.

    def _log_after(self, event: Event) -> GameLog[LoggedMove]:
        match event:
            case Event(kind="move", seat="X" | "O", cell=int(cell)):
                return self.log.play(LoggedMove(cell, Side(event.seat), event.by, event.reason, event.saw))
            case Event(kind="undo"):
                return self.log.undo(event.count)
            case Event(kind="redo"):
                return self.log.redo(event.count)
            case Event(kind="resign", seat=seat) if seat in self.may_resign():
                return self.log.resign(Side(seat))
        raise IllegalMoveError(event.cell, Said("error.no-seat"))

    def _back(self, seat: Seat) -> int | None:
        """Return how many moves an undo of a seat takes back (0: its resignation); None where it may not."""
        return None if self._barred(seat) else self.log.moves_back(self.header.people, _side(seat))

    def _forward(self, seat: Seat) -> int:
        """Return how many moves a redo of a seat makes again; 0 where it may not."""
        return 0 if self._barred(seat) else self.log.moves_forward(self.header.people, _side(seat))

    def _barred(self, seat: Seat) -> bool:
        return self.version > _latest_undo(self.header.game) or seat not in self.header.seats

    def _event(self, kind: Kind, seat: Seat, **more: Any) -> Event:
        by = HOST if seat == HOST else self.header.player(Side(seat))
        return Event(kind, seat, datetime.now(UTC), by, **more)

    def _cannot(self, seat: Seat, kind: Literal["undo", "redo"]) -> Said:
        if self.version > _latest_undo(self.header.game) and seat in self.header.seats:
            return Said(f"error.{kind}-too-late", {"count": self.version})
        return Said(f"error.nothing-to-{kind}", {"seat": _named(seat)})


def _latest_undo(game: Game) -> int:
    """Return the last version at which undo and redo are possible: a log must not grow for ever."""
    return 3 * game.cells + 100


def _named(seat: Seat) -> Words:
    return Said("error.host") if seat == HOST else seat


def _side(seat: Seat) -> Side | None:
    """Return the side of a seat; None for the host, who plays no side."""
    return None if seat == HOST else Side(seat)
