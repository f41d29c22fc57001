"""Options of a strategy: the fields of its frozen dataclass, written `name:field=value,field=value`."""

from dataclasses import fields
from typing import Any

from noughts.core.game import Game
from noughts.errors import StrategyError
from noughts.players.player import Cost, Player
from noughts.words import Said, Words

LONGEST = 86_400  # seconds for a move


class NamedByOptions(Player):
    """Gives a frozen dataclass its `name`: the class's `title`, and the options that differ from their defaults."""

    title: str
    origin: str  # where the strategy was published
    cost: Cost = "instant"
    obeys_rules = True
    runs_here = False
    plays = ""  # the kind of words that say which games it plays; empty if it plays all, or says why itself

    def why_not(self, game: Game) -> Words:
        """Return which games it plays if this is none of them, else an empty text."""
        return Said(self.plays) if self.plays and not self.supports(game) else ""

    @property
    def name(self) -> str:
        """The strategy as written on the command line: `paths`, `paths:override=off`."""
        changed = [
            f"{field.name}={written(getattr(self, field.name))}"
            for field in fields(self)  # type: ignore[arg-type]
            if getattr(self, field.name) != field.default
        ]
        return f"{self.title}:{','.join(changed)}" if changed else self.title


def written(value: Any) -> str:
    """Return an option's value as it is written on the command line."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def require_seconds(seconds: float) -> None:
    """Raise StrategyError for a time for a move that is negative or longer than a day."""
    if not 0 <= seconds <= LONGEST:
        raise StrategyError(Said("error.option-seconds", {"most": LONGEST, "given": seconds}))


def out_of_range(option: str, least: float, most: float, given: object) -> StrategyError:
    """Return the error of an option's value that is too small or too large."""
    values = {"option": option, "least": least, "most": most, "given": given}
    return StrategyError(Said("error.option-range", values))
