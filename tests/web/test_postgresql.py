"""PostgreSQL: what the tests of SQLite show, shown of it too, and what only a server of its own can do.

All tests that need the server are in this file, so that one worker process starts it, once.
"""

import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from noughts.web.play.database import Database
from noughts.web.play.documents import StoreError
from noughts.web.play.store import Store
from tests.web import postgresql, test_database, test_faults, test_store, test_two_servers
from tests.web.process import server
from tests.web.storing import create, new_game, play
from tests.web.test_database import told
from tests.web.test_faults import CLIENTS, KILLS, Client, assert_kept, under_load

pytestmark = pytest.mark.gate

OVER_A_DATABASE = {"url", "store", "two", "servers"}  # the fixtures of these files that lead to a database
for _module in (test_database, test_faults, test_store, test_two_servers):
    for _name, _thing in vars(_module).items():
        if _name in OVER_A_DATABASE or (
            _name.startswith("test_") and OVER_A_DATABASE & inspect.signature(_thing).parameters.keys()
        ):
            assert _name not in globals(), _name
            globals()[_name] = _thing
assert {*globals(), "url"} >= OVER_A_DATABASE


@pytest.fixture(scope="module")
def postgres() -> Iterator[postgresql.Server]:
    """A PostgreSQL server of the tests' own."""
    programs = postgresql.programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    with postgresql.serving(programs) as server:
        yield server


@pytest.fixture
def url(postgres: postgresql.Server) -> str:
    """The URL of an empty database."""
    return postgres.database()


def test_postgresql_acknowledges_what_is_on_disk(postgres: postgresql.Server) -> None:
    for given, kept in (("off", "on"), ("remote_apply", "remote_apply")):
        base = Database(postgres.database(f"%20-csynchronous_commit%3D{given}"))
        expected = {"synchronous_commit": kept, "lock_timeout": "5s"}
        with base.writing() as connection:
            assert told(connection, "SHOW", expected) == expected
        base.close()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_other_names_of_postgresql(postgres: postgresql.Server, scheme: str) -> None:
    Store(postgres.database().replace("postgresql+psycopg", scheme)).close()


def test_a_server_that_goes_and_comes_back(postgres: postgresql.Server) -> None:
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
def test_nothing_acknowledged_is_lost_with_the_database_s_server(postgres: postgresql.Server, tmp_path: Path) -> None:
    clients, errors = [Client(number, random.Random(number)) for number in range(CLIENTS)], tmp_path / "errors"
    with server(postgres.database(), errors) as (_, port):
        for _ in range(KILLS):
            under_load(clients, port, postgres.crash)
            postgres.start()
            assert_kept(clients, port)
    assert sum(len(client.games) for client in clients) > CLIENTS
