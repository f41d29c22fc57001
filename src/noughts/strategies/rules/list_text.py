"""The text of a list of rules: a line has a rule, or several; `#` begins a comment.

Lines before the first rule may say `title:`, `origin:`, `only:` (the one game that it plays), and
`option NAME: A | B` (how it can be read; the first is the usual reading). A line that ends with `[NAME=A]` belongs to
that reading alone.
"""

import importlib
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from noughts.errors import StrategyError
from noughts.files import contents
from noughts.strategies.rules.rule import MOST, Rule, Worded
from noughts.words import Said

_HEADS = ("title", "origin", "only")
_OPTION = re.compile(r"option ([a-z]+)")
_SHIPPED = os.path.join(os.path.dirname(__file__), "lists")
_ENDING = ".rules"
_TAG = re.compile(r"(.*?)\s*\[([a-z]+)=([^\]]*)\]")


@dataclass(frozen=True)
class ListText:
    """What the text of a list says. `heads`: its lines before the rules; `options`: the readings, the usual one first;
    `lines`: each line of rules, with the option and the value of the reading that it belongs to, if to one only."""

    heads: Mapping[str, str]
    options: Mapping[str, tuple[str, ...]]
    lines: tuple[tuple[str, tuple[str, str] | None], ...]

    @classmethod
    def parse(cls, text: str) -> "ListText":
        """Return what a text says. Raises StrategyError."""
        heads, options, lines = dict[str, str](), dict[str, tuple[str, ...]](), list[str]()
        for line in (line.partition("#")[0].strip() for line in text.splitlines()):
            name, colon, value = (part.strip() for part in line.partition(":"))
            if colon and name in _HEADS:
                heads[name] = value
            elif colon and (option := _OPTION.fullmatch(name)):
                options[option[1]] = tuple(map(str.strip, value.split("|")))
            elif line:
                lines.append(line)
        return cls(heads, options, tuple(_tagged(line, options) for line in lines))

    def read(self, chosen: Mapping[str, str]) -> tuple[Worded, ...]:
        """Return the rules of a reading; an option that is not chosen has its usual value. Raises StrategyError."""
        rules: list[Worded] = []
        for line, tag in self.lines:
            if tag is None or chosen.get(tag[0], self.options[tag[0]][0]) == tag[1]:
                rules += _rules(line, [rule for rule, _ in rules])
            if len(rules) > MOST:
                raise StrategyError(Said("error.many-rules", {"most": MOST}))
        if not rules:
            raise StrategyError(Said("error.no-rules"))
        return tuple(rules)


def _rules(line: str, before: Sequence[Rule]) -> tuple[Worded, ...]:
    """Return the rules of a line, which stands after some rules. Raises StrategyError."""
    rules = [Rule.in_own_words(text) for text in line.split(",") if text.strip()]
    own = tuple(Worded(rule) for rule in rules if rule is not None)
    if len(own) == len(rules):
        return own
    sentences = importlib.import_module("noughts.strategies.rules.sentences")  # the lists that are shipped have none
    worded: tuple[Worded, ...] = sentences.read_line(line, before)
    return worded


def _tagged(line: str, options: Mapping[str, tuple[str, ...]]) -> tuple[str, tuple[str, str] | None]:
    match = _TAG.fullmatch(line)
    if match is None:
        return line, None
    if match[3] not in options.get(match[2], ()):
        values = {"option": f"{match[2]}={match[3]}", "rule": repr(line), "name": match[2]}
        raise StrategyError(Said("error.no-list-option", values))
    return match[1], (match[2], match[3])


@cache
def list_names() -> tuple[str, ...]:
    """Return the names of the lists that come with the program."""
    return tuple(sorted(name.removesuffix(_ENDING) for name in os.listdir(_SHIPPED) if name.endswith(_ENDING)))


@cache
def text_of(name: str) -> ListText:
    """Return the text of a list that comes with the program."""
    return ListText.parse(contents(os.path.join(_SHIPPED, f"{name}{_ENDING}")).decode())
