"""The database behind the store: SQLite in a file, or PostgreSQL. All differences between the two are here.

A transaction is on disk when `write` returns: SQLite runs with a write-ahead log and synchronous=FULL (NORMAL would be
quicker, but a power failure could lose the last transactions), PostgreSQL with synchronous_commit.
"""

import logging
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from time import perf_counter, sleep
from typing import Any, Generic, TypeVar

import platformdirs
from sqlalchemy import URL, Connection, Dialect, Engine, Update, UpdateBase, create_engine, event, make_url
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
_ON_IMMEDIATE = ("PRAGMA busy_timeout = 0", "PRAGMA wal_autocheckpoint = 0")
_QUICK = 0.02  # seconds of a transaction that an event loop may wait for
_TURNS = 50  # transactions of `write_now`, after which a thread does one, and a checkpoint where it is due
_log = logging.getLogger(__name__)
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
        self._file = _File(Path(str(where.database))) if self.sqlite else None
        with self._one_line_errors():
            if self.sqlite:
                _create_file(where)
            self._writer = _engine(where)
        # A reader needs no transaction: logs are append-only, so each statement may see a later state.
        self._reader = self._writer if self.sqlite else self._writer.execution_options(isolation_level="AUTOCOMMIT")
        self._turn, self._waiting = Lock(), deque[_Write[Any]]()
        self._immediate: Connection | None = None  # for `write_now`
        self._turns_left = _TURNS
        self._seconds = 0.0  # that a transaction took lately
        try:
            self.write(upgrade)
            self._seconds = 0.0  # an upgrade says nothing about other transactions
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        with self._turn:
            if self._immediate is not None:
                self._immediate.close()
                self._immediate = None
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
        return self.write_together([work])[0].outcome()

    def write_together(self, works: Sequence[Callable[[Connection], T]]) -> "list[_Write[T]]":
        """Do several writes as `write` would, on SQLite in one transaction, and return the outcome of each."""
        writes = [_Write(work) for work in works]
        if not self.sqlite:
            for write in writes:
                self._write_all([write])
            return writes
        self._waiting.extend(writes)
        with self._turn:
            if not writes[-1].done:
                self._write_all([self._waiting.popleft() for _ in range(len(self._waiting))])
        return writes

    def write_now(self, works: Sequence[Callable[[Connection], T]]) -> "list[_Write[T]] | None":
        """Do writes on SQLite at once, for a caller that must not wait, such as an event loop.

        The only wait is that for the disk. Returns None where more waiting is likely, or one of the writes fails: where
        another thread writes, where the disk has been slow lately, and now and then for the sake of a checkpoint. Then
        nothing has changed, and `write_together` does the writes.
        """
        self._turns_left -= 1
        if self._turns_left < 0 or self._seconds > _QUICK or not self._turn.acquire(blocking=False):
            return None
        try:
            if self._immediate is None:
                self._immediate = self._writer.connect()
                for statement in _ON_IMMEDIATE:
                    self._immediate.connection.execute(statement)
            return self._all_at_once(self._immediate, works)
        finally:
            self._turn.release()

    def _all_at_once(
        self, connection: Connection, works: Sequence[Callable[[Connection], T]]
    ) -> "list[_Write[T]] | None":
        """Do writes in one transaction, each with its result or with the error of the commit; None where one fails."""
        began, writes = perf_counter(), [_Write(work) for work in works]
        committing = False
        try:
            with self._one_line_errors(), connection.begin():
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                for write in writes:
                    write.result = write.work(connection)
                self._require_file()
                committing = True
        except Exception as error:
            if not committing:
                return None
            for write in writes:
                write.error = error
        self._took(perf_counter() - began)
        return writes

    def _took(self, seconds: float) -> None:
        """Note how long a transaction took."""
        self._seconds += (seconds - self._seconds) / 8

    def compiled(self, statement: UpdateBase) -> "Prepared":
        """Return a statement for the database's driver."""
        return Prepared(statement, self._writer.dialect)

    def _write_all(self, writes: Sequence["_Write[Any]"]) -> None:
        """Do writes in one transaction, and give each its result or its error."""
        together, began = len(writes) > 1, perf_counter()
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
        self._turns_left = _TURNS
        self._took(perf_counter() - began)

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._one_line_errors(), self._writer.begin() as connection:
            self._require_file()  # at first too, as SQLite makes a new, empty file where there is none
            if self.sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            self._require_file()

    def _require_file(self) -> None:
        """Raise StoreError if SQLite writes to a file that is no longer there: what it writes would be kept nowhere."""
        if self._file is not None and not self._file.is_there():
            raise StoreError(
                f"the file of the database {self.name} was removed or replaced while the server runs: nothing can be "
                "kept until the server is started again"
            )

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


class _File:
    """The file of a SQLite database, known by its device and inode once it is there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: tuple[int, int] | None = None
        self._missed = False

    def is_there(self) -> bool:
        """Return whether the path still leads to the file that it led to at first; if not, the log says so, once."""
        try:
            found = self._path.stat()
            identity = (found.st_dev, found.st_ino)
        except FileNotFoundError:
            identity = None
        self._known = self._known or identity
        there = identity is not None and identity == self._known
        if not there and not self._missed:
            _log.error("the database file %s was removed or replaced: games are no longer kept", self._path)
        self._missed = not there
        return there


class Prepared:
    """A statement that the driver executes without SQLAlchemy's machinery, which takes longer than the statement.

    Parameters have the types of the driver: an `Instant` is its number of microseconds.
    """

    def __init__(self, statement: UpdateBase, dialect: Dialect) -> None:
        names = None if isinstance(statement, Update) else [column.name for column in statement.table.columns]
        by_name: Any = type(dialect)
        compiled = statement.compile(
            dialect=by_name(paramstyle="named" if dialect.name == "sqlite" else "pyformat"), column_keys=names
        )
        self._text = str(compiled)
        self._driver = dialect.loaded_dbapi

    def execute(self, connection: Connection, *rows: Mapping[str, Any]) -> int:
        """Execute the statement for each row of parameters, and return the number of rows that were changed."""
        cursor: Any = connection.connection.cursor()
        try:
            if len(rows) == 1:
                cursor.execute(self._text, rows[0])
            else:
                cursor.executemany(self._text, rows)
            changed: int = cursor.rowcount
            return changed
        except self._driver.IntegrityError as error:
            raise IntegrityError(self._text, None, error) from error
        except self._driver.Error as error:
            raise DBAPIError(self._text, None, error) from error
        finally:
            cursor.close()


class _Write(Generic[T]):
    """A write in the queue, and then its result or its error."""

    result: T
    error: BaseException | None = None
    done = False

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work

    @property
    def failure(self) -> Exception | None:
        """The error, where it is one that a request can be answered with."""
        return self.error if isinstance(self.error, Exception) else None

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
            _execute(connection, statement)
        connection.commit()

    return engine


def _execute(connection: Any, statement: str) -> None:
    """Execute a statement of a new connection. SQLite does not wait for the lock under which a file changes to WAL."""
    until = perf_counter() + _PATIENCE
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 255 != sqlite3.SQLITE_BUSY or perf_counter() > until:
                raise
        sleep(0.01)
