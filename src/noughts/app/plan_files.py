"""A plan in a file as a player: what `noughts plan --json` has written."""

from pathlib import Path

from noughts.core.strategy import Strategy
from noughts.errors import NotationError, StrategyError, file_errors
from noughts.prove.plan import Follower
from noughts.results.plan import read_plan


def follower_of(path: str) -> Strategy:
    """Return the player who follows the plan in a file. Raises FileError, StrategyError."""
    with file_errors("read", Path(path)):
        text = Path(path).read_text(encoding="utf-8", errors="replace")
    try:
        return Follower(read_plan(text))
    except NotationError as error:
        raise StrategyError(f"player {path!r}: {error}") from None
