"""PostgreSQL: what the tests of SQLite show, shown of it too, and what only a server of its own can do.

All tests that need the server are in this file, so that one worker process starts it, once.
"""

import inspect
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from noughts.web.play.database import Database
from noughts.web.play.documents import StoreError
from noughts.web.play.store import Store
from tests.web import test_database, test_faults, test_store, test_two_servers
from tests.web.process import server
from tests.web.storing import create, new_game, play
from tests.web.test_database import told
from tests.web.test_faults import CLIENTS, KILLS, Client, assert_kept, under_load

pytestmark = pytest.mark.gate

OVER_A_DATABASE = {"url", "store", "two"}  # the fixtures of these files that lead to a database
for _module in (test_database, test_faults, test_store, test_two_servers):
    for _name, _thing in vars(_module).items():
        if _name in OVER_A_DATABASE or (
            _name.startswith("test_") and OVER_A_DATABASE & inspect.signature(_thing).parameters.keys()
        ):
            assert _name not in globals(), _name
            globals()[_name] = _thing
assert {*globals(), "url"} >= OVER_A_DATABASE


USER = "noughts"
SERVER = "postgres"  # the account that runs it where we are root: the server refuses to be root


def folder_of_programs() -> Path | None:
    """Return the folder with initdb and pg_ctl, the newest version's; None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@dataclass(frozen=True)
class Server:
    """A server that runs. Its databases go with it."""

    bin: Path
    folder: Path
    numbers: Iterator[int]

    def database(self, options: str = "") -> str:
        """Return the URL of a place without tables: a schema of its own, which is quicker made than a database."""
        name = f"games{next(self.numbers)}"
        with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres") as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql+psycopg://{USER}@/postgres?host={self.folder}&options=-csearch_path%3D{name}{options}"

    def crash(self) -> None:
        """Stop at once, as a fault would: what the server has in memory alone is lost."""
        self.run("pg_ctl", "stop", "-m", "immediate", "-D", f"{self.folder}/data")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c max_connections=100"
        log = f"{self.folder}/log"
        self.run("pg_ctl", "start", "-w", "-D", f"{self.folder}/data", "-l", log, "-o", options)

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        own: dict[str, Any] = {"user": SERVER, "group": SERVER, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [str(self.bin / program), *arguments]
        done = subprocess.run(
            command,
            cwd=self.folder,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **own,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")


@contextmanager
def running(bin: Path) -> Iterator[Server]:
    """Make a server of Debian's programs, with a socket that only this machine can reach; run it, and remove it."""
    with tempfile.TemporaryDirectory(prefix="noughts-pg-") as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, SERVER, SERVER)
        server = Server(bin, Path(folder), count())
        server.run("initdb", "-D", f"{folder}/data", "-U", USER, "--auth=trust", "--no-sync", "--encoding=UTF8")
        server.start()
        try:
            yield server
        finally:
            server.crash()  # an orderly end would first write everything to disk


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server of the tests' own."""
    programs = folder_of_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    with running(programs) as server:
        yield server


@pytest.fixture
def url(postgres: Server) -> str:
    """The URL of an empty database."""
    return postgres.database()


def test_postgresql_acknowledges_what_is_on_disk(postgres: Server) -> None:
    for given, kept in (("off", "on"), ("remote_apply", "remote_apply")):
        base = Database(postgres.database(f"%20-csynchronous_commit%3D{given}"))
        expected = {"synchronous_commit": kept, "lock_timeout": "5s"}
        with base.writing() as connection:
            assert told(connection, "SHOW", expected) == expected
        base.close()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_other_names_of_postgresql(postgres: Server, scheme: str) -> None:
    Store(postgres.database().replace("postgresql+psycopg", scheme)).close()


def test_a_server_that_goes_and_comes_back(postgres: Server) -> None:
    store = Store(postgres.database())
    game = play(store, create(store, new_game()), 4)
    postgres.crash()
    for ask in (lambda: store.load(game.id, {}), lambda: play(store, game, 0)):
        fails(ask)
    postgres.start()
    assert store.load(game.id, {}) == game
    assert play(store, game, 0).version == 2
    store.close()


def fails(ask: Callable[[], object]) -> None:
    """Assert that the database cannot be used, in one line."""
    with pytest.raises(StoreError) as fault:
        ask()
    assert "\n" not in str(fault.value)


@pytest.mark.timing
def test_nothing_acknowledged_is_lost_with_the_database_s_server(postgres: Server, tmp_path: Path) -> None:
    clients, errors = [Client(number, random.Random(number)) for number in range(CLIENTS)], tmp_path / "errors"
    with server(postgres.database(), errors) as running:
        for _ in range(KILLS):
            under_load(clients, running.port, postgres.crash)
            postgres.start()
            assert_kept(clients, running.port)
    assert sum(len(client.games) for client in clients) > CLIENTS
