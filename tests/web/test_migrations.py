"""Schema versions: they make what schema.py says, only once, whoever comes first, and never go back."""

import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from noughts.web.play.database import StoreError
from noughts.web.play.migrations import scripts
from noughts.web.play.schema import events, metadata
from noughts.web.play.store import Store
from tests.web.storing import THEN, create, new_header

DATA = Path(__file__).parent.parent / "data"


def test_the_steps_make_what_the_schema_says(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == scripts().get_current_head()
    engine.dispose()


def test_the_comparison_sees_a_difference(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE games ADD COLUMN colour TEXT"))
        connection.execute(text("DROP TABLE claims"))
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    assert sorted(difference[0] for difference in differences) == ["add_table", "remove_column"]
    engine.dispose()


def test_sqlite_gets_the_very_tables(tmp_path: Path) -> None:
    """What the comparison leaves out, such as how rows are kept, is in the text of the tables."""

    def tables(name: str) -> dict[str, list[str]]:
        engine = create_engine(f"sqlite:///{tmp_path}/{name}")
        if name == "made":
            metadata.create_all(engine)
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'")).all()
        engine.dispose()
        lines = {name: sql.replace(", ", ",").replace(",", "\n").splitlines() for name, sql in rows}
        return {name: sorted(line.strip() for line in own if line.strip()) for name, own in lines.items()}

    Store(f"sqlite:///{tmp_path}/stepped").close()
    stepped, made = tables("stepped"), tables("made")
    assert stepped.pop("alembic_version")
    assert stepped == made
    assert "WITHOUT ROWID" in " ".join(made[events.name])


def test_an_upgrade_is_done_once(url: str) -> None:
    Store(url).close()
    Store(url).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1
    engine.dispose()


def test_an_older_database_keeps_its_games(tmp_path: Path) -> None:
    """A file as the first version wrote it: its games are there, without what they could not agree on then."""
    old = sqlite3.connect(tmp_path / "games.sqlite")
    old.executescript((DATA / "games-version-1.sql").read_text(encoding="utf-8"))
    old.close()
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    stored = store.load("game-of-version-one-ab")
    assert stored.header.players == ("human", "friend")
    assert stored.header.opening == (4,)
    assert [event.cell for event in stored.events] == [0]
    assert stored.rematch == "rematch-of-version-on"
    assert stored.header.hints is False
    agreed = replace(new_header(), hints=True)
    create(store, agreed)
    assert store.load(agreed.id).header == agreed
    rematch = agreed.rematch("rematch-that-agrees-ab", 6, THEN)
    store.rematch(rematch)
    assert store.load(rematch.id).header.hints is True
    store.close()


def test_a_newer_database_is_refused(url: str) -> None:
    Store(url).close()
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    expected = r"cannot be used: a newer version of noughts made it \(schema '9999'; this one knows up to '\d+'\)"
    with pytest.raises(StoreError, match=expected):
        Store(url)
    engine.dispose()


def test_a_step_that_fails_leaves_nothing(url: str) -> None:
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE claims (mine INTEGER)"))  # somebody else's, and in the way
    with pytest.raises(StoreError, match=r"claims.* already exists"):
        Store(url)
    assert inspect(engine).get_table_names() == ["claims"]
    engine.dispose()


OPEN = """
import sys
from noughts.web.play.store import Store
print("ready", flush=True)
sys.stdin.readline()
Store(sys.argv[1]).close()
print("done")
"""


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
