"""The tables: an empty database gets them once, and a database of another version or program is left as it is."""

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from noughts.web.play import schema
from noughts.web.play.store import Store
from noughts.web.play.stored import StoreError


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
    assert made.keys() == {"noughts", *schema.metadata.tables}
    assert made["noughts"] == [("version",), (schema.VERSION,)]


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


def test_the_file_of_another_program_keeps_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "diary.sqlite"
    execute(f"sqlite:///{path}", "CREATE TABLE diary (day TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not of noughts"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["diary.sqlite"]


OPEN = """
import sys
from noughts.web.play.store import Store
from noughts.web.play.stored import StoreError
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
