"""The store of games: headers, events, seats and owners. SQLAlchemy Core, on SQLite and PostgreSQL.

A game is an append-only log of events. A change is on disk when its method returns. Tokens of seats and of owners are
stored as SHA-256 hashes, so a reader of the database cannot play in another person's name. The secrets have 128 random
bits or more, so no dictionary attack is possible, and a slow hash with salt would add no protection.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, bindparam, case, func, insert, literal, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from noughts.core.game import Game
from noughts.web.play.database import Database
from noughts.web.play.events import Event, Header, Seat
from noughts.web.play.schema import Instant, claims, events, games, seats
from noughts.web.play.stored import (
    KeyReused,
    NoSuchGame,
    Repeated,
    Stale,
    Stored,
    cursor,
    microseconds,
    parse_cursor,
)
from noughts.web.play.writer import StoreWriter
from noughts.words import Said

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,22}")
_MOST_LISTS: Final = 20  # on which one seat stands
_NEWEST: Final = (datetime(9999, 1, 1, tzinfo=UTC), "")

_follower = games.alias()
_HEAD: Final = select(
    games, select(_follower.c.id).where(_follower.c.rematch_of == games.c.id).scalar_subquery().label("rematch")
)
_EVENT: Final = [events.c[name] for name in Event.__dataclass_fields__]

# The statements of a move: a store makes their text once, as that takes longer than to execute them.
_ADVANCE: Final = (
    update(games)
    .where(games.c.id == bindparam("which"), games.c.version == bindparam("before"))
    .values(version=bindparam("version"), updated=bindparam("updated"))
)
_ADD_EVENTS: Final = insert(events)
_REQUEST: Final = select(events.c.fingerprint).where(
    events.c.game_id == bindparam("id"), events.c.key == bindparam("key")
)


class Store:
    """The games in a database (a URL; None: a file in the user's data folder). Any thread may call any method.

    Raises StoreError, here and in every method, where the database cannot be used.
    """

    def __init__(self, url: str | None = None) -> None:
        self._database = Database(url)
        self._advance, self._add_events, self._request = map(self._database.text, (_ADVANCE, _ADD_EVENTS, _REQUEST))
        self._writer = StoreWriter(self._database.writing)

    def close(self) -> None:
        """Let the last changes be written, and close all connections."""
        self._writer.close()
        self._database.close()

    async def create(
        self, header: Header, tokens: Mapping[Seat, str], owner: str | None = None, owned: Iterable[Seat] = ()
    ) -> None:
        """Store a new game, and add the seats `owned` to the owner's list."""
        held = [{"game_id": header.id, "seat": seat, "token": token} for seat, token in tokens.items()]
        claimed = [{"owner": owner, "game_id": header.id, "seat": seat} for seat in owned if owner is not None]

        def make(connection: Connection) -> None:
            connection.execute(insert(games), _row_of(header))
            connection.execute(insert(seats), held)
            if claimed:
                connection.execute(insert(claims), claimed)

        await self._writer.write(header.id, make)

    def load(self, game_id: str) -> Stored:
        """Return a game. Raises NoSuchGame."""
        if not _ID.fullmatch(game_id):
            raise _missing(game_id)
        with self._database.reading() as connection:
            head = connection.execute(_HEAD.where(games.c.id == game_id)).one_or_none()
            if head is None:
                raise _missing(game_id)
            held = connection.execute(select(seats.c.seat, seats.c.token).where(seats.c.game_id == game_id))
            return _stored(head, _logs(connection, [game_id]), {row.seat: row.token for row in held})

    async def append(
        self, game_id: str, version: int, *added: Event, key: str | None = None, fingerprint: str = ""
    ) -> None:
        """Add events to a game, all or none; `version` is the number of the first: the game's own plus one.

        Raises Repeated where the game has seen the request's key, KeyReused where that was with another fingerprint,
        Stale where the game has another version, NoSuchGame.
        """
        rows = [_row(game_id, number, event) for number, event in enumerate(added, start=version)]
        if key is not None:
            rows[0] |= {"key": _digest(key), "fingerprint": _digest(fingerprint)}
        last = {"version": rows[-1]["version"], "updated": rows[-1]["at"]}
        here = {"which": game_id, "before": version - 1}

        def make(connection: Connection) -> None:
            self._require_new(connection, game_id, key, fingerprint)
            if not connection.exec_driver_sql(self._advance, here | last).rowcount:
                self._require_new(connection, game_id, key, fingerprint)  # another server may just have done it
                raise _refusal(connection, game_id, version)
            connection.exec_driver_sql(self._add_events, rows)

        await self._writer.write(game_id, make)

    def repeats(self, game_id: str, key: str, fingerprint: str) -> bool:
        """Return whether a game has seen a request. Raises KeyReused where its key came with another fingerprint."""
        with self._database.reading() as connection:
            return self._seen(connection, game_id, key, fingerprint)

    def _require_new(self, connection: Connection, game_id: str, key: str | None, fingerprint: str) -> None:
        """Raise Repeated where the game has seen a request, KeyReused where its key came with another fingerprint."""
        if key is not None and self._seen(connection, game_id, key, fingerprint):
            raise Repeated(Said("error.repeated", {"game": repr(game_id)}))

    def _seen(self, connection: Connection, game_id: str, key: str, fingerprint: str) -> bool:
        """Return whether a game has seen a request. Raises KeyReused where its key came with another fingerprint."""
        seen = connection.exec_driver_sql(self._request, {"id": game_id, "key": _digest(key)}).scalar_one_or_none()
        if seen is not None and seen != _digest(fingerprint):
            raise KeyReused(Said("error.key-reused", {"key": repr(key)}))
        return seen is not None

    async def claim(self, game_id: str, seat: Seat, owner: str) -> None:
        """Add a seat to an owner's list, unless it is there, or on the lists of many: a rematch copies all of them.

        Raises NoSuchGame where there is no such seat.
        """
        there = select(seats.c.seat).where(seats.c.game_id == game_id, seats.c.seat == seat)
        listing = select(func.count()).where(claims.c.game_id == game_id, claims.c.seat == seat)

        def make(connection: Connection) -> None:
            if connection.execute(there).one_or_none() is None:
                raise NoSuchGame(Said("error.no-seat-in", {"seat": repr(seat), "game": repr(game_id)}))
            taken = connection.execute(listing).scalar_one()
            if taken < _MOST_LISTS and seat not in _claimed(connection, owner, [game_id]).get(game_id, ()):
                connection.execute(insert(claims), {"owner": owner, "game_id": game_id, "seat": seat})

        with suppress(IntegrityError):  # another server was first
            await self._writer.write(game_id, make)

    def mine(
        self, owner: str, limit: int = 20, before: str | None = None
    ) -> tuple[list[tuple[Stored, tuple[Seat, ...]]], str | None]:
        """Return a page of the games in which an owner has a seat, with those seats, and the cursor of the next page.

        The last changed game is first, so a game that changes meanwhile moves to the front. `before` is the cursor of
        the page (None: the first page); the returned cursor is None after the last one. Each `Stored.seats` is empty.
        Raises NotationError for an invalid cursor.
        """
        updated, last = _NEWEST if before is None else parse_cursor(before)
        own = select(claims.c.game_id).where(claims.c.owner == owner)
        earlier = tuple_(games.c.updated, games.c.id) < tuple_(literal(updated, Instant), literal(last))
        newest_first = _HEAD.where(games.c.id.in_(own), earlier).order_by(games.c.updated.desc(), games.c.id.desc())
        with self._database.reading() as connection:
            heads = connection.execute(newest_first.limit(limit + 1)).all()
            ids = [head.id for head in heads[:limit]]
            logs, held = _logs(connection, ids), _claimed(connection, owner, ids)
        found = [(_stored(head, logs, {}), tuple(held[head.id])) for head in heads[:limit]]
        return found, cursor(heads[limit - 1].updated, heads[limit - 1].id) if len(heads) > limit else None

    async def rematch(self, header: Header) -> str:
        """Store the rematch of `header.rematch_of`, for the same people with sides swapped, and return its id.

        Where a rematch exists, returns its id and changes nothing. Raises NoSuchGame.
        """
        old = str(header.rematch_of)

        def make(connection: Connection) -> str:
            head = connection.execute(_HEAD.where(games.c.id == old)).one_or_none()
            if head is None:
                raise _missing(old)
            if head.rematch is not None:
                return str(head.rematch)
            connection.execute(insert(games), _row_of(header))
            for table in (seats, claims):
                connection.execute(_swapped(table, old, header.id))
            return header.id

        try:
            return await self._writer.write(old, make)
        except IntegrityError:  # another server was first
            return await self._writer.write(old, make)


def _missing(game_id: str) -> NoSuchGame:
    return NoSuchGame(Said("error.no-game", {"game": repr(game_id)}))


def _refusal(connection: Connection, game_id: str, version: int) -> NoSuchGame | Stale:
    """Return why a game cannot take an event of a version."""
    if connection.execute(select(games.c.id).where(games.c.id == game_id)).one_or_none() is None:
        return _missing(game_id)
    return Stale(Said("error.stale", {"game": repr(game_id), "number": version}))


def _swapped(table: Any, old: str, new: str) -> Any:
    """Return the statement that copies the rows of a game to its rematch, X and O swapped."""
    other = case((table.c.seat == "X", "O"), (table.c.seat == "O", "X"), else_=table.c.seat)
    values = {column.name: column for column in table.c} | {"game_id": literal(new), "seat": other}
    return insert(table).from_select(list(values), select(*values.values()).where(table.c.game_id == old))


def _digest(text: str) -> str:
    """Return a hash of fixed length of any text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _plain(text: str) -> str:
    """Return a text that every database can store: a user's own strategy may return any text."""
    return text.encode("utf-8", "replace").decode().replace("\0", "�")


def _row_of(header: Header) -> dict[str, Any]:
    x, o = header.players
    return {
        "id": header.id,
        "game": str(header.game),
        "x": _plain(x),
        "o": _plain(o),
        "opening": " ".join(map(str, header.opening)),
        "seed": header.seed,
        "created": header.created,
        "rematch_of": header.rematch_of,
        "hints": header.hints,
        "version": 0,
        "updated": header.created,
    }


def _header(row: Any) -> Header:
    opening = tuple(map(int, row.opening.split()))
    return Header(
        row.id, Game.from_text(row.game), (row.x, row.o), opening, row.seed, row.created, row.rematch_of, row.hints
    )


def _row(game_id: str, version: int, event: Event) -> dict[str, Any]:
    """Return the row of an event, as the database's driver takes it."""
    words = {name: None if (text := getattr(event, name)) is None else _plain(text) for name in ("by", "reason", "saw")}
    plain = {**vars(event), **words, "at": microseconds(event.at)}
    return {"game_id": game_id, "version": version, **plain, "key": None, "fingerprint": None}


def _stored(head: Any, logs: Mapping[str, Sequence[Event]], tokens: Mapping[Seat, str]) -> Stored:
    """Return a game from its row, the logs by games, and the hashes of its seats' tokens."""
    return Stored(_header(head), tuple(logs.get(head.id, ())), tokens, head.rematch)


def _logs(connection: Connection, game_ids: Sequence[str]) -> dict[str, list[Event]]:
    """Return the events of games, by game."""
    chosen = select(events.c.game_id, *_EVENT).where(events.c.game_id.in_(game_ids))
    rows = connection.execute(chosen.order_by(events.c.game_id, events.c.version))
    return {game_id: [Event(*row[1:]) for row in own] for game_id, own in groupby(rows, key=lambda row: row[0])}


def _claimed(connection: Connection, owner: str, game_ids: Sequence[str]) -> dict[str, list[Seat]]:
    """Return the seats that an owner lists in games, by game."""
    chosen = select(claims.c.game_id, claims.c.seat).where(claims.c.owner == owner, claims.c.game_id.in_(game_ids))
    rows = connection.execute(chosen.order_by(claims.c.game_id, claims.c.seat.desc()))
    return {game_id: [row.seat for row in own] for game_id, own in groupby(rows, key=lambda row: row.game_id)}
