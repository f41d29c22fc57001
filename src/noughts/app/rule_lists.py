"""What one can ask of a list of rules: what is proved of it, the shortest lists, a sheet to print, and its cards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import inf
from time import monotonic
from typing import Final, Literal

from noughts.app.proofs import Findings, prover
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Moves
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.drawing import Svg, Theme
from noughts.drawing.rule_sheet import RulePicture, rule_sheet
from noughts.players.player import require_support
from noughts.prove import Proof
from noughts.prove.verdict import SMALL
from noughts.results.proof import Finding
from noughts.strategies.rules.conditions import CONDITIONS
from noughts.strategies.rules.limits import LIMITS, limit_said
from noughts.strategies.rules.list_text import list_names
from noughts.strategies.rules.rule import Rule
from noughts.strategies.rules.rule_list import PREFIX, RuleList
from noughts.strategies.rules.shortest_list import Shortest, shortest_lists
from noughts.words import Said, Words

USUAL = (  # conditions that a shortest list is made of
    "win, block, fork, block fork, block fork (take), block fork (force), centre, opposite corner, corner, side, any"
)
_FEW = 6  # stones: an example has no more
_FIRST = "centre-corner"  # the list to begin with: it can lose, and two cards more fix it
_MOVES = tuple(f"move {number}" for number in range(1, 5))
_TIES: Final = ("", "first", "ring")


def findings(rules: RuleList, game: Game) -> Findings:
    """Return what is proved of a list in each seat; a proof says in how many positions each rule decides."""
    proving = prover(rules, game)
    return {side: proving.finding(side) for side in Side}


def changed(rules: RuleList) -> Iterator[tuple[str, RuleList]]:
    """Yield a list without each of its rules, then with each two neighbours swapped; before it the change in words."""
    each = rules.rules
    for at, rule in enumerate(each):
        if len(each) > 1:
            yield f"without {_numbered(at, rule)}", replace(rules, rules=each[:at] + each[at + 1 :], wordings=())
    for at, (rule, after) in enumerate(pairwise(each)):
        if rule != after:
            swapped = (*each[:at], after, rule, *each[at + 2 :])
            yield f"{_numbered(at + 1, after)} before {_numbered(at, rule)}", replace(rules, rules=swapped, wordings=())


def _numbered(at: int, rule: Rule) -> str:
    return f"{at + 1}. {rule.condition_text}"


def shortest(
    rules: Iterable[Rule],
    game: Game,
    seats: Iterable[Side],
    progress: Callable[[Shortest], None] = lambda shortest: None,
    seconds: float = inf,
) -> Shortest:
    """Return the shortest lists of some rules that never lose. Raises LimitExceeded after `seconds`."""
    each = {str(rule): rule for rule in rules}
    turn = all(rule.turns for rule in each.values())
    return shortest_lists(
        {text: rule.cells for text, rule in each.items()},
        game,
        seats,
        image=Position.canonical if turn else lambda position: position,
        progress=progress,
        end=monotonic() + seconds,
    )


def page_of(
    rules: RuleList | None, claim: Words | None = None, title: str | None = None, theme: Theme = "light"
) -> Svg:
    """Return a list of rules as a page to print, with a `claim` under its title; without a list a blank
    worksheet. `title`: in place of its name."""
    pictures = [] if rules is None else pictures_of(rules.rules)
    title = title or (str(Said("sheet.rules")) if rules is None else rules.name)
    claim = claim or Said("sheet.rules-write" if rules is None else "sheet.rules-read")
    return rule_sheet(title, str(claim), pictures, theme)


def printed_sheet(text: str | None, title: str | None = None, proved: bool = True) -> str:
    """Return a list of rules as a page to print, as SVG, if `proved` with what is proved of it; without a list a
    blank worksheet.

    `text` is the list, or the name of one that comes with the program; `title` stands in place of its name. Raises
    StrategyError. No file is opened.
    """
    if text is None:
        return str(page_of(None))
    rules = RuleList.from_spec(f"{PREFIX} {text.strip().removeprefix(PREFIX)}")
    require_support(rules, STANDARD)
    claim = claim_of(findings(rules, STANDARD), STANDARD) if proved else None
    return str(page_of(rules, claim, title))


def claim_of(findings: Findings, game: Game) -> Said:
    """Return in a sentence what is proved of a list in its seats."""
    lines = {side: finding.losing_line for side, finding in findings.items() if finding.can_lose}
    if lost := [_lost(side, line) for side, line in lines.items()]:
        return Said("sheet.rules-lose", {"game": game, "lines": lost})
    if all(finding.never_loses for finding in findings.values()):
        return Said("sheet.rules-never", {"game": game})
    return Said("sheet.rules-open", {"game": game})


def _lost(side: Side, line: Moves | None) -> Said:
    seat = Said(f"seat.{side.seat}")
    return Said("sheet.rules-line", {"seat": seat, "moves": str(line)}) if line else seat


def pictures_of(rules: Sequence[Rule]) -> list[RulePicture]:
    """Return each rule of a list with a position of 3,3,3 in which it decides: the example of its condition if it does
    there; if no small position is one, where it has a cell, though an earlier rule decides."""
    return [_picture(rules[: at + 1]) for at in range(len(rules))]


def _picture(rules: Sequence[Rule]) -> RulePicture:
    """Return the last of some rules with its position."""
    *before, rule = rules
    usual = parse_position(CONDITIONS[rule.condition].example, STANDARD)
    having = [position for position in (usual, *_small()) if rule.cells(position)]
    deciding = (position for position in having if not any(other.cells(position) for other in before))
    position = next(deciding, having[0] if having else usual)
    limits = ", ".join(str(limit_said(limit)) for limit in rule.limits)
    return RulePicture(str(rule.title), limits, str(rule.meaning), position, rule.cells(position))


@cache
def _small() -> tuple[Position, ...]:
    """Return the positions of 3,3,3 with few stones, those with the fewest first."""
    positions, last = [Position(STANDARD)], [Position(STANDARD)]
    for _ in range(_FEW):
        after = (position.play_unchecked(move) for position in last for move in position.legal_moves)
        last = sorted({position for position in after if position.outcome is None}, key=str)
        positions += last
    return tuple(positions)


# Cards: what they can say on a board, and what a visitor's list does there.


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
class SampleSheet:
    """A list of rules to begin with."""

    name: str
    about: str
    cards: tuple[Rule, ...]


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
    cards: tuple[Rule, ...]
    said: list[str]
    seats: dict[Literal["first", "second"], RuleSeat] | None


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
    lists = {name: visitors_list(name).rules for name in sorted(list_names(), key=lambda name: name != _FIRST)}
    sheets = [
        SampleSheet(name, str(Said(f"strategy.{name}")), rules)
        for name, rules in lists.items()
        if all(rule.supports(game) for rule in rules)
    ]
    return RuleShelf([_condition(name) for name in names], limits, ties, sheets)


def study(text: str, game: Game) -> RuleStudy:
    """Return the cards of a list and, on a small board, what is proved of it with the rule of each move.

    Raises StrategyError for a text that is not a list, GameError for one that does not play the game.
    """
    rules = visitors_list(text)
    require_support(rules, game)
    proved = findings(rules, game).items() if game.cells <= SMALL else None
    seats = None if proved is None else {side.seat: _seat(game, finding) for side, finding in proved}
    return RuleStudy(str(game), rules.rules, list(rules.wordings), seats)  # type: ignore[arg-type]


def _condition(name: str) -> CardCondition:
    condition = CONDITIONS[name]
    cells = condition.free_cells(parse_position(condition.example, STANDARD))
    rule, names = Rule(name), [STANDARD.name(cell) for cell in cells]
    return CardCondition(name, str(rule.meaning), str(rule.title), condition.example, names)


def _seat(game: Game, finding: Finding) -> RuleSeat:
    assert isinstance(finding, Proof)  # a list draws no numbers, and all games on a small board are walked
    line = finding.losing_line
    moves = None
    if line is not None:  # a proof writes a rule as "3. centre", and nothing for the other side
        named = zip(line, finding.line_rules, strict=True)
        moves = [RuleMove(game.name(move), int(rule.partition(".")[0]) if rule else None) for move, rule in named]
    return RuleSeat(finding.verdict, [count.positions for count in finding.rules], moves, finding.fault is not None)
