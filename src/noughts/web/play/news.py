"""News of changes that other processes have made in the same database, for live updates between them.

PostgreSQL sends a notification with every change. SQLite counts, in shared memory, the changes of other connections: to
look at that several times a second costs microseconds, and it is done only while a client follows a game.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from noughts.web.play.database import CHANNEL, Database

_POLL = 0.05  # seconds
_AGAIN = 1.0  # seconds until a lost connection is opened again


def news(database: Database, wanted: Callable[[], bool]) -> AsyncIterator[str | None]:
    """Yield the id of each game that changes, or None where any game may have changed. `wanted`: worth looking."""
    return _polled(database, wanted) if database.sqlite else _notified(database)


async def _polled(database: Database, wanted: Callable[[], bool]) -> AsyncIterator[None]:
    seen: object = None
    connection: Connection | None = None
    try:
        while True:
            await asyncio.sleep(_POLL)
            if not wanted():
                continue
            with suppress(DBAPIError):
                connection = connection or database.connect()
                counter = connection.exec_driver_sql("PRAGMA data_version").scalar()
                if counter != seen:
                    seen = counter
                    yield None
    finally:
        if connection is not None:
            connection.close()


async def _notified(database: Database) -> AsyncIterator[str | None]:
    import psycopg  # noqa: PLC0415 - an extra

    while True:
        with suppress(psycopg.Error, OSError):
            async with await psycopg.AsyncConnection.connect(**database.arguments, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield None  # what has changed while nothing was heard
                async for notification in connection.notifies():
                    yield notification.payload
        await asyncio.sleep(_AGAIN)
