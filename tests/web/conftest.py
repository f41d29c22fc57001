"""The hosts that the application is tried on, and the databases of the store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web import postgresql
from tests.web.hosts import HOSTS, hosted


@pytest.fixture(scope="module", params=HOSTS)
def _host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with hosted(request.param, tmp_path_factory.mktemp("host")) as client:
        yield client


@pytest.fixture
def client(_host: Any) -> Any:
    """A client of each host, who has no games yet."""
    _host.cookies.clear()
    return _host


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a server, where only that can be asked."""
    with hosted("server", tmp_path_factory.mktemp("server")) as client:
        yield client


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgresql.Server]:
    """A PostgreSQL server of the tests' own."""
    programs = postgresql.programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (on Debian: apt install postgresql)")
    with postgresql.serving(programs) as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind; PostgreSQL in the slow tier alone."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.sqlite"
    server: postgresql.Server = request.getfixturevalue("postgres")
    return server.database()
