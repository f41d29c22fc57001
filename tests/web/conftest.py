"""The databases that the store is tried on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web import postgresql


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
