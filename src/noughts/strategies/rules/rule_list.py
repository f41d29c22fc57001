"""A list of rules as a strategy: the first rule that has a cell decides."""

import inspect
import os.path
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import StrategyError, StrategyFault, file_errors
from noughts.files import SMALL, contents
from noughts.players.player import Cost, Decision, Notes, Player
from noughts.strategies.rules.list_text import ListText, list_names, text_of
from noughts.strategies.rules.rule import Rule
from noughts.words import Said, Words

PREFIX = "rules:"
_LONGEST = 60  # characters of a list in its name


@dataclass(frozen=True)
class RuleList(Player):
    """A list of rules. Where none has a cell it has no move, and loses.

    `only`: the one game that it plays; without it every game on whose board its rules are defined. `wordings`: how each
    rule was said, empty where in its own words; a list is the same however it was said.
    """

    name: str
    rules: tuple[Rule, ...]
    only: Game | None = None
    wordings: tuple[str, ...] = field(default=(), compare=False)
    cost: Cost = "instant"
    view = "rules"
    runs_here = False

    @classmethod
    def from_text(cls, text: str, name: str = "") -> "RuleList":
        """Return the list that a text says: a line has a rule, or several; `#` begins a comment, `title:` its name.

        Raises StrategyError, which names the word that is wrong.

        >>> RuleList.from_text("If you can win, win; otherwise block, and take the middle.").name
        'rules: win, block, centre'
        """
        return cls.read(ListText.parse(text), name=name)

    @classmethod
    def read(cls, text: ListText, chosen: Mapping[str, str] = {}, name: str = "") -> "RuleList":
        """Return a list in one reading of its text, the usual one where none is `chosen`; its `title` goes before
        `name`. Raises StrategyError."""
        worded = text.read(chosen)
        rules = tuple(rule for rule, _ in worded)
        words = f"{PREFIX} {', '.join(map(str, rules))}"
        short = words if len(words) <= _LONGEST else f"{words[:_LONGEST].rstrip(', ')}..."
        changed = [
            f"{option}={chosen[option]}"
            for option, values in text.options.items()
            if chosen.get(option, values[0]) != values[0]
        ]
        title = text.heads.get("title") or name or short
        only = Game.from_text(text.heads["only"]) if "only" in text.heads else None
        return cls(
            f"{title}:{','.join(changed)}" if changed else title,
            rules,
            only,
            wordings=tuple(words for _, words in worded),
        )

    @classmethod
    def from_spec(cls, spec: str) -> "RuleList":
        """Return the list of `rules: TEXT`, of `rules: NAME`, which comes with the program, or of a file `NAME.rules`.

        Raises StrategyError, FileError.
        """
        if spec.lstrip().startswith(PREFIX):
            text = spec.strip().removeprefix(PREFIX).strip()
            return cls.read(text_of(text)) if text in list_names() else cls.from_text(text)
        with file_errors("read", spec):
            text = contents(spec, SMALL).decode()
        try:
            return cls.from_text(text, os.path.splitext(os.path.basename(spec))[0])
        except StrategyError as error:
            raise StrategyError(Said("error.in", {"where": repr(spec), "reason": error.said})) from None

    @property
    def steps(self) -> int:
        """One for each rule."""
        return len(self.rules)

    @property
    def notes(self) -> Notes:
        """How each rule was read that is not in its own words, a line each."""
        worded = zip(self.rules, self.wordings or [""] * len(self.rules), strict=True)
        read = [f"{at}. {words} = {rule} ({rule.meaning})" for at, (rule, words) in enumerate(worded, 1) if words]
        return Notes(read_as="\n".join(read))

    def supports(self, game: Game) -> bool:
        """Return whether it plays a game."""
        return self.only in (None, game) and all(rule.supports(game) for rule in self.rules)

    def why_not(self, game: Game) -> Words:
        """Return why it does not play a game, or an empty text."""
        undefined = next((rule for rule in self.rules if not rule.supports(game)), None)
        if undefined is None:
            return "" if self.only in (None, game) else Said("error.plays-one", {"game": self.only})
        kind = "error.on-333-alone" if undefined.on_ring else "error.where-lines-win"
        return Said(kind, {"rule": repr(str(undefined))})

    @cached_property
    def rule_texts(self) -> tuple[str, ...]:
        """The rules, in words."""
        return tuple(map(str, self.rules))

    @cached_property
    def _said(self) -> tuple[Said, ...]:
        return tuple(rule.said for rule in self.rules)

    def decide(self, position: Position, rng: random.Random) -> Decision:
        """Return the cells of the first rule that has any. Raises StrategyFault if none has."""
        for at, rule in enumerate(self.rules):
            if cells := rule.cells(position):
                reason = {"number": at + 1, "rule": rule.said, "meaning": rule.meaning}
                return Decision(cells, reason=Said("reason.rule", reason), passed=self._said[:at])
        values = {"strategy": repr(self.name), "position": repr(str(position))}
        raise StrategyFault(Said("error.no-rule-counts", values), "illegal")


def shipped_list(name: str) -> Callable[..., RuleList]:
    """Return what makes a list that comes with the program; the options of its text, which choose a reading, are its
    parameters."""
    text = text_of(name)

    def shipped(**chosen: str) -> RuleList:
        return RuleList.read(text, chosen, name)

    kinds = {option: Literal.__getitem__(values) for option, values in text.options.items()}
    parameters = [
        inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=values[0], annotation=kinds[option])
        for option, values in text.options.items()
    ]
    vars(shipped).update(__signature__=inspect.Signature(parameters), origin=text.heads.get("origin", ""))
    shipped.__annotations__ = {**kinds, "return": RuleList}
    return shipped
