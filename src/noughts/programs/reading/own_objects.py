"""Objects of a program's own classes, of which its players are made, and which its functions are passed.

Which class is meant says what the parameter is asked for, its annotation, or its name. The objects are made in the same
way: of others, of marks, sizes and whatever else the names of their parameters say.
"""

import ast
import inspect
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from noughts.errors import StrategyError
from noughts.players.player import OWN_FAULTS
from noughts.programs import vocabulary
from noughts.programs.load.beside import attributes_of, class_beside, classes_beside
from noughts.programs.load.files import parsed
from noughts.programs.reading.evidence import USES, Evidence, plain

THEIRS = ":other"  # at the end of the word for an object that is made for the other side
_CLASS = re.compile(rf"[A-Z]\w*({THEIRS})?")  # a word of a reading
_CONSTANTS = ("None", "True", "False")
_MOST_CLASSES = 12
_MOST_FITTING = 3
_FOREIGN = sys.stdlib_module_names | {"numpy"}
_TWO = [None, None]  # in place of the players of a game, and of whatever else is not known
_OF_MARKS = frozenset({*dir(str), *dir(int), "name", "value"})


@dataclass(frozen=True)
class Parameter:
    """A parameter of a program: its name, whether a call must give it, its annotation and its default, if any."""

    name: str
    required: bool
    annotation: Any = None
    default: Any = None

    @property
    def is_mark(self) -> bool:
        """Whether it is a mark by its name, of the program or of the other side."""
        return vocabulary.meanings().get(plain(self.name)) in ("mark", "other")


def is_class(word: str) -> bool:
    """Return whether a word of a reading stands for an object of a class."""
    return _CLASS.fullmatch(word) is not None and word not in _CONSTANTS


def class_called(namespace: Mapping[str, Any], name: str) -> type:
    """Return a class of a program, or of a file beside it, by a word of a reading. Raises StrategyError."""
    name = name.removesuffix(THEIRS)
    value = namespace.get(name) or class_beside(str(namespace.get("__file__")), name)
    if not inspect.isclass(value):
        raise StrategyError(f"the program has no class {name!r}")
    return value


def is_board(name: str) -> bool:
    """Return whether a variable holds a board, or an object that has one, by its name."""
    known = plain(name)
    games = (*vocabulary.words("parameters", "board"), *vocabulary.words("objects", "games"))
    return known in games or ("board" in known and known not in vocabulary.meanings())


def own_classes(namespace: Mapping[str, Any]) -> list[type]:
    """Return the classes among the names of a program's module that no library has."""
    classes = [value for value in namespace.values() if inspect.isclass(value)]
    own = [cls for cls in classes if cls.__module__.partition(".")[0] not in _FOREIGN]
    return list(dict.fromkeys(own))[:_MOST_CLASSES]


def made(cls: Any, known: Mapping[str, Any], depth: int = 2) -> Any:
    """Return an object of a class: of what is `known` of the words that its parameters stand for, and of objects of
    the program's classes with which they are annotated. All else does not matter, as the players of a game. Raises what
    it raises.
    """
    required = [
        parameter for parameter in inspect.signature(cls).parameters.values() if parameter.default is parameter.empty
    ]
    needed = [
        parameter
        for parameter in required
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]

    def arguments(other: object) -> list[Any]:
        inner = [_class_of(parameter.annotation, cls) for parameter in needed]
        words = [vocabulary.meanings().get(plain(parameter.name), "") for parameter in needed]
        return [
            known[word] if word in known else made(of, known, depth - 1) if of and depth else other
            for word, of in zip(words, inner, strict=True)
        ]

    try:
        return cls(*arguments([*_TWO]))
    except OWN_FAULTS:
        return cls(*arguments(None))


def is_unknown(value: Any) -> bool:
    """Return whether a value is what an object is made of in place of what is not known."""
    return value is None or (type(value) is list and value == _TWO)


def _class_of(annotation: Any, cls: Any) -> Any:
    """Return the class of the program's own that an annotation names, or None."""
    names = vars(sys.modules.get(cls.__module__, object))
    named_class: Any = names.get(annotation) if isinstance(annotation, str) else annotation
    if not inspect.isclass(named_class) or named_class is cls or issubclass(named_class, Enum):
        return None
    return None if named_class.__module__ in ("builtins", "typing", "inspect") else named_class


def attributes_asked(parameter: Parameter, evidence: Evidence, is_made: bool = False) -> frozenset[str]:
    """Return what is asked of a parameter of a program's function, or of what it `is_made` of, that no plain board
    has."""
    known = {*evidence.attributes.get(parameter.name, ())} if not is_made else set()
    for node in ast.walk(parsed(evidence.namespace.get("__file__"))) if is_made else ():
        match node:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self"), attr=part), attr=attribute):
                known |= {attribute} if plain(part) == plain(parameter.name) else set()
    return frozenset(known - USES - {*vocabulary.words("objects", "boards")})


def classes_for(parameter: Parameter, evidence: Evidence, is_made: bool = False) -> list[type]:
    """Return the classes whose objects a parameter stands for: the one that it is annotated with, else those that have
    all that it is asked for beside what marks have."""
    own, attributes = own_classes(evidence.namespace), attributes_asked(parameter, evidence, is_made)
    if annotated := [cls for cls in own if parameter.annotation in (cls, cls.__name__)]:
        return annotated
    if attributes <= _OF_MARKS:
        return []
    file = str(evidence.namespace.get("__file__"))
    fitting = [cls for cls in own if attributes <= attributes_of(cls)] or classes_beside(file, attributes)
    return sorted(fitting, key=lambda cls: not _is_named_for(parameter, cls))[:_MOST_FITTING]


def classes_named(parameter: Parameter, evidence: Evidence) -> list[type]:
    """Return the class whose objects a parameter may stand for, as its name ends with that of the class."""
    return [cls for cls in own_classes(evidence.namespace) if _is_named_for(parameter, cls)][:1]


def _is_named_for(parameter: Parameter, cls: type) -> bool:
    return plain(parameter.name).endswith(plain(cls.__name__))
