"""The databases: what each promises, where games are kept, whose tables are used, and faults in one line."""

import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import Connection, create_engine, inspect, select, text
from sqlalchemy.exc import IntegrityError

from noughts.errors import MissingExtraError
from noughts.web.play import database
from noughts.web.play.database import Database, default_url
from noughts.web.play.documents import StoreError
from noughts.web.play.live import LiveGame
from noughts.web.play.store import Store
from tests.refusals import refused
from tests.web.serving import API, Seated, problem, serving, sqlite
from tests.web.storing import OWNER, create, new_game, play

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
                row = {"id": each, "version": 0, "updated": 0, "document": ""}
                connection.execute(database.games.insert(), row)
            if name == "b":
                raise ZeroDivisionError
            if name == "d":
                connection.execute(text("SELECT * FROM nowhere"))

    add("a")
    with pytest.raises(ZeroDivisionError):
        add("b")
    with pytest.raises(IntegrityError):
        add("c", "a")
    with refused("error.database-unusable"):
        add("d")
    with base.reading() as connection:
        assert connection.execute(select(database.games.c.id)).scalars().all() == ["a"]
    base.close()


# Where games are kept, and who sees them.


def mode(path: Path) -> int:
    """Return the permissions of a file or a folder."""
    return stat.S_IMODE(path.stat().st_mode)


def test_by_default_games_lie_in_the_user_s_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = Store()
    path = tmp_path / "data" / "noughts" / "games.sqlite"
    assert default_url().database == str(path)
    create(store, new_game())
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


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/none/g.sqlite"
    with refused("error.database-unusable", database=url):
        Store(url)
    with refused("error.database-unusable", reason="unable to open database file"):
        Store(f"sqlite:///{tmp_path}")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("Dear diary, " * 100)
    with refused("error.database-unusable", reason="file is not a database"):
        Store(f"sqlite:///{path}")


def test_a_database_that_another_process_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "ON_SQLITE", ("PRAGMA busy_timeout = 1", *database.ON_SQLITE[1:]))
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    game = create(store, new_game())
    holder = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with refused("error.database-unusable", reason="database is locked"):
        play(store, game, 4)
    assert store.load(game.id, {}) == game
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
    with refused("error.database-unusable", reason="database is locked"):
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
    game = create(store, new_game())
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
    with refused("error.database-unusable", reason="database or disk is full"):
        made.extend(create(store, new_game(number)) for number in range(1000))
    found, _ = store.mine(OWNER, 1000, None, {})
    assert len(found) == len(made) > 0
    store.close()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    shown = f"postgresql+psycopg://me:***@/games?host={quote(str(tmp_path), safe='')}"
    with refused("error.database-unusable", database=shown) as fault:
        Store(f"postgresql+psycopg://me:secret@/games?host={tmp_path}")
    assert "secret" not in str(fault.value)
    assert "\n" not in str(fault.value)


def test_psycopg_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: library != "psycopg")
    with pytest.raises(MissingExtraError, match=r"^PostgreSQL needs an extra: pip install 'noughts\[postgres\]'$"):
        Store("postgresql+psycopg:///games")


# An empty database gets the tables once, and a database of another version or program is left as it is.


def execute(url: str, *statements: str) -> None:
    """Execute statements in a database, as another program would."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return the columns and the rows of all tables."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = inspect(connection)
        tables = {name: [column["name"] for column in found.get_columns(name)] for name in found.get_table_names()}
        rows = {name: connection.execute(text(f"SELECT * FROM {name}")).all() for name in tables}
    engine.dispose()
    return {name: [tuple(tables[name]), *map(tuple, rows[name])] for name in tables}


def test_an_empty_database_gets_its_tables_once(url: str) -> None:
    for _ in range(2):
        Store(url).close()
    made = contents(url)
    assert made.keys() == {"noughts", *database.metadata.tables}
    assert made["noughts"] == [("version",), (database.VERSION,)]


OTHERS = {
    "another version": (
        ("UPDATE noughts SET version = 9999",),
        r"is of another version of noughts: its tables have version 9999, expected \d+$",
    ),
    "no version": (("DELETE FROM noughts",), r"its tables have version None, expected \d+$"),
    "another program": (
        ("DROP TABLE noughts", "CREATE TABLE diary (day TEXT)", "INSERT INTO diary VALUES ('Monday')"),
        r"has tables that are not of noughts: expected an empty database$",
    ),
    "another table of the same name": (
        ("DROP TABLE noughts", "CREATE TABLE noughts (crosses TEXT)"),
        r"cannot be used: .*version",
    ),
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_database_is_refused_and_left_as_it_is(url: str, other: str) -> None:
    statements, refusal = OTHERS[other]
    Store(url).close()
    execute(url, *statements)
    before = contents(url)
    with pytest.raises(StoreError, match=refusal) as fault:
        Store(url)
    assert "\n" not in str(fault.value)
    assert contents(url) == before


OPEN = """
import sys
from noughts.web.play.store import Store
print("ready", flush=True)
sys.stdin.readline()
Store(sys.argv[1]).close()
print("done")
"""


@pytest.mark.timing
def test_processes_that_begin_at_once(url: str) -> None:
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for process in starts:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in starts:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    results = [process.communicate(timeout=60) for process in starts]
    assert results == [("done\n", "")] * 4
