"""The hosts that the application is tried on, and the databases of the store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

# A server's thread loads it at the first such request: pytest rewrites it then, which CPython 3.11 cannot do that deep
# in a stack while another thread's objects are collected.
import noughts.strategies.rules.sentences  # noqa: F401
from tests.web.hosts import HOSTS, hosted
from tests.web.serving import sqlite


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


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The URL of an empty database, of SQLite; in test_postgresql.py it is one of PostgreSQL."""
    return sqlite(tmp_path)
