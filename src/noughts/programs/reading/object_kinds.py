"""Classifies an object of a user's file: a function, a class, an object with a method, a table, a policy."""

import copy
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

from noughts.programs import vocabulary
from noughts.programs.reading.evidence import Evidence, evidence_of, plain, with_enums
from noughts.programs.reading.own_objects import Parameter, classes_for
from noughts.words import Said, Words

_LETTERS = ("X", "O", "x", "o")


@dataclass(frozen=True)
class Program:
    """A program: what it is called in a sentence, how it is called, its parameters, its evidence.

    `cls`: the class of the object whose `method` chooses moves; `owner`: an object of it that needs no arguments, or
    None; `constructor`: the parameters of which one is made. `values`: the variables of its module. `objects`: those
    that were made of classes of the module.
    """

    what: Words
    call: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    evidence: Evidence = field(repr=False)
    cls: Any = None
    owner: Any = None
    method: str = ""
    constructor: tuple[Parameter, ...] = ()
    values: dict[str, Any] = field(default_factory=dict, repr=False)
    objects: dict[str, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def keeping(self) -> list[tuple[FunctionType, Any]]:
        """The functions of its file that keep something in a default, as `memo={}`, each with its defaults at first."""
        own = [thing for thing in self.values.values() if getattr(thing, "__module__", "") == self.values["__name__"]]
        things = [*own, *(part for thing in own if inspect.isclass(thing) for part in vars(thing).values())]
        functions = [thing for thing in things if inspect.isfunction(thing) and thing.__defaults__]
        return [
            (function, _first_defaults(function))
            for function in functions
            if any(type(default) in (dict, list, set) for default in function.__defaults__ or ())
        ]


@cache
def _first_defaults(function: FunctionType) -> Any:
    return copy.deepcopy(function.__defaults__)


def is_program(thing: object) -> bool:
    """Return whether an object may choose moves, without being a strategy: see `program_of`."""
    return callable(thing) or isinstance(thing, Mapping) or method_of(thing) is not None


def program_of(thing: Any, module: ModuleType | None, method: str = "") -> Program | None:
    """Return the program that an object is, or None: a function, or an object with a method that chooses moves, which
    may be named.

    A class becomes an object, if this needs no arguments. Raises what its constructor raises.
    """
    if method and isinstance(inspect.getattr_static(thing, method), staticmethod):
        return program_of(getattr(thing, method), module)
    if inspect.isclass(thing) and _has_no_objects(thing) and (name := method or method_of(thing)):
        return program_of(getattr(thing, name), module)
    values = vars(module) if module is not None else getattr(thing, "__globals__", {})
    if inspect.isroutine(thing):
        return Program(Said("chooser.function"), thing, _parameters(thing), evidence_of(thing, module), values=values)
    if not inspect.isclass(thing):
        return _of_object(thing, Said("chooser.object", {"name": type(thing).__name__}), module, values, method)
    constructor = _made_of(_parameters(thing))
    if not constructor:
        return _of_object(thing(), Said("chooser.class", {"name": thing.__name__}), module, values, method, thing)
    if not (method := method or method_of(thing) or ""):
        return None
    function = getattr(thing, method)
    usual = None if any(parameter.required for parameter in constructor) else thing()
    parameters, evidence = _parameters(function)[1:], evidence_of(function, module, usual)
    evidence = with_enums(
        evidence, [cls for parameter in constructor for cls in classes_for(parameter, evidence, is_made=True)]
    )
    what = Said("chooser.method", {"what": Said("chooser.class", {"name": thing.__name__}), "method": method})
    return Program(what, function, parameters, evidence, thing, None, method, constructor, values)


def _made_of(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    """Return the parameters of which an object is made: those that a call must give; also those up to the last letter
    that is a mark by its name, `def __init__(self, depth=9, ai="O", human="X")`: the defaults are those of one side."""
    marks = [at for at, each in enumerate(parameters) if each.is_mark and each.default in _LETTERS]
    given = parameters[: max(marks, default=-1) + 1]
    is_known = all(each.is_mark or each.required or isinstance(each.default, int | None) for each in given)
    return given if marks and is_known else tuple(each for each in parameters if each.required)


def _has_no_objects(cls: type) -> bool:
    """Return whether a class only holds functions: none of them takes an object of it."""
    functions = [value for name, value in vars(cls).items() if inspect.isfunction(value) and name[:2] != "__"]
    firsts = {next(iter(inspect.signature(function).parameters), "self") for function in functions}
    return bool(firsts) and firsts.isdisjoint(("self", "this", "cls"))


def _of_object(
    owner: Any, what: Said, module: ModuleType | None, values: dict[str, Any], method: str, cls: Any = None
) -> Program | None:
    """Return the program that an object is, or None."""
    method = method or method_of(owner) or ""
    if not method and not callable(owner):
        return None
    call = getattr(owner, method) if method else owner
    what = Said("chooser.method", {"what": what, "method": method}) if method else what
    evidence = evidence_of(call, module, owner)
    return Program(what, call, _parameters(call), evidence, cls, owner, method or "__call__", (), values)


def method_of(thing: object) -> str | None:
    """Return the name of the method of an object or a class that chooses moves, or None: not of a search, if another
    method begins it."""
    if inspect.isroutine(thing):
        return None
    names = {plain(name): name for name in dir(thing) if not name.startswith("_")}
    likely = (names[method] for method in vocabulary.words("functions", "methods") if method in names)
    name = next((name for name in likely if callable(getattr(thing, name, None))), None)
    if name is not None and plain(name) in vocabulary.words("functions", "searches"):
        others = [other for known, other in names.items() if "move" in known and _uses(getattr(thing, other), name)]
        return others[0] if len(others) == 1 else name
    return name


def _uses(method: object, name: str) -> bool:
    code = getattr(method, "__code__", None)
    return code is not None and name in names_in(code)


def names_in(code: CodeType) -> set[str]:
    """Return the names that a code uses, with that of the functions in it."""
    inner = (names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*inner)


def _parameters(call: Callable[..., Any]) -> tuple[Parameter, ...]:
    try:
        parameters = inspect.signature(call).parameters.values()
    except (TypeError, ValueError):  # some built-in functions have no signature
        return (Parameter("board", True),)
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    given = [parameter for parameter in parameters if parameter.kind in positional]
    return tuple(
        Parameter(parameter.name, parameter.default is parameter.empty, parameter.annotation, parameter.default)
        for parameter in given
    )
