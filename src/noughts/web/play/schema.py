"""The tables. A game is a header and an append-only log of events.

`games.version` and `games.updated` repeat what the last event says: the version decides which of two writers is first,
and both save the reading of logs in a list. Secrets are stored as hashes only.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
    ForeignKey,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    insert,
)

from noughts.web.play.stored import microseconds, moment


class Instant(TypeDecorator[datetime]):
    """A moment, stored as microseconds since 1970: exact, and the same in every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else microseconds(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else moment(value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

VERSION: Final = 3  # of the tables: to be changed with them

versions = Table("noughts", metadata, Column("version", Integer, primary_key=True, autoincrement=False))  # one row

games = Table(
    "games",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("x", Text, nullable=False),
    Column("o", Text, nullable=False),
    Column("opening", Text, nullable=False),  # cells, separated by blanks
    Column("seed", BigInteger, nullable=False),
    Column("created", Instant, nullable=False),
    Column("rematch_of", String(22), ForeignKey("games.id"), unique=True),  # unique: a game has one rematch at most
    Column("version", Integer, nullable=False),
    Column("updated", Instant, nullable=False),
    Column("hints", Boolean, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),  # 1 for the first
    Column("kind", String(8), nullable=False),
    Column("seat", String(4), nullable=False),
    Column("at", Instant, nullable=False),
    Column("by", Text, nullable=False),
    Column("cell", SmallInteger),
    Column("count", SmallInteger, nullable=False),
    Column("reason", Text),
    Column("saw", Text),
    Column("key", String(64)),  # of the request, hashed, as its fingerprint is
    Column("fingerprint", String(64)),
    UniqueConstraint("game_id", "key"),
    sqlite_with_rowid=False,  # stores a game's events together
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True),
    Column("seat", String(4), primary_key=True),
    Column("token", String(64), nullable=False),  # hashed
    sqlite_with_rowid=False,
)

claims = Table(  # which games a browser lists as its own
    "claims",
    metadata,
    Column("owner", String(64), primary_key=True),  # hashed
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True, index=True),
    Column("seat", String(4), primary_key=True),
    sqlite_with_rowid=False,
)


def create(connection: Connection) -> None:
    """Make the tables in an empty database."""
    metadata.create_all(connection)
    connection.execute(insert(versions), {"version": VERSION})
