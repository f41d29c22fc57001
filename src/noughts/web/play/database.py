"""The database behind the store: SQLite in a file, or PostgreSQL. What differs between the two is here.

What a transaction has written is on disk when `write` returns: SQLite runs with a write-ahead log and synchronous=FULL
(NORMAL would be quicker and could lose the last transactions with the power), PostgreSQL with synchronous_commit.
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
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
EXPECTED = "expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
PATIENCE = 5  # seconds to wait for a connection, or for another writer

ON_SQLITE = (
    f"PRAGMA busy_timeout = {PATIENCE * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
ON_POSTGRESQL = (
    f"SET lock_timeout = '{PATIENCE}s'",
    # A server may have been told to acknowledge what is not on disk, or to wait for its replicas too: that is kept.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)


class StoreError(NoughtsError):
    """A database that cannot be used, or not now: in one line, with its address but no password in it."""


class Database:
    """Connections to a database of the newest schema; raises StoreError, as all that it hands out does.

    Without a URL it is a file in the user's data folder, which nobody else can read.
    """

    def __init__(self, url: str | None = None) -> None:
        where = default_url() if url is None else _checked(url)
        self.name = where.render_as_string(hide_password=True)
        self.sqlite = where.get_backend_name() == "sqlite"
        with self._told():
            if self.sqlite:
                _create_file(where)
            self._writer = _engine(where)
        # A reader needs no transaction: what it reads is only added to, so each statement may see a later state.
        self._reader = self._writer if self.sqlite else self._writer.execution_options(isolation_level="AUTOCOMMIT")
        self._turn, self._waiting = Lock(), deque[_Write[Any]]()
        try:
            self.write(upgrade)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of every connection."""
        self._writer.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a connection for reading."""
        with self._told(), self._reader.connect() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return what `work` returns, once all that it did is on disk; all of it is undone where it raises.

        On PostgreSQL transactions run side by side as READ COMMITTED, which is enough where each begins with the row or
        the unique key that decides who is first. SQLite has one writer at a time, and what takes long is the disk: so
        what has come to wait meanwhile goes there together, each write in a savepoint of its own.
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
        """Do writes in one transaction; each has its result then, or its error."""
        together = len(writes) > 1
        try:
            with self._transaction() as connection:
                for write in writes:
                    try:
                        with self._told(), connection.begin_nested() if together else nullcontext():
                            write.result = write.work(connection)
                    except Exception as error:
                        # Its own error leaves the others be; after a fault of the database nothing is certain.
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
        with self._told(), self._writer.begin() as connection:
            if self.sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Tell the database's faults in one line. An IntegrityError is the store's own business."""
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
    """What somebody waits for: a write on its way to the disk."""

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
    """Return where games are kept unless somebody says otherwise."""
    return URL.create("sqlite", database=str(platformdirs.user_data_path("noughts") / "games.sqlite"))


def _checked(text: str) -> URL:
    """Return the URL in a text, with the driver that is used here. Raises StoreError."""
    try:
        url = make_url(text)
        url = url.set(drivername=DRIVERS[url.get_backend_name()])
    except (ArgumentError, KeyError, ValueError):
        raise StoreError(f"no database {text!r}: {EXPECTED}") from None
    if url.drivername == "sqlite" and url.database in {None, "", ":memory:"}:
        raise StoreError(f"no database {text!r}: games are kept in a file; {EXPECTED}")
    return url


def _create_file(url: URL) -> None:
    """Create a SQLite database's file, for its owner's eyes only, unless it is there. Raises OSError."""
    path = Path(str(url.database))
    if url == default_url():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _engine(url: URL) -> Engine:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        engine = create_engine(url, pool_use_lifo=True)  # the connection used last has the newest pages at hand
    else:
        engine = create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, record: object) -> None:
        if sqlite:
            connection.isolation_level = None  # the driver begins no transactions: `_transaction` does
        for statement in ON_SQLITE if sqlite else ON_POSTGRESQL:
            connection.execute(statement)
        connection.commit()

    return engine
