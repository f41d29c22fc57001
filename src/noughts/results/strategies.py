"""The registered strategies."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class ListedOption:
    """An option of a strategy: its default and its choices, as a user writes them."""

    default: str
    choices: str


@dataclass(frozen=True)
class StrategyEntry:
    """A strategy: what it is, its source, the games that it plays, its options."""

    name: str
    what: str
    origin: str
    plays: str
    options: dict[str, ListedOption]


@dataclass(frozen=True)
class StrategiesDocument:
    """All registered strategies."""

    schema: Literal["noughts/strategies/1"]
    strategies: list[StrategyEntry]
