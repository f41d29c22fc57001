"""All that a running program knows, as a list that is equal where the program would go on in the same way.

Lists, dicts, sets, arrays and the program's own objects, functions and modules are written out; a thing of a library is
itself, unless it may hide a state, as a file or an iterator: then nothing is known.
"""

import array
import os
import random
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from functools import partial
from numbers import Number
from types import BuiltinFunctionType, CellType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

Token = tuple[Any, ...]
State = tuple[list[Token], list[Any]]  # and the things that it names by their ids: no other may get one

OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = (OURS, os.path.dirname(os.__file__), "<frozen ")  # how the names of files begin that are not the program's
_MOST = 20_000  # parts
_ATOMS = (type(None), bool, int, float, complex, str, bytes, range, type(...), type(NotImplemented))
_COLLECTIONS: tuple[Any, ...] = (list, tuple, deque, set, frozenset)
_HIDING = ("__next__", "__setitem__", "append", "add", "put", "write")  # what a thing that changes may have


def is_library(file: str) -> bool:
    """Return whether a file is none of the program's."""
    return file.startswith(LIBRARY) or "site-packages" in file


def state_of(frames: Iterable[FrameType], looping: FrameType, dead: Set[str]) -> State | None:
    """Return what a program knows while some functions run; in one of them some variables are `dead`.

    None where it may know more.
    """
    of_module = dead - {*looping.f_code.co_varnames}
    roots: list[Any] = [_Variables(_data(looping.f_globals), of_module)]
    for frame in frames:
        is_module = frame.f_locals is frame.f_globals
        roots += [frame.f_globals if is_module else _Variables(frame.f_locals, dead if frame is looping else ())]
        roots.append(frame.f_globals)
    written, seen, waiting = list[Token](), {id(looping.f_globals): (0, None)}, roots[::-1]
    try:
        while waiting:
            value = waiting.pop()
            if type(value) in _ATOMS:
                written.append((type(value), value))
            elif id(value) in seen:
                written.append(("again", seen[id(value)][0]))
            else:
                seen[id(value)] = len(seen), value
                if (entry := _written(value)) is None:
                    return None
                token, parts = entry
                written.append(token)
                waiting += parts[::-1]
            if len(written) + len(waiting) > _MOST:
                return None
    except Exception:  # raised by an object of the program
        return None
    return written, [value for _, value in seen.values()]


class _Variables:
    """The variables of a function, a module or a class, without some."""

    def __init__(self, values: Mapping[str, Any], without: Iterable[str] = ()) -> None:
        self.items = _items({name: value for name, value in list(values.items()) if name not in without})


def _data(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in list(values.items()) if not (name.startswith("__") and name.endswith("__"))}


def _items(values: Mapping[Any, Any]) -> list[Any]:
    return [part for item in list(values.items()) for part in item]


def _written(value: Any) -> tuple[Token, Sequence[Any]] | None:
    """Return how a thing is written, and its parts; None where it may hide a state."""
    kind = type(value)
    if isinstance(value, _Variables):
        return ("variables", len(value.items)), value.items
    if isinstance(value, Enum):
        return (id(value),), []
    for base in _COLLECTIONS:
        if isinstance(value, base):
            elements = [*base.__iter__(value)]
            return (kind, len(elements)), [*elements, *_attributes(value)]
    if isinstance(value, dict):
        items = _items(dict(dict.items(value)))
        return (kind, len(items)), [_Variables(_data(value))] if "__builtins__" in value else [
            *items,
            *_attributes(value),
        ]
    if (code := _code(value)) is not None:
        return code
    if isinstance(value, str | bytes | Number):
        return (kind, value), _attributes(value)
    if isinstance(value, bytearray | array.array):
        return (kind, bytes(value)), _attributes(value)
    if kind.__module__ == "numpy" and hasattr(value, "tobytes"):
        numbers = value.tobytes() if value.dtype.kind != "O" else b""
        return (kind, str(value.dtype), value.shape, numbers), [] if numbers else [value.tolist()]
    if isinstance(value, random.Random) and not isinstance(value, random.SystemRandom):
        return (kind, super(random.Random, value).getstate()), _attributes(value)
    return _thing(value)


def _code(value: Any) -> tuple[Token, Sequence[Any]] | None:
    """Return how a function, a class or a module is written, and what it keeps."""
    match value:
        case FunctionType():
            if is_library(value.__code__.co_filename):
                return (id(value),), []
            kept = [value.__defaults__, value.__kwdefaults__, dict(vars(value)), value.__closure__]
            return ("function", value.__code__), [*kept, value.__globals__]
        case CellType():
            return ("cell",), _contents(value)
        case MethodType():
            return ("method",), [value.__func__, value.__self__]
        case BuiltinFunctionType():
            has_owner = value.__self__ is not None and not isinstance(value.__self__, ModuleType)
            return ("built in", value.__name__), [value.__self__] if has_owner else []
        case partial():
            return ("partial",), [value.func, value.args, value.keywords]
        case staticmethod() | classmethod():
            return ("method of a class",), [value.__func__]
        case property():
            return ("property",), [value.fget, value.fset, value.fdel]
        case ModuleType():
            return (id(value),), [vars(value)] if _is_own_module(value) else []
        case type():
            return (id(value),), [_Variables(_data(vars(value))), *value.__bases__] if _is_own(value) else []
    return None


def _thing(value: Any) -> tuple[Token, Sequence[Any]] | None:
    """Return how any other thing is written: an object of the program by its attributes, another one as itself."""
    kind = type(value)
    if _may_hide(kind):
        return None
    return ((kind,), _attributes(value)) if _is_own(kind) else ((id(value),), [])


def _contents(cell: CellType) -> list[Any]:
    try:
        return [cell.cell_contents]
    except ValueError:  # it is empty
        return []


def _attributes(value: Any) -> list[Any]:
    if not _is_own(type(value)):
        return []
    slots = [name for cls in type(value).__mro__ for name in _slots(cls)]
    held = [part for name in slots if hasattr(value, name) for part in (name, getattr(value, name))]
    return [_Variables(getattr(value, "__dict__", {})), tuple(held)]


def _slots(cls: type) -> Iterator[str]:
    slots = vars(cls).get("__slots__", ())
    yield from (
        [slots] if isinstance(slots, str) else [name for name in slots if name not in ("__dict__", "__weakref__")]
    )


def _may_hide(kind: type) -> bool:
    """Return whether things of a class may have a state of a library's."""
    return any(name in vars(cls) for cls in kind.__mro__ if not _is_own(cls) for name in _HIDING)


def _is_own(kind: type) -> bool:
    module = sys.modules.get(kind.__module__)
    return module is not None and _is_own_module(module)


def _is_own_module(module: ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and not is_library(file)
