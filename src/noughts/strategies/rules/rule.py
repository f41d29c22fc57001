"""One rule: a condition, the limits that must hold before it counts, and which of its cells it takes."""

import re
from dataclasses import dataclass
from typing import NamedTuple, Self

from noughts.core.game import Game, Move
from noughts.core.notation import RING_CELLS, STANDARD
from noughts.core.position import Position
from noughts.errors import StrategyError, nearest
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, MOVE, holds, is_limit, limit_said
from noughts.words import Said, either

MOST = 200  # rules of a list
_TIES = ("first", "ring")
_NUMBER = re.compile(r"\d+[.)]\s*")


@dataclass(frozen=True)
class Rule:
    """A condition, the limits that must hold before it counts, and which of its cells is taken: all of them are equal,
    or the `first` in reading order, or in `ring` order."""

    condition: str
    limits: tuple[str, ...] = ()
    ties: str = ""

    @classmethod
    def from_text(cls, text: str) -> "Rule":
        """Return the rule that a text says. Raises StrategyError, which names the word and the nearest ones.

        >>> Rule.from_text("moving second: if they hold the centre: corner first")
        Rule(condition='corner', limits=('moving second', 'if they hold the centre'), ties='first')
        """
        if (rule := cls.in_own_words(text)) is not None:
            return rule
        limits, last = _parts(text)
        for limit in limits:
            if not is_limit(limit):
                hint = _nearest(limit, [*LIMITS, MOVE])
                raise StrategyError(Said("error.no-limit", {"limit": repr(limit), "hint": hint}))
        condition, _ = _condition(last)
        hint = _nearest(condition, [*CONDITIONS])
        raise StrategyError(Said("error.no-condition", {"condition": repr(condition), "hint": hint}))

    @classmethod
    def in_own_words(cls, text: str) -> Self | None:
        """Return the rule of a text in its own words; None for another text."""
        limits, last = _parts(text)
        condition, tie = _condition(last)
        is_rule = all(map(is_limit, limits)) and condition in CONDITIONS
        return cls(condition, tuple(limits), tie) if is_rule else None

    def __str__(self) -> str:
        return ": ".join([*self.limits, self.condition_text])

    @property
    def condition_text(self) -> str:
        """Its condition, and which of the cells it takes."""
        return f"{self.condition} {self.ties}" if self.ties else self.condition

    @property
    def title(self) -> Said:
        """What it is called: its condition in the reader's language."""
        return Said(f"rule.{self.condition}")

    @property
    def said(self) -> Said:
        """Its limits and its condition, in the reader's language."""
        if not self.limits:
            return self.title
        return Said("rule.limited", {"limits": [*map(limit_said, self.limits)], "rule": self.title})

    @property
    def meaning(self) -> Said:
        """What it does, in words."""
        return Said(f"condition.{self.condition}")

    @property
    def on_ring(self) -> bool:
        """Whether it counts round the ring, and so is defined on 3,3,3 alone."""
        return self.ties == "ring" or CONDITIONS[self.condition].on_ring

    @property
    def turns(self) -> bool:
        """Whether its cells turn with the board."""
        condition = CONDITIONS[self.condition]
        return not (self.ties or condition.on_ring or condition.in_order)

    def supports(self, game: Game) -> bool:
        """Return whether it is defined in a game."""
        is_wanted = game.line_wins or not CONDITIONS[self.condition].wants_lines
        return is_wanted and (game == STANDARD or not self.on_ring)

    def cells(self, position: Position) -> tuple[Move, ...]:
        """Return the cells that it chooses from; none if it does not count here."""
        if not all(holds(limit, position) for limit in self.limits):
            return ()
        cells = CONDITIONS[self.condition].free_cells(position)
        if self.ties and cells:
            return (min(cells, key=RING_CELLS.index) if self.ties == "ring" else cells[0],)
        return cells


class Worded(NamedTuple):
    """A rule, and how it was said; no words where they are the rule's own."""

    rule: Rule
    words: str = ""


def _parts(text: str) -> tuple[list[str], str]:
    """Return the texts of the limits, and the rest."""
    *limits, last = (" ".join(part.split()) for part in _NUMBER.sub("", text.strip(), count=1).split(":"))
    return limits, last


def _condition(text: str) -> tuple[str, str]:
    condition, _, tie = text.rpartition(" ")
    return (text, "") if text in CONDITIONS or tie not in _TIES else (condition, tie)


def _nearest(word: str, known: list[str]) -> Said:
    near = [repr(near_word) for near_word in nearest(word, known, most=2, likeness=0.5)]
    return (
        Said("hint.did-you-mean", {"words": either(near)}) if near else Said("hint.expected-one-of", {"words": known})
    )
