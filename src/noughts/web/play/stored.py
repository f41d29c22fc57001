"""What a store of games keeps, and what it answers: the part of the store that needs no database."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

from noughts.errors import NotationError, NoughtsError
from noughts.web.play.events import Event, Header, Seat
from noughts.words import Said

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

_CURSOR: Final = re.compile(r"([0-9]{1,17})-([A-Za-z0-9_-]{1,22})")


class StoreError(NoughtsError):
    """A database that cannot be used, or not now. The message is one line for the operator, with the address but no
    password."""


class NoSuchGame(NoughtsError):
    """An id that no game has."""


class Stale(NoughtsError):
    """An event for another version than the game's next one."""


class Repeated(NoughtsError):
    """A request with the key of an earlier one: nothing has changed."""


class KeyReused(NoughtsError):
    """The key of an earlier request that asked for something else."""


@dataclass(frozen=True)
class Stored:
    """A stored game: its log, the hash of each seat's token, and the id of its rematch."""

    header: Header
    events: tuple[Event, ...]
    seats: Mapping[Seat, str]
    rematch: str | None = None


class GameStore(Protocol):
    """A store of games: `Store` is one with a database. Raises what each method says."""

    async def create(
        self, header: Header, tokens: Mapping[Seat, str], owner: str | None = None, owned: Iterable[Seat] = ()
    ) -> None:
        """Store a new game, and add the seats `owned` to the owner's list."""

    def load(self, game_id: str) -> Stored:
        """Return a game. Raises NoSuchGame."""

    async def append(
        self, game_id: str, version: int, *added: Event, key: str | None = None, fingerprint: str = ""
    ) -> None:
        """Add events to a game. Raises Repeated, KeyReused, Stale, NoSuchGame."""

    def repeats(self, game_id: str, key: str, fingerprint: str) -> bool:
        """Return whether a game has seen a request. Raises KeyReused where its key came with another fingerprint."""

    async def claim(self, game_id: str, seat: Seat, owner: str) -> None:
        """Add a seat to an owner's list, unless it is there. Raises NoSuchGame."""

    def mine(
        self, owner: str, limit: int = 20, before: str | None = None
    ) -> tuple[list[tuple[Stored, tuple[Seat, ...]]], str | None]:
        """Return a page of the games in which an owner has a seat, with those seats, and the cursor of the next page.
        Raises NotationError for an invalid cursor."""

    async def rematch(self, header: Header) -> str:
        """Store the rematch of `header.rematch_of`, unless there is one, and return its id. Raises NoSuchGame."""


def microseconds(when: datetime) -> int:
    """Return a moment as a whole number: a database sorts and compares it."""
    return (when - _EPOCH) // _MICROSECOND


def moment(count: int) -> datetime:
    """Return the moment of a number of microseconds."""
    return _EPOCH + count * _MICROSECOND


def cursor(updated: datetime, game_id: str) -> str:
    """Return the cursor of a list of games, the last changed first, after a game."""
    return f"{microseconds(updated)}-{game_id}"


def parse_cursor(text: str) -> tuple[datetime, str]:
    """Return when the game of a cursor was changed, and its id. Raises NotationError."""
    match = _CURSOR.fullmatch(text)
    if match is None:
        raise NotationError(Said("error.cursor", {"cursor": repr(text)}))
    return moment(int(match[1])), match[2]
