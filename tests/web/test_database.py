"""The databases: what each promises, where games are kept, and faults in one line."""

import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from noughts.errors import MissingExtraError, NoughtsError
from noughts.web.play import database, schema
from noughts.web.play.database import Database, default_url
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Store
from noughts.web.play.stored import KeyReused, NoSuchGame, Repeated, Stale, StoreError
from tests.web.serving import API, Seated, problem, serving, sqlite
from tests.web.storing import OWNER, THEN, create, new_header, play

# What is promised of each database.


def told(connection: Connection, ask: str, names: Iterable[str]) -> dict[str, object]:
    """Return a connection's settings."""
    return {name: connection.execute(text(f"{ask} {name}")).scalar() for name in names}


def test_sqlite_acknowledges_what_is_on_disk(tmp_path: Path) -> None:
    base = Database(f"sqlite:///{tmp_path}/games.sqlite")
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    with base.reading() as connection:
        assert told(connection, "PRAGMA", expected) == expected
    base.close()


def test_what_fails_is_undone(url: str) -> None:
    base = Database(url)

    def add(name: str, *more: str) -> None:
        with base.writing() as connection:
            for each in (name, *more):
                row = {"game": "3,3,3", "x": "", "o": "", "opening": "", "seed": 0, "version": 0, "hints": False}
                connection.execute(schema.games.insert(), row | {"id": each, "created": THEN, "updated": THEN})
            if name == "b":
                raise ZeroDivisionError
            if name == "d":
                connection.execute(text("SELECT * FROM nowhere"))

    add("a")
    with pytest.raises(ZeroDivisionError):
        add("b")
    with pytest.raises(IntegrityError):
        add("c", "a")
    with pytest.raises(StoreError, match="nowhere"):
        add("d")
    with base.reading() as connection:
        assert connection.execute(select(schema.games.c.id)).scalars().all() == ["a"]
    base.close()


def test_what_is_not_committed_is_not_acknowledged(url: str) -> None:
    store = Store(url)
    game = create(store, new_header())

    def refuse(connection: Connection) -> None:
        raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    event.listen(store._database._engine, "commit", refuse)
    with pytest.raises(StoreError, match="disk I/O error"):
        play(store, game, 4)
    event.remove(store._database._engine, "commit", refuse)
    assert store.load(game.header.id).events == ()
    assert play(store, game, 4).version == 1
    store.close()


# Where games are kept, and who sees them.


def mode(path: Path) -> int:
    """Return the permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_by_default_games_lie_in_the_user_s_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = Store()
    path = tmp_path / "data" / "noughts" / "games.sqlite"
    assert default_url().database == str(path)
    create(store, new_header())
    assert (mode(path.parent), mode(path)) == (0o700, 0o600)
    assert {mode(other) for other in path.parent.iterdir()} == {0o600}
    store.close()
    assert [other.name for other in path.parent.iterdir()] == ["games.sqlite"]


# What goes wrong is told in one line.

NO_URL = r"expected sqlite:///FILE or postgresql\+psycopg://USER:PASSWORD@HOST/NAME$"


@pytest.mark.parametrize(
    "bad", ["", "games.sqlite", "mysql://localhost/games", "postgresql://h:port/x", "sqlite:", "://"]
)
def test_what_is_no_url(bad: str) -> None:
    with pytest.raises(StoreError, match=NO_URL):
        Store(bad)


@pytest.mark.parametrize("memory", ["sqlite://", "sqlite:///:memory:"])
def test_memory_is_no_place_for_games(memory: str) -> None:
    with pytest.raises(StoreError, match="games are kept in a file"):
        Store(memory)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"^the database sqlite:////.*/none/g.sqlite cannot be used: .*No such file"):
        Store(f"sqlite:///{tmp_path}/none/g.sqlite")
    with pytest.raises(StoreError, match="unable to open database file"):
        Store(f"sqlite:///{tmp_path}")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("Dear diary, " * 100)
    with pytest.raises(StoreError, match=r"cannot be used: file is not a database$"):
        Store(f"sqlite:///{path}")


def test_a_database_that_another_process_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "ON_SQLITE", ("PRAGMA busy_timeout = 1", *database.ON_SQLITE[1:]))
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    game = create(store, new_header())
    holder = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="database is locked"):
        play(store, game, 4)
    assert store.load(game.header.id).events == ()
    holder.execute("ROLLBACK")
    holder.close()
    assert play(store, game, 4).version == 1
    store.close()


@pytest.mark.timing
def test_a_database_that_another_process_reads_when_the_server_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    Store(f"sqlite:///{tmp_path}/games.sqlite").close()
    reader = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    reader.execute("PRAGMA journal_mode = DELETE")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM games")
    with pytest.raises(StoreError, match="database is locked"):
        Store(f"sqlite:///{tmp_path}/games.sqlite")
    reader.close()
    Store(f"sqlite:///{tmp_path}/games.sqlite").close()


def test_visitors_read_nothing_of_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And the operator once what is wrong."""
    monkeypatch.setattr(database, "ON_SQLITE", ("PRAGMA busy_timeout = 1", *database.ON_SQLITE[1:]))
    with serving(sqlite(tmp_path)) as client:
        holder = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            refused = client.post(f"{API}/games", json={})
            assert problem(refused) == (503, "store")
            assert "sqlite" not in refused.text
        holder.close()
        assert client.post(f"{API}/games", json={}).status_code == 201
    (record,) = (record for record in caplog.records if record.name == database.__name__)
    assert record.getMessage() == f"the database {sqlite(tmp_path)} cannot be used: database is locked"


