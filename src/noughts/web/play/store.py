"""The games in a database: SQLAlchemy Core, on SQLite and PostgreSQL.

A game is one row. A change is on disk when its method returns. Tokens of places and of owners are stored as SHA-256
hashes, so a reader of the database cannot play in another person's name. The secrets have 128 random bits or more, so
no dictionary attack is possible, and a slow hash with salt would add no protection.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, bindparam, case, func, insert, literal, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from noughts.web.play.database import Database, claims, games
from noughts.web.play.documents import Listed, NoSuchGame, cursor, microseconds, parse_cursor
from noughts.web.play.live import LiveGame, Place, Stand

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,22}")
_MOST_LISTS: Final = 20  # on which one place stands: a rematch copies them all
_NEWEST: Final = (10**17, "")

_SAVE: Final = (
    update(games)
    .where(games.c.id == bindparam("which"), games.c.version == bindparam("before"))
    .values(version=bindparam("version"), updated=bindparam("updated"), document=bindparam("document"))
)


class Store:
    """The games in a database (a URL; None: a file in the user's data folder). Any thread may call any method.

    Raises StoreError, here and in every method, where the database cannot be used.
    """

    def __init__(self, url: str | None = None) -> None:
        self._database = Database(url)
        self._save = self._database.text(_SAVE)  # once: that takes longer than to execute it

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def create(self, game: LiveGame, owner: str | None, owned: Sequence[Place]) -> None:
        """Store a new game, and add the places `owned` to the owner's list."""
        with self._database.writing() as connection:
            connection.execute(insert(games), _values(game))
            if owner is not None and owned:
                listed = [{"owner": owner, "game_id": game.id, "seat": place} for place in owned]
                connection.execute(insert(claims), listed)

    def load(self, game_id: str, known: Mapping[str, LiveGame]) -> LiveGame:
        """Return a game; one that is known already, where the store has that version. Raises NoSuchGame."""
        if not _ID.fullmatch(game_id):
            raise NoSuchGame(game_id)
        with self._database.reading() as connection:
            row = connection.execute(select(games).where(games.c.id == game_id)).one_or_none()
        if row is None:
            raise NoSuchGame(game_id)
        return _game(row, known)

    def save(self, changes: Sequence[tuple[LiveGame, int]]) -> list[bool]:
        """Store games, each in place of a version; return of which that was the version. Raises for all of them."""
        # In the order of their games: two servers whose transactions lock the same games never wait in a circle.
        in_order = sorted(range(len(changes)), key=lambda number: changes[number][0].id)
        stored = [False] * len(changes)
        with self._database.writing() as connection:
            for number in in_order:
                game, before = changes[number]
                values = _values(game) | {"which": game.id, "before": before}
                stored[number] = connection.exec_driver_sql(self._save, values).rowcount == 1
        return stored

    def claim(self, game_id: str, places: Sequence[Place], owner: str) -> None:
        """Add places to an owner's list, unless they are there, or on the lists of many."""
        with suppress(IntegrityError), self._database.writing() as connection:  # where another server was first
            known = _claimed(connection, owner, [game_id]).get(game_id, ())
            for place in (place for place in places if place not in known):
                listing = select(func.count()).where(claims.c.game_id == game_id, claims.c.seat == place)
                if connection.execute(listing).scalar_one() < _MOST_LISTS:
                    connection.execute(insert(claims), {"owner": owner, "game_id": game_id, "seat": place})

    def mine(self, owner: str, limit: int, before: str | None, known: Mapping[str, LiveGame]) -> Listed:
        """Return a page of the games in which an owner has a place, with those places, and the cursor of the next page.

        The last changed game is first, so a game that changes meanwhile moves to the front. `before` is the cursor of
        the page (None: the first page); the returned cursor is None after the last one. Raises NotationError for an
        invalid cursor.
        """
        updated, last = _NEWEST if before is None else parse_cursor(before)
        own = select(claims.c.game_id).where(claims.c.owner == owner)
        earlier = tuple_(games.c.updated, games.c.id) < tuple_(literal(updated), literal(last))
        newest_first = select(games).where(games.c.id.in_(own), earlier)
        newest_first = newest_first.order_by(games.c.updated.desc(), games.c.id.desc()).limit(limit + 1)
        with self._database.reading() as connection:
            rows = connection.execute(newest_first).all()
            held = _claimed(connection, owner, [row.id for row in rows[:limit]])
        listed = [(_game(row, known), tuple(held[row.id])) for row in rows[:limit]]
        return listed, cursor(listed[-1][0]) if len(rows) > limit else None

    def rematch(self, game_id: str, game: LiveGame) -> str:
        """Store the rematch of a game, for the same people with sides swapped, and return its id.

        Where a rematch exists, returns its id and changes nothing. Raises NoSuchGame.
        """
        this = games.c.id == game_id
        with self._database.writing() as connection:
            first = update(games).where(this, games.c.rematch.is_(None)).values(rematch=game.id)
            if not connection.execute(first).rowcount:
                known = connection.execute(select(games.c.rematch).where(this)).scalar()
                if known is None:
                    raise NoSuchGame(game_id)
                return str(known)
            connection.execute(insert(games), _values(game))
            place = case((claims.c.seat == "X", "O"), (claims.c.seat == "O", "X"), else_=claims.c.seat)
            copied = select(claims.c.owner, literal(game.id), place).where(claims.c.game_id == game_id)
            connection.execute(insert(claims).from_select(["owner", "game_id", "seat"], copied))
        return game.id

    def stands(self, game_ids: Sequence[str]) -> dict[str, Stand]:
        """Return how games stand, by their ids."""
        chosen = select(games.c.id, games.c.version, games.c.rematch).where(games.c.id.in_(game_ids))
        with self._database.reading() as connection:
            return {row.id: (row.version, row.rematch) for row in connection.execute(chosen)}


def _values(game: LiveGame) -> dict[str, Any]:
    """Return the columns of a game; the text of its document is ASCII, which every database can store."""
    updated, document = microseconds(game.updated), json.dumps(game.document)
    return {"id": game.id, "version": game.version, "updated": updated, "document": document}


def _game(row: Any, known: Mapping[str, LiveGame]) -> LiveGame:
    """Return the game of a row, the known one where that is the same."""
    game = known.get(row.id)
    if game is None or game.stand != (row.version, row.rematch):
        game = LiveGame.read(json.loads(row.document), row.rematch)
    return game


def _claimed(connection: Connection, owner: str, game_ids: Sequence[str]) -> dict[str, list[Place]]:
    """Return the places that an owner lists in games, by game."""
    chosen = select(claims.c.game_id, claims.c.seat).where(claims.c.owner == owner, claims.c.game_id.in_(game_ids))
    rows = connection.execute(chosen.order_by(claims.c.game_id, claims.c.seat.desc()))
    return {game_id: [row.seat for row in own] for game_id, own in groupby(rows, key=lambda row: row.game_id)}
