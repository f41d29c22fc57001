"""A command as a user writes it."""

import shlex
import shutil

from noughts.errors import StrategyError


def words_of(command: str, what: str = "engine") -> list[str]:
    """Return a command as a shell would split it. Raises StrategyError, which names `what` it is, if there is no such
    program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise StrategyError(f"no {what} {command!r}: {error}") from None
    if not words:
        raise StrategyError(f"no {what} {command!r}: expected a command such as './pbrain-other -flag'")
    if shutil.which(words[0]) is None:
        raise StrategyError(f"no {what} {command!r}: there is no program {words[0]!r} (or it may not be run)")
    return words