def test_a_database_that_may_only_be_read(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    game = create(store, new_header())
    with store._database.reading() as connection:
        connection.execute(text("PRAGMA query_only = ON"))
    with pytest.raises(StoreError, match="attempt to write a readonly database"):
        play(store, game, 4)
    store.close()


def removed(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    copy = path.with_suffix(".copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


@pytest.mark.timing
@pytest.mark.parametrize("lose", [removed, replaced])
@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_lost_while_the_server_runs(
    tmp_path: Path, lose: Callable[[Path], None], end: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing more is acknowledged, and the log says so once; a server that is started again keeps games again."""
    path = tmp_path / "games.sqlite"
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, x="human", o="human")
        assert game.move("a1").status_code == 200
        lose(path.with_name(f"games.sqlite{end}"))
        for _ in range(3):
            assert problem(game.move("b2", "O")) == (503, "store")
            refused = client.post(f"{API}/games", json={})
            assert problem(refused) == (503, "store")
        assert refused.json()["said"]["kind"] == "error.no-games-now"
        assert [record.levelname for record in caplog.records if record.name == database.__name__] == ["ERROR"]
        if end:  # what was acknowledged is in the database's own file
            (tmp_path / "kept").mkdir()
            shutil.copy(path, tmp_path / "kept")
            with serving(sqlite(tmp_path / "kept")) as other:
                assert other.get(f"{API}/games/{game.state['id']}").json() == game.state
    with serving(sqlite(tmp_path)) as client:
        again = Seated(client, x="human", o="human")
        assert again.move("a1").status_code == 200


def test_a_program_that_reads_beside_the_server_takes_no_file_away(tmp_path: Path) -> None:
    store = Store(sqlite(tmp_path))
    game = create(store, new_header())
    read = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM games').fetchone())"
    command = [sys.executable, "-c", read, str(tmp_path / "games.sqlite")]
    assert subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout == "(1,)\n"
    assert play(store, game, 4).version == 1
    store.close()


def test_a_full_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    with store._database.reading() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
    made = list[LiveGame]()
    with pytest.raises(StoreError, match="database or disk is full"):
        made.extend(create(store, new_header(number)) for number in range(1000))
    found, _ = store.mine(OWNER, 1000)
    assert len(found) == len(made) > 0
    store.close()


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(StoreError, match="Permission denied"):
        Store(f"sqlite:///{tmp_path}/games.sqlite")


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        StoreError, match=r"^the database postgresql\+psycopg://me:\*\*\*@/games\?host=\S+ cannot be used: .*"
    ) as fault:
        Store(f"postgresql+psycopg://me:secret@/games?host={tmp_path}")
    assert "secret" not in str(fault.value)
    assert "\n" not in str(fault.value)


def test_psycopg_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: library != "psycopg")
    with pytest.raises(MissingExtraError, match=r"^PostgreSQL needs an extra: pip install 'noughts\[postgres\]'$"):
        Store("postgresql+psycopg:///games")


@pytest.mark.parametrize("error", [NoSuchGame, Stale, Repeated, KeyReused, StoreError])
def test_its_errors_are_ours(error: type[Exception]) -> None:
    assert issubclass(error, NoughtsError)
