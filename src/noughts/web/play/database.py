"""The database behind the store: SQLite in a file, or PostgreSQL. All differences between the two are here.

A transaction is on disk when `write` returns: SQLite runs with a write-ahead log and synchronous=FULL (NORMAL would be
quicker, but a power failure could lose the last transactions), PostgreSQL with synchronous_commit.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, Generic, TypeVar

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from noughts.errors import NoughtsError
from noughts.web.play.migrations import NewerSchema, upgrade

T = TypeVar("T")
_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_EXPECTED = "expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
_PATIENCE = 5  # seconds to wait for a connection, or for another writer

ON_SQLITE = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
_ON_POSTGRESQL = (
    f"SET lock_timeout = '{_PATIENCE}s'",
    # Off, a server acknowledges what is not on disk. Stricter settings, such as waiting for replicas, stay.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)


class StoreError(NoughtsError):
    """A database that cannot be used, or not now. The message is one line, with the address but no password."""


class Database:
    """Connections to a database of the newest schema. Every method raises StoreError, and so do the connections.

    Without a URL it is a file in the user's data folder, which other users cannot read.
    """

    def __init__(self, url: str | None = None) -> None:
        where = default_url() if url is None else _checked(url)
        self.name = where.render_as_string(hide_password=True)
        self.sqlite = where.get_backend_name() == "sqlite"
        with self._one_line_errors():
            if self.sqlite:
                _create_file(where)
            self._writer = _engine(where)
        # A reader needs no transaction: logs are append-only, so each statement may see a later state.
        self._reader = self._writer if self.sqlite else self._writer.execution_options(isolation_level="AUTOCOMMIT")
        self._turn, self._waiting = Lock(), deque[_Write[Any]]()
        try:
            self.write(upgrade)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self._writer.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for reading."""
        with self._one_line_errors(), self._reader.connect() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once all its changes are on disk; all are undone where it raises.

        On PostgreSQL transactions run side by side as READ COMMITTED, which is enough where each begins with the row or
        the unique key that decides who is first. SQLite has one writer at a time, and the disk is slow: so all
        writes that have come to wait meanwhile go there together, each in its own savepoint.
        """
        if not self.sqlite:
            with self._transaction() as connection:
                return work(connection)
        write = _Write(work)
        self._waiting.append(write)
        with self._turn:
            if not write.done:
                self._write_all([self._waiting.popleft() for _ in range(len(self._waiting))])
        return write.outcome()

    def _write_all(self, writes: Sequence["_Write[Any]"]) -> None:
        """Do writes in one transaction, and give each its result or its error."""
        together = len(writes) > 1
        try:
            with self._transaction() as connection:
                for write in writes:
                    try:
                        with self._one_line_errors(), connection.begin_nested() if together else nullcontext():
                            write.result = write.work(connection)
                    except Exception as error:
                        # The error of one write does not affect the others; after a database error nothing is certain.
                        if isinstance(error, StoreError) or not together:
                            raise
                        write.error = error
        except BaseException as error:
            for write in writes:
                write.error = write.error or error
        for write in writes:
            write.done = True

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._one_line_errors(), self._writer.begin() as connection:
            if self.sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        """Raise the database's errors as StoreError, in one line. The store handles IntegrityError itself."""
        try:
            yield
        except IntegrityError:
            raise
        except NewerSchema as error:
            raise StoreError(f"the database {self.name} cannot be used: {error}") from None
        except (DBAPIError, PoolTimeout, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
            raise StoreError(f"the database {self.name} cannot be used: {reason}") from error
        except ModuleNotFoundError as error:
            raise StoreError(f"PostgreSQL needs {error.name}: pip install 'noughts[postgres]'") from None


class _Write(Generic[T]):
    """A write in the queue, and then its result or its error."""

    result: T
    error: BaseException | None = None
    done = False

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work

    def outcome(self) -> T:
        """Return what the work returned, or raise what it raised."""
        if self.error is not None:
            raise self.error
        return self.result


def default_url() -> URL:
    """Return the default database: a file in the user's data folder."""
    return URL.create("sqlite", database=str(platformdirs.user_data_path("noughts") / "games.sqlite"))


def _checked(text: str) -> URL:
    """Return the URL in a text, with the driver that is used here. Raises StoreError."""
    try:
        url = make_url(text)
        url = url.set(drivername=_DRIVERS[url.get_backend_name()])
    except (ArgumentError, KeyError, ValueError):
        raise StoreError(f"no database {text!r}: {_EXPECTED}") from None
    if url.drivername == "sqlite" and url.database in {None, "", ":memory:"}:
        raise StoreError(f"no database {text!r}: games are kept in a file; {_EXPECTED}")
    return url


def _create_file(url: URL) -> None:
    """Create a SQLite database's file, readable by its owner only, unless it exists. Raises OSError."""
    path = Path(str(url.database))
    if url == default_url():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _engine(url: URL) -> Engine:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        engine = create_engine(url, pool_use_lifo=True)  # the connection used last has the newest pages in its cache
    else:
        engine = create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": _PATIENCE})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, record: object) -> None:
        if sqlite:
            connection.isolation_level = None  # the driver begins no transactions: `_transaction` does
        for statement in ON_SQLITE if sqlite else _ON_POSTGRESQL:
            connection.execute(statement)
        connection.commit()

    return engine
