"""The strategies that play a game, and the levels among them, as results."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from noughts.core.sparse import Written

Verdicts = dict[Literal["first", "second"], str | None]


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


@dataclass(frozen=True, kw_only=True)
class StrategyListed(StrategyEntry):
    """A strategy that plays a game, with what a page shows of it."""

    noisy: bool
    view: Literal["grid", "matrix", "rules"] | None
    usual: str | None = field(metadata={"description": "how a person meets it there; null: they meet another"})
    verdicts: Verdicts = field(metadata={"description": "of the proofs in the package, null without one"})


@dataclass(frozen=True)
class Measured:
    """The shares of games that a level wins and loses against another one, half of them in each seat.

    `games`: how many were played, `interval`: of the lost share, at 95 % confidence; both are null where the result is
    computed over all games.
    """

    against: str
    won: float
    lost: float
    games: int | None
    interval: list[float] | None


@dataclass(frozen=True)
class Level:
    """An opponent that a person chooses by its strength: `measured` against the best level, `step` against the next.

    Both are null on boards where that was not done, and for the best level.
    """

    name: str
    strategy: str
    measured: Measured | None
    step: Measured | None


@dataclass(frozen=True)
class Strategies:
    """The strategies that play a game, and the levels among them, the weakest first."""

    strategies: list[StrategyListed]
    levels: list[Level]


@dataclass(frozen=True)
class StrategiesDocument(Written):
    """All registered strategies."""

    strategies: list[StrategyEntry]
    schema: ClassVar = "noughts/strategies/1"
