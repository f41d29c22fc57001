"""Whether two people agreed on hints when their game was made; in earlier games they had not."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the column."""
    op.add_column("games", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false()))
