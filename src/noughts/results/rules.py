"""A list of rules as cards: what cards can say, and what is proved of a list with the rule of each move."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class CardWord:
    """What a card can say, and what it means."""

    name: str
    meaning: str


@dataclass(frozen=True)
class CardCondition(CardWord):
    """A condition and what it is called, with a position of 3,3,3 as an example, and the cells that it names there."""

    title: str
    example: str
    cells: list[str]


@dataclass(frozen=True)
class RuleCard:
    """A rule of a list: its condition, the limits that must hold, which of its cells it takes."""

    condition: str
    limits: list[str]
    ties: str


@dataclass(frozen=True)
class SampleSheet:
    """A list of rules to begin with."""

    name: str
    about: str
    cards: list[RuleCard]


@dataclass(frozen=True)
class RuleShelf:
    """What the cards of a board can say: the conditions, the limits of a rule, which of its cells it takes."""

    conditions: list[CardCondition]
    limits: list[CardWord]
    ties: list[CardWord]
    sheets: list[SampleSheet]


@dataclass(frozen=True)
class RuleMove:
    """A move of a game; `rule` is the number of the rule that decided it, null for a move of the other side."""

    cell: str
    rule: int | None


@dataclass(frozen=True)
class RuleSeat:
    """What is proved of a list in a seat, and a shortest game that it loses.

    `decided`: in how many positions each rule decides, against every reply. `stuck`: the game ends where no rule of the
    list has a cell.
    """

    verdict: str
    decided: list[int]
    losing_line: list[RuleMove] | None
    stuck: bool


@dataclass(frozen=True)
class RuleStudy:
    """A list of rules: its cards, and what is proved of it in each seat; null beyond a small board.

    `said`: the sentence that each card was read from, empty where it was the rule's own words.
    """

    game: str
    cards: list[RuleCard]
    said: list[str]
    seats: dict[Literal["first", "second"], RuleSeat] | None
