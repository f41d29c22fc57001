"""Classifies an object of a user's file: a function, a class, an object with a method, a table, a policy."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from noughts.strategies.adapters.evidence import Evidence, evidence_of

# Methods that choose a move, the most telling names first; written without underscores, in lower case.
METHODS = (
    *("choosemove", "getmove", "bestmove", "getbestmove", "findbestmove", "selectmove", "nextmove", "computermove"),
    *("chooseaction", "getaction", "selectaction", "choose", "decidemove", "makemove", "move", "act", "play"),
    *("predict", "policy"),
)


def plain(name: str) -> str:
    """Return a name without its underscores, in lower case: `getComputerMove` and `get_computer_move` are the same."""
    return name.replace("_", "").lower()


@dataclass(frozen=True)
class Parameter:
    """A parameter of a program: its name, and whether a call must give it."""

    name: str
    required: bool


@dataclass(frozen=True)
class Program:
    """A program: what it is called in a sentence, how it is called, its parameters, its evidence."""

    what: str
    call: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    evidence: Evidence = field(repr=False)


def is_program(thing: object) -> bool:
    """Return whether an object may choose moves, without being a strategy: see `program_of`."""
    return callable(thing) or isinstance(thing, Mapping) or _method_of(thing) is not None


def program_of(thing: Any, module: ModuleType | None) -> Program | None:
    """Return the program that an object is, or None: a function, or an object with a method that chooses moves.

    A class becomes an instance, made without arguments. Raises what its constructor raises.
    """
    if inspect.isclass(thing):
        what, thing = f"class {thing.__name__}", thing()
    else:
        what = "function" if inspect.isroutine(thing) else f"object of class {type(thing).__name__}"
    method = _method_of(thing)
    if method is not None:
        what, call = f"{what}, its method {method},", getattr(thing, method)
    elif callable(thing):
        call = thing
    else:
        return None
    return Program(what, call, tuple(_parameters(call)), evidence_of(call, module))


def _method_of(thing: object) -> str | None:
    """Return the name of the method that chooses moves, or None."""
    if inspect.isroutine(thing):
        return None
    names = {plain(name): name for name in dir(thing) if not name.startswith("_")}
    found = (names[method] for method in METHODS if method in names)
    return next((name for name in found if callable(getattr(thing, name, None))), None)


def _parameters(call: Callable[..., Any]) -> list[Parameter]:
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # some built-in functions have no signature
        return [Parameter("board", True)]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [Parameter(one.name, one.default is one.empty) for one in parameters if one.kind in positional]
