"""The database of the games, and its tables: SQLite in a file, or PostgreSQL. All differences of the two are here.

A transaction is on disk when `writing` ends: SQLite runs with a write-ahead log and synchronous=FULL (NORMAL would be
quicker, but a power failure could lose the last transactions), PostgreSQL with synchronous_commit.

Where the disk refuses to keep a transaction, it is undone, and which pages of the write-ahead log are on the disk is
not known: the kernel may report the fault once and take those pages for written. So nothing more is written until the
server is started again. PostgreSQL stops by itself.
"""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from sqlite3 import SQLITE_IOERR
from time import perf_counter, sleep
from typing import Any, Final

import platformdirs
from sqlalchemy import (
    URL,
    BigInteger,
    ClauseElement,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from noughts.extras import require_extra
from noughts.web.play.documents import StoreError
from noughts.words import Said, Words

_DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
_EXPECTED = "expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
_PATIENCE = 5  # seconds to wait for a connection, or for another writer
_LOCK = 0x6E6F75676874  # PostgreSQL's advisory lock while tables are made: "nought" in ASCII

ON_SQLITE = (
    f"PRAGMA busy_timeout = {_PATIENCE * 1000}",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)
_ON_POSTGRESQL = (
    f"SET lock_timeout = '{_PATIENCE}s'",
    # Off, a server acknowledges what is not on disk. Stricter settings, such as waiting for replicas, stay.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
)
_log = logging.getLogger(__name__)
_Identity = tuple[int, int]

VERSION: Final = 4  # of the tables: to be changed with them, and with the documents
metadata = MetaData()
versions = Table("noughts", metadata, Column("version", Integer, primary_key=True, autoincrement=False))  # one row
games = Table(
    "games",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("version", Integer, nullable=False),  # decides which of two writers is first
    Column("updated", BigInteger, nullable=False),  # microseconds since 1970
    Column("rematch", String(22)),  # the id of the game's only rematch
    Column("document", Text, nullable=False),
)
claims = Table(  # which games a browser lists as its own
    "claims",
    metadata,
    Column("owner", String(64), primary_key=True),  # hashed
    Column("game_id", String(22), ForeignKey("games.id"), primary_key=True, index=True),
    Column("seat", String(4), primary_key=True),
    sqlite_with_rowid=False,
)


class Database:
    """Connections to a database with these tables. Every method raises StoreError, and so do the connections.

    Without a URL it is a file in the user's data folder, which other users cannot read. An empty database gets its
    tables; a database of another version or of another program is left as it is.
    """

    def __init__(self, url: str | None = None) -> None:
        where = default_url() if url is None else _checked(url)
        self.name = where.render_as_string(hide_password=True)
        self.sqlite = where.get_backend_name() == "sqlite"
        if not self.sqlite:
            require_extra("postgres", "PostgreSQL")
        self._files: dict[Path, _Identity | None] = {}
        self._broken: StoreError | None = None  # why nothing is kept until the server is started again
        self._open, self._told = False, ""
        with self._one_line_errors():
            if self.sqlite:
                _create_file(where)
            self._engine = _engine(where)
        try:
            with self.writing() as connection:
                self._require_tables(connection)
            if self.sqlite:
                self._keep_log()
                self._files = {path: _identity(path) for path in _files(where)}
        except BaseException:
            self.close()
            raise
        self._open = True

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def text(self, statement: ClauseElement) -> str:
        """Return a statement as text, for `exec_driver_sql` with a dictionary."""
        return str(statement.compile(self._engine))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for reading. Each statement may see a later state."""
        with self._one_line_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for a transaction: at the end its changes are on disk, or undone where an error is raised.

        On PostgreSQL transactions run side by side as READ COMMITTED, which is enough where each begins with the row or
        the unique key that decides who is first. SQLite has one writer at a time.
        """
        with self._one_line_errors():
            self._require_whole()
            with self._engine.begin() as connection:
                if self.sqlite:
                    connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
            self._require_whole()
        self._told = ""

    def _require_tables(self, connection: Connection) -> None:
        """Make the tables in an empty database. Raises StoreError for a database of another version or program."""
        if not self.sqlite:  # SQLite has one writer in any case
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        names = inspect(connection).get_table_names()
        if not names:
            metadata.create_all(connection)
            connection.execute(insert(versions), {"version": VERSION})
        elif versions.name not in names:
            raise StoreError(f"the database {self.name} has tables that are not of noughts: expected an empty database")
        elif (version := connection.execute(select(versions.c.version)).scalar()) != VERSION:
            raise StoreError(
                f"the database {self.name} is of another version of noughts: its tables have version {version}, "
                f"expected {VERSION}"
            )

    def _keep_log(self) -> None:
        """Let SQLite keep a write-ahead log. It does not wait for the lock that this needs, where two servers begin."""
        until = perf_counter() + _PATIENCE
        while True:
            try:
                with self.reading() as connection:
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                    connection.exec_driver_sql("PRAGMA wal_checkpoint")  # a server may have ended at a broken disk
                    connection.exec_driver_sql("PRAGMA user_version")  # the first reader creates the log's files
                return
            except StoreError:
                if perf_counter() > until:
                    raise
            sleep(0.01)

    def _require_whole(self) -> None:
        """Raise StoreError after a fault of the disk, or if a file of SQLite's was removed or replaced: what is written
        now would be kept nowhere."""
        lost = [path for path, known in self._files.items() if _identity(path) != known]
        if lost and self._broken is None:
            self._broken = StoreError(Said("error.database-lost", {"file": lost[0].name}))
            _log.error("%s", self._broken)
            with self._engine.connect() as connection:  # it still has the log that was removed
                connection.exec_driver_sql("PRAGMA wal_checkpoint")
        if self._broken is not None:
            raise self._broken

    @contextmanager
    def _one_line_errors(self) -> Iterator[None]:
        """Raise the database's errors as StoreError, in one line. The store handles IntegrityError itself."""
        try:
            yield
        except IntegrityError:
            raise
        except (DBAPIError, PoolTimeout, OSError) as error:
            raise self._unusable(getattr(error, "orig", None) or error) from None

    def _unusable(self, fault: BaseException) -> StoreError:
        """Return what is wrong, and say it once in the log: visitors read only that something is."""
        reason: Words = str(fault).strip().partition("\n")[0]
        broken = getattr(fault, "sqlite_errorcode", 0) & 0xFF == SQLITE_IOERR
        if broken:
            reason = Said("error.disk-fault", {"fault": reason})
        error = StoreError(Said("error.database-unusable", {"database": self.name, "reason": reason}))
        if self._open and self._broken is None and str(error) != self._told:
            self._told = str(error)
            _log.error("%s", error)
        if broken:
            self._broken = error
        return error


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


def _files(url: URL) -> list[Path]:
    """Return SQLite's files: the database, its write-ahead log, and the index of that."""
    return [Path(f"{url.database}{end}") for end in ("", "-wal", "-shm")]


def _identity(path: Path) -> _Identity | None:
    """Return the device and the inode of a file, None if there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _create_file(url: URL) -> None:
    """Create a SQLite database's file, readable by its owner only, unless it exists. Raises OSError."""
    path = Path(str(url.database))
    if url == default_url():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def _engine(url: URL) -> Engine:
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:  # threads take turns at one connection: SQLite has one writer, and would wait for another one asleep
        engine = create_engine(url, paramstyle="named", pool_size=1, max_overflow=0, pool_timeout=_PATIENCE)
    else:
        engine = create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": _PATIENCE})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, record: object) -> None:
        if sqlite:
            connection.isolation_level = None  # the driver begins no transactions: `writing` does
        for statement in ON_SQLITE if sqlite else _ON_POSTGRESQL:
            connection.execute(statement)
        connection.commit()

    return engine
