"""Strategies that are not shipped, by name: a file `file.py:name`, `module:name`, `file.py`, or an entry point of
another package, each with options, `NAME:option=value,option=value`.

A name leads to a class of the interface `Strategy`, or to any program that chooses moves.
"""

import importlib
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from noughts.errors import LimitExceeded, StrategyError
from noughts.players.player import OWN_FAULTS, Noted, Player, Strategy, as_player, in_one_line
from noughts.programs.calls import without_input
from noughts.words import Said, Words

GROUP = "noughts.strategies"
PICKLES = (".pkl", ".pickle")
TAKEN = "which is taken"  # an answer, in the words of a refusal
SOURCES = (".py", ".ipynb")
_COMPILED = "./{stem}"
# What runs a program in another language, by the ending of its file.
_OTHERS = {
    **dict.fromkeys((".js", ".mjs", ".cjs"), "node {file}"),
    **dict.fromkeys((".c", ".cc", ".cpp", ".cxx", ".rs", ".cs", ".hs", ".swift"), _COMPILED),
    ".java": "java {file}",
    ".jar": "java -jar {file}",
    ".go": "go run {file}",
    ".rb": "ruby {file}",
    ".ts": "npx tsx {file}",
    ".php": "php {file}",
    ".lua": "lua {file}",
    ".sh": "sh {file}",
}
_LOADING = "noughts.programs.load.user_module"  # most starts do not need it
Factory = Callable[..., Strategy]
_EXPECTED = {int: "hint.whole-number", float: "hint.number"}
_READ = re.compile(r"(?P<rest>.*?)[:,]read=(?P<read>.*)", re.DOTALL)
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@lru_cache(maxsize=1)
def installed() -> dict[str, str]:
    """Return the entry points of other packages, name to `module:Class`."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes 30 ms; shipped names do not need it

    return {point.name: point.value for point in entry_points(group=GROUP)}


def load(spec: str, read: str = "") -> Player:
    """Return the strategy that `spec` describes.

    `read` says how a program is called, as the option `read` in `spec` does.
    Raises StrategyError, quoting the input, for a file or module that cannot be imported, an object that chooses no
    moves, an unknown option or value.
    """
    return made(spec, find, {"read": read} if read else {})


def made(spec: str, find: Callable[[str], Factory], more: Mapping[str, str] | None = None) -> Player:
    """Return the strategy that `spec` describes; `find` finds what makes it, `more` are further options.

    Raises StrategyError.
    """
    target, options = split(spec)
    options |= more or {}
    factory = find(target)
    arguments = {name: value_of(spec, factory, name, text) for name, text in options.items()}
    try:
        with without_input():
            strategy = factory(**arguments)
    except StrategyError as error:  # the class rejects its options
        raise StrategyError(Said("error.of-strategy", {"strategy": repr(spec), "reason": error.said})) from None
    except OWN_FAULTS as error:
        values = {"strategy": repr(spec), "reason": in_one_line(error)}
        raise StrategyError(Said("error.not-made", values)) from error
    return _noted(_named(spec, strategy), factory)


def find(target: str) -> Factory:
    """Return what makes the strategy of `file.py:name`, `module:name`, `file.py`, or of an entry point.

    That is a class, a function whose annotation says that it returns a strategy, or a function that adapts a program;
    its parameters are the options. Raises StrategyError.
    """
    if target.endswith(PICKLES):
        raise StrategyError(Said("error.pickle", {"strategy": repr(target)}))
    path = installed().get(target, target)
    module_name, colon, attribute = path.rpartition(":")
    module = _module(target, module_name if colon else path)
    if not colon:
        attribute = _adapters().only_one(path, module)
        target = f"{target}:{attribute}"
    name, _, method = attribute.partition(".")
    thing: Any = getattr(module, name, None)
    if method and not callable(getattr(thing, method, None)):
        thing = None
    if (factory := factory_of(thing)) is not None:
        return factory
    if not _adapters().is_program(thing):
        programs = _adapters().programs_in(module)
        values = {"strategy": repr(target), "module": repr(module_name), "program": repr(attribute)}
        if programs:
            raise StrategyError(Said("error.no-program-but", {**values, "words": [*programs]}))
        raise StrategyError(Said("error.no-program", values))
    return _of_program(target, thing, module, method)


def factory_of(thing: Any) -> Factory | None:
    """Return what makes the strategy that an object of a module is, or None if it is none."""
    if inspect.isclass(thing) and hasattr(thing, "decide"):
        return cast(Factory, thing)
    if hasattr(thing, "decide"):
        return lambda: cast(Strategy, thing)
    is_maker = inspect.isfunction(thing) and hasattr(_hints(thing).get("return"), "decide")
    return thing if is_maker else None


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Return `NAME:a=b,c=d` as NAME (which may itself hold a colon) and the options.

    `read` is the last one: a reading may hold commas and colons. Raises StrategyError.

    >>> split("mine.py:move:noisy=on,read=flat X O . in Board.cells:put(index,mark) -> index")[1]
    {'noisy': 'on', 'read': 'flat X O . in Board.cells:put(index,mark) -> index'}
    """
    rest, reading = separate(spec)
    read = {} if rest == spec.strip() else {"read": reading}
    head, colon, tail = rest.rpartition(":")
    if not colon or "=" not in tail:
        return rest, read
    options = {}
    for part in tail.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise StrategyError(Said("error.not-an-option", {"strategy": repr(spec), "option": repr(part)}))
        options[name.strip()] = value.strip()
    return head, options | read


