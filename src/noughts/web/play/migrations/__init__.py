"""Schema versions: `versions/` has a file for each, and Alembic stores the current one in the database.

To add a version, change schema.py and add a file to `versions/` that revises the newest; the tests compare the two.
"""

from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, func, select

from noughts.errors import NoughtsError

_LOCK = 0x6E6F75676874  # PostgreSQL's advisory lock for an upgrade: "nought" in ASCII


class NewerSchema(NoughtsError):
    """A database that a newer version of the program has upgraded."""


def scripts() -> ScriptDirectory:
    """Return the steps, as Alembic reads them."""
    return ScriptDirectory(Path(__file__).parent)


def upgrade(connection: Connection) -> None:
    """Bring a database to the newest version. Raises NewerSchema.

    The connection's transaction contains all steps, and excludes other upgrades: on PostgreSQL by a lock; on SQLite it
    must have begun as a writer (BEGIN IMMEDIATE).
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    script, context = scripts(), MigrationContext.configure(connection)
    present = context.get_current_revision()
    try:
        script.get_revision(present or "base")
    except CommandError:
        newest = script.get_current_head()
        raise NewerSchema(
            f"a newer version of noughts made it (schema {present!r}; this one knows up to {newest!r}): upgrade noughts"
        ) from None
    steps = list(script.iterate_revisions("heads", present or "base"))
    with Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
    context.stamp(script, "heads")
