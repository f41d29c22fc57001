"""The lists of rules that come with the program as strategies with options: `shipped_lists.NAME` makes one."""

import inspect
from collections.abc import Callable
from typing import Literal

from noughts.strategies.rules.list_text import list_names, text_of
from noughts.strategies.rules.rule_list import RuleList


def __getattr__(name: str) -> Callable[..., RuleList]:
    if name not in list_names():
        raise AttributeError(f"no list of rules {name!r}")
    return _factory(name)


def _factory(name: str) -> Callable[..., RuleList]:
    """Return what makes a list; the options of its text, which choose a reading, are its parameters."""
    said = text_of(name)

    def shipped(**chosen: str) -> RuleList:
        return RuleList.read(said, chosen, name)

    kinds = {option: Literal.__getitem__(values) for option, values in said.options.items()}
    parameters = [
        inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=values[0], annotation=kinds[option])
        for option, values in said.options.items()
    ]
    vars(shipped).update(__signature__=inspect.Signature(parameters), origin=said.heads.get("origin", ""))
    shipped.__annotations__ = {**kinds, "return": RuleList}
    return shipped
