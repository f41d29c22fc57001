"""Strategies by name: the shipped ones, installed ones, and a user's own.

A strategy is written `NAME` or `NAME:option=value,option=value`. NAME is one of `SHIPPED`, an entry point of the
group `noughts.strategies`, or your own as `file.py:name`, `module:name` or `file.py`: a class of the interface
`Strategy`, or any program that chooses moves (see noughts.strategies.adapters).
"""

import difflib
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

from noughts.core.game import Game
from noughts.core.notation import STANDARD
from noughts.core.player import OWN_FAULTS, SMALL, Noted, Player, Strategy, as_player, in_one_line, is_instant
from noughts.errors import LimitExceeded, StrategyError
from noughts.strategies.adapters.calls import without_input

GROUP = "noughts.strategies"
_RULES = "noughts.strategies.rules.rule_list"
_LISTS = "noughts.strategies.rules.shipped_lists"
_LOADING = "noughts.strategies.adapters.user_module"  # most starts do not need it

SHIPPED = {
    "ring": f"{_LISTS}:ring",
    "weights": "noughts.strategies.line_scoring:Weights",
    "paths": "noughts.strategies.line_scoring:Paths",
    "potential": "noughts.strategies.line_scoring:Potential",
    "newell-simon": f"{_LISTS}:newell-simon",
    "centre-corner": f"{_LISTS}:centre-corner",
    "centre-block": f"{_LISTS}:centre-block",
    "menace": "noughts.strategies.menace:Menace",
    "search": "noughts.strategies.search:Search",
    "perfect": "noughts.strategies.exact:Perfect",
    "sharp": "noughts.strategies.exact:Sharp",
    "tactical": f"{_LISTS}:tactical",
    "first": f"{_LISTS}:first",
    "random": "noughts.strategies.random_player:Random",
}

STRONGEST = "search"  # on boards beyond exact reach
STAND_IN = "paths"  # plays every game, and at once: in place of a strategy that does not play the game
_DRAWN = 16  # cells: up to here a player who sees a line of four can stop it
_SHORT = 4  # in a row: on a large board the first player soon has them, against every opponent
LARGE = 36  # cells; on larger boards a search plays far better than a strategy without lookahead
# The levels, the weakest first: each loses to the next more often than not, as far as a board allows (`make ladder`
# measures how often). No answer waits for a compiler.
_PATHS = {"easy": "paths:level=easy", "medium": "paths:level=medium", "hard": "paths"}
_LEVELS = {
    "small": _PATHS | {"perfect": "sharp"},
    "drawn": {  # boards on which a player who stops every line draws
        "easy": "search:nodes=30,plain=on,slips=0.7",
        "medium": "search:nodes=100,plain=on,slips=0.4",
        "hard": "search:nodes=300,plain=on,slips=0.15",
        "strongest": "search:seconds=0.5",
    },
    "middling": _PATHS | {"hard": "search:nodes=300,plain=on,slips=0.15", "strongest": "search:seconds=0.5"},
    "large": _PATHS
    | {
        "hard": "search:nodes=300,plain=on,slips=0.15",
        "expert": "search:seconds=0.1,slips=0.2",
        "strongest": "search:seconds=0.5",
    },
}