def separate(spec: str) -> tuple[str, str]:
    """Return a strategy's text without its option `read`, and the reading; empty for none.

    >>> separate("mine.py:move:read=flat 1 2 0 (board mark) -> index")
    ('mine.py:move', 'flat 1 2 0 (board mark) -> index')
    """
    given = _READ.fullmatch(spec.strip())
    return (given["rest"], given["read"].strip()) if given else (spec.strip(), "")


def options_of(factory: Factory) -> dict[str, tuple[Any, str]]:
    """Return a strategy class's options: name to (default, allowed values)."""
    hints = _hints(factory)
    return {
        name: (parameter.default, _choices(hints.get(name, str)))
        for name, parameter in _parameters(factory).items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def _parameters(factory: Factory) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(factory).parameters
    except (TypeError, ValueError):  # some built-in classes have no signature
        return {}


def _hints(factory: Factory) -> dict[str, Any]:
    try:
        return get_type_hints(factory.__init__ if inspect.isclass(factory) else factory)
    except Exception:  # a user's annotations may not resolve: then options are strings
        return {}


def _choices(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "|".join(map(str, get_args(hint)))
    return {bool: "on|off", int: "N", float: "number"}.get(hint, "text")


def value_of(spec: str, factory: Factory, name: str, text: str) -> Any:
    """Return an option's value, parsed by its parameter's type. Raises StrategyError."""
    known = options_of(factory)
    if name not in known:
        values = {"strategy": repr(spec), "option": repr(name)}
        if known:
            raise StrategyError(Said("error.no-option", {**values, "words": [*known]}))
        raise StrategyError(Said("error.no-options", values))
    kind = _hints(factory).get(name, str)
    if get_origin(kind) is Literal and text in get_args(kind):
        return text
    if kind is bool and text.lower() in _SWITCH:
        return _SWITCH[text.lower()]
    if kind in (int, float, str):
        try:
            return kind(text)
        except ValueError:
            pass
    expected = Said(_EXPECTED[kind]) if kind in _EXPECTED else _choices(kind)
    values = {"strategy": repr(spec), "option": name, "given": repr(text)}
    raise StrategyError(Said("error.option-value", {**values, "expected": expected}))


def _named(spec: str, strategy: Strategy) -> Player:
    """Return a strategy as a player with a name of one line. Raises StrategyError for another object."""
    try:
        player = as_player(strategy)
        name: object = player.name
    except StrategyError as error:
        raise _not_a_strategy(spec, error.said) from None
    except OWN_FAULTS as error:
        raise _not_a_strategy(spec, Said("error.name-raised", {"error": in_one_line(error)})) from error
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise _not_a_strategy(spec, Said("error.name-not-text", {"name": repr(name)}))
    return player


def _not_a_strategy(spec: str, reason: Words) -> StrategyError:
    return StrategyError(Said("error.not-a-strategy", {"strategy": repr(spec), "reason": reason}))


def _noted(player: Player, factory: Factory) -> Player:
    """Return the player of a user's class or program with the notes about its module."""
    user_module = sys.modules.get(_LOADING)
    if user_module is None:
        return player
    module = getattr(factory, "module", None) or inspect.getmodule(factory)
    left_out, named = user_module.left_out_of(module), user_module.named_in(module)
    assumes = f"the answers of {player.name} do not depend on {named}, which its code names" if named else ""
    return Noted(player, left_out, assumes) if left_out or assumes else player


def _module(target: str, name: str) -> ModuleType:
    """Import a user's module by name, or file by path. Raises StrategyError, caused by what the code raises."""
    from pathlib import Path  # noqa: PLC0415 - takes 3 ms; shipped names do not need it

    is_file = name.endswith(SOURCES)
    kind = "error.no-file" if is_file else "error.no-module"
    missing = StrategyError(Said(kind, {"strategy": repr(target), "name": repr(name)}))
    if not (Path(name).is_file() if is_file else name and name[0] != "."):
        raise missing
    user_module = importlib.import_module(_LOADING)
    try:
        module: ModuleType = user_module.load_file(Path(name)) if is_file else user_module.load_module(name)
    except StrategyError as error:
        raise StrategyError(Said("error.not-loadable", {"strategy": repr(target), "reason": error.said})) from error
    except LimitExceeded as error:
        raise LimitExceeded(Said("error.not-loaded", {"strategy": repr(target), "reason": error.said})) from None
    except OWN_FAULTS as error:
        if getattr(error, "name", None) == name:
            raise missing from None
        values = {"strategy": repr(target), "reason": in_one_line(error)}
        raise StrategyError(Said("error.not-importable", values)) from error
    return module


def other_language(spec: str) -> str:
    """Return how a program in another language than Python is named, as the next step; empty for another text.

    >>> other_language("game.js")
    "it is not in Python: 'console:node game.js' plays its game, 'pipe:node game.js' asks it in JSON"
    """
    from pathlib import Path  # noqa: PLC0415 - takes 3 ms; shipped names do not need it

    path = Path(spec)
    command = _OTHERS.get(path.suffix)
    if command is None or " " in spec:
        return ""
    run = command.format(file=spec, stem=path.with_suffix(""))
    compiled = "compile it; " if command == _COMPILED else ""
    return f"it is not in Python: {compiled}'console:{run}' plays its game, 'pipe:{run}' asks it in JSON"


def _of_program(target: str, thing: object, module: ModuleType, method: str) -> Factory:
    """Return what makes a strategy of a program; its options are how it is read, and whether it is noisy."""

    def adapted(read: str = "", noisy: bool = False) -> Player:
        name = f"{target}:read={read}" if read else target
        strategy: Player = _adapters().adapted(name, thing, module, read, noisy, method)
        return strategy

    vars(adapted)["module"] = module
    return adapted


def _adapters() -> ModuleType:
    return importlib.import_module("noughts.programs.choosing")
