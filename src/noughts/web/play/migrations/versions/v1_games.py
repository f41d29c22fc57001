"""Games, their events, the seats' tokens, and who lists which game."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("game", sa.String(16), nullable=False),
        sa.Column("x", sa.Text, nullable=False),
        sa.Column("o", sa.Text, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("rematch_of", sa.String(22)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name="fk_games_rematch_of"),
        sa.UniqueConstraint("rematch_of", name="uq_games_rematch_of"),
    )
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(22), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.String(4), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("cell", sa.SmallInteger),
        sa.Column("count", sa.SmallInteger, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("key", sa.String(64)),
        sa.Column("fingerprint", sa.String(64)),
        sa.PrimaryKeyConstraint("game_id", "version", name="pk_events"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_events_game_id"),
        sa.UniqueConstraint("game_id", "key", name="uq_events_game_id_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.String(4), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "claims",
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.String(4), nullable=False),
        sa.PrimaryKeyConstraint("owner", "game_id", "seat", name="pk_claims"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_claims_game_id"),
        sqlite_with_rowid=False,
    )
