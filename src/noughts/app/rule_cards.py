"""A list of rules as cards: what cards can say on a board, and what a list of a visitor's does there."""

from dataclasses import replace
from typing import Final, Literal

from noughts.app.rule_study import findings
from noughts.core.game import Game
from noughts.core.notation import STANDARD, parse_position
from noughts.players.player import require_support
from noughts.prove import Proof
from noughts.prove.verdict import SMALL
from noughts.results.findings import Finding
from noughts.results.rules import (
    CardCondition,
    CardWord,
    RuleCard,
    RuleMove,
    RuleSeat,
    RuleShelf,
    RuleStudy,
    SampleSheet,
)
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, limit_said
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import PREFIX, RuleList
from noughts.words import Said

_FIRST = "centre-corner"  # the list to begin with: it can lose, and two cards more fix it
_MOVES = tuple(f"move {number}" for number in range(1, 5))
_TIES: Final = ("", "first", "ring")


def visitors_list(text: str) -> RuleList:
    """Return the list of `rules: TEXT` or of TEXT. Its name is all its rules, as a proof is of these.

    Raises StrategyError. No file is opened.
    """
    listed = RuleList.from_spec(f"{PREFIX} {text.strip().removeprefix(PREFIX)}")
    return replace(listed, name=f"{PREFIX} {', '.join(listed.rule_texts)}")


def shelf(game: Game) -> RuleShelf:
    """Return what the cards of a board can say; the conditions that are defined on every board go first."""
    defined = [name for name in CONDITIONS if Rule(name).supports(game)]
    names = sorted(defined, key=lambda name: CONDITIONS[name].on_ring)
    ties = [CardWord(tie, str(Said(f"choice.{tie or 'any'}"))) for tie in _TIES if Rule("any", (), tie).supports(game)]
    limits = [CardWord(limit, str(limit_said(limit))) for limit in (*LIMITS, *_MOVES)]
    sheets = [_sample(name) for name in sorted(list_names(), key=lambda name: name != _FIRST) if _plays(name, game)]
    return RuleShelf([_condition(name) for name in names], limits, ties, sheets)


def study(text: str, game: Game) -> RuleStudy:
    """Return the cards of a list and, on a small board, what is proved of it with the rule of each move.

    Raises StrategyError for a text that is not a list, GameError for one that does not play the game.
    """
    rules = visitors_list(text)
    require_support(rules, game)
    seats = _seats(rules, game) if game.cells <= SMALL else None
    return RuleStudy(str(game), _cards(rules), list(rules.wordings), seats)


def _condition(name: str) -> CardCondition:
    condition = CONDITIONS[name]
    cells = condition.free_cells(parse_position(condition.example, STANDARD))
    rule, names = Rule(name), [STANDARD.name(cell) for cell in cells]
    return CardCondition(name, str(rule.meaning), str(rule.title), condition.example, names)


def _sample(name: str) -> SampleSheet:
    return SampleSheet(name, str(Said(f"strategy.{name}")), _cards(visitors_list(name)))


def _plays(name: str, game: Game) -> bool:
    """Return whether the rules of a list that comes with the program are defined on a board."""
    return all(rule.supports(game) for rule in visitors_list(name).rules)


def _cards(rules: RuleList) -> list[RuleCard]:
    return [RuleCard(rule.condition, list(rule.limits), rule.ties) for rule in rules.rules]


def _seats(rules: RuleList, game: Game) -> dict[Literal["first", "second"], RuleSeat]:
    found = findings(rules, game)
    return {side.seat: _seat(game, finding) for side, finding in found.items()}  # type: ignore[misc]


def _seat(game: Game, finding: Finding) -> RuleSeat:
    assert isinstance(finding, Proof)  # a list draws no numbers, and all games on a small board are walked
    line = finding.losing_line
    made = zip(line or (), finding.line_rules, strict=True)
    moves = None if line is None else [RuleMove(game.name(move), _number(rule)) for move, rule in made]
    return RuleSeat(finding.verdict, [count.positions for count in finding.rules], moves, finding.fault is not None)


def _number(rule: str) -> int | None:
    """Return the number of a rule as a proof writes it, "3. centre"; None for a move of the other side."""
    return int(rule.partition(".")[0]) if rule else None