PICKLES = (".pkl", ".pickle")
_Factory = Callable[..., Strategy]
_EXPECTED = {int: "a whole number", float: "a number"}
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@lru_cache(maxsize=1)
def installed() -> dict[str, str]:
    """Return the entry points of other packages, name to `module:Class`."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes 30 ms; shipped names do not need it

    return {point.name: point.value for point in entry_points(group=GROUP)}


def names() -> list[str]:
    """Return the names that `load` knows: the shipped ones first."""
    return [*SHIPPED, *(name for name in installed() if name not in SHIPPED)]


def usual_opponent(game: Game) -> str:
    """Return the default opponent of a person.

    >>> [usual_opponent(Game(*sizes)) for sizes in ((3, 3, 3), (4, 4, 4), (15, 15, 5))]
    ['ring', 'paths', 'search:seconds=0.5']
    """
    if game == STANDARD:
        return "ring"
    if game.cells <= LARGE:
        return STAND_IN
    return f"{STRONGEST}:seconds=0.5"


def levels(game: Game) -> dict[str, str]:
    """Return the opponents that a person chooses from by name, the weakest first.

    >>> levels(Game(3, 3, 3))
    {'easy': 'paths:level=easy', 'medium': 'paths:level=medium', 'hard': 'paths', 'perfect': 'sharp'}
    >>> [list(levels(Game(*sizes))) for sizes in ((4, 4, 4), (15, 15, 5))]
    [['easy', 'medium', 'hard', 'strongest'], ['easy', 'medium', 'hard', 'expert', 'strongest']]
    """
    if game.cells <= SMALL:
        return _LEVELS["small"]
    if game.cells <= _DRAWN:
        return _LEVELS["drawn"]
    return _LEVELS["large" if game.cells > LARGE and game.k > _SHORT else "middling"]


def shipped(game: Game) -> dict[str, Player]:
    """Return the shipped strategies that play a game, except those whose exact values are out of reach on it."""
    players = {name: load(name) for name in SHIPPED}
    return {
        name: player
        for name, player in players.items()
        if player.supports(game) and (player.cost != "exact" or is_instant(player, game))
    }


def is_rules(spec: str) -> bool:
    """Return whether a text is a list of rules, `rules: win, block, any`, or names a file of one, `mine.rules`."""
    return spec.lstrip().startswith("rules:") or spec.endswith(".rules")


def load(spec: str, pickles: bool = False) -> Player:
    """Return the strategy that `spec` describes; `file.pkl` only if `pickles` says that the file is trusted.

    `rules: win, block, any` or a file `mine.rules` is a list of rules. Raises StrategyError, quoting the input, for an
    unknown name (with the nearest ones), a file or module that cannot be imported, an object that chooses no moves, an
    unknown option or value.
    """
    if is_rules(spec):
        rules: Player = importlib.import_module(_RULES).RuleList.from_spec(spec)
        return rules
    target, options = split(spec)
    factory = find(target, pickles)
    arguments = {name: value_of(spec, factory, name, text) for name, text in options.items()}
    try:
        with without_input():
            strategy = factory(**arguments)
    except StrategyError as error:  # the class rejects its options
        raise StrategyError(f"strategy {spec!r}: {error}") from None
    except OWN_FAULTS as error:
        raise StrategyError(f"strategy {spec!r} could not be made: {in_one_line(error)}") from error
    return _noted(_named(spec, strategy), factory)


def _named(spec: str, strategy: Strategy) -> Player:
    """Return a strategy as a player with a name of one line. Raises StrategyError for another object."""
    try:
        player = as_player(strategy)
        name: object = player.name
    except StrategyError as error:
        raise StrategyError(f"{spec!r} is not a strategy: {error}") from None
    except OWN_FAULTS as error:
        raise StrategyError(f"{spec!r} is not a strategy: its name raised {in_one_line(error)}") from error
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise StrategyError(f"{spec!r} is not a strategy: its name is {name!r}, expected a line of text")
    return player


def find(target: str, pickles: bool = False) -> _Factory:
    """Return what makes the strategy with a name, or of `file.py:name`, `module:name`, `file.py`, `file.pkl`.

    That is a class, a function whose annotation says that it returns a strategy, or a function that adapts a program;
    its parameters are the options. Raises StrategyError.
    """
    if target.endswith(PICKLES):
        return _of_program(target, _unpickled(target, pickles), None)
    path = SHIPPED.get(target) or (target if ":" in target or target.endswith(".py") else installed().get(target))
    if path is None:
        near = difflib.get_close_matches(target, names(), n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(names())}"
        raise StrategyError(f"no strategy {target!r}: {hint} (or your own as file.py:name)")
    module_name, colon, attribute = path.rpartition(":")
    if target in SHIPPED:  # its module needs none of the care that a user's takes
        module = importlib.import_module(module_name)
    else:
        module = _module(target, module_name if colon else path)
    if not colon:
        attribute = _adapters().only_one(path, module)
        target = f"{target}:{attribute}"
    thing: Any = getattr(module, attribute, None)
    if inspect.isclass(thing) and hasattr(thing, "decide"):
        return cast(_Factory, thing)
    if hasattr(thing, "decide"):
        return lambda: thing
    if inspect.isfunction(thing) and hasattr(_hints(thing).get("return"), "decide"):
        return thing
    if not _adapters().is_program(thing):
        found = _adapters().own_programs(module)
        hint = f"; it has {', '.join(found)}" if found else ""
        raise StrategyError(f"no strategy {target!r}: {module_name!r} has no program {attribute!r}{hint}")
    return _of_program(target, thing, module)


def _of_program(target: str, thing: object, module: ModuleType | None) -> _Factory:
    """Return what makes a strategy of a program; its options are how it is read, and whether it is noisy."""

    def adapted(read: str = "", noisy: bool = False) -> Player:
        name = f"{target}:read={read}" if read else target
        strategy: Player = _adapters().adapted(name, thing, module, read, noisy)
        return strategy

    vars(adapted)["module"] = module
    return adapted


def _unpickled(target: str, allowed: bool) -> object:
    if not allowed:
        raise StrategyError(
            f"{target!r} is a pickle, which can run any code when it is read: --unsafe-pickle reads it, if you trust it"
        )
    return _adapters().from_pickle(target)


def _adapters() -> ModuleType:
    """Return the room that adapts programs; most starts do not need it."""
    return importlib.import_module("noughts.strategies.adapters.loading")


def options_of(factory: _Factory) -> dict[str, tuple[Any, str]]:
    """Return a strategy class's options: name to (default, allowed values)."""
    hints = _hints(factory)
    return {
        name: (parameter.default, _choices(hints.get(name, str)))
        for name, parameter in _parameters(factory).items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def _parameters(factory: _Factory) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(factory).parameters
    except (TypeError, ValueError):  # some built-in classes have no signature
        return {}


def split(spec: str) -> tuple[str, dict[str, str]]:
    """Return `NAME:a=b,c=d` as NAME (which may itself hold a colon) and the options. Raises StrategyError."""
    head, colon, tail = spec.strip().rpartition(":")
    if not colon or "=" not in tail:
        return spec.strip(), {}
    options = {}
    for part in tail.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise StrategyError(f"strategy {spec!r}: {part!r} is not an option, expected option=value")
        options[name.strip()] = value.strip()
    return head, options


def _module(target: str, name: str) -> ModuleType:
    """Import a user's module by name, or file by path. Raises StrategyError, caused by what the code raises."""
    is_file = name.endswith(".py")
    missing = StrategyError(f"no strategy {target!r}: there is no {'file' if is_file else 'module'} {name!r}")
    if not (Path(name).is_file() if is_file else name and name[0] != "."):
        raise missing
    user_module = importlib.import_module(_LOADING)
    try:
        module: ModuleType = user_module.load_file(Path(name)) if is_file else user_module.load_module(name)
    except StrategyError as error:
        raise StrategyError(f"strategy {target!r} cannot be loaded: {error}") from error
    except LimitExceeded as error:
        raise LimitExceeded(f"strategy {target!r} is not loaded: {error}") from None
    except OWN_FAULTS as error:
        if getattr(error, "name", None) == name:
            raise missing from None
        raise StrategyError(f"strategy {target!r} cannot be imported: {in_one_line(error)}") from error
    return module


def _noted(player: Player, factory: _Factory) -> Player:
    """Return the player of a user's class or program with the notes about its module."""
    user_module = sys.modules.get(_LOADING)
    if user_module is None:
        return player
    module = getattr(factory, "module", None) or inspect.getmodule(factory)
    left_out, named = user_module.left_out_of(module), user_module.named_in(module)
    assumes = f"the answers of {player.name} do not depend on {named}, which its code names" if named else ""
    return Noted(player, left_out, assumes) if left_out or assumes else player


def _hints(factory: _Factory) -> dict[str, Any]:
    try:
        return get_type_hints(factory.__init__ if inspect.isclass(factory) else factory)
    except Exception:  # a user's annotations may not resolve: then options are strings
        return {}


def _choices(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return "|".join(map(str, get_args(hint)))
    return {bool: "on|off", int: "N", float: "number"}.get(hint, "text")


def value_of(spec: str, factory: _Factory, name: str, text: str) -> Any:
    """Return an option's value, parsed by its parameter's type. Raises StrategyError."""
    known = options_of(factory)
    if name not in known:
        hint = f"it has {', '.join(known)}" if known else "it has none"
        raise StrategyError(f"strategy {spec!r} has no option {name!r}: {hint}")
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
    expected = _EXPECTED.get(kind) or _choices(kind)
    raise StrategyError(f"strategy {spec!r}: {name} cannot be {text!r}, expected {expected}")
