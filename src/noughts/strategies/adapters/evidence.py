"""What a program's own text says about its board: the constants it uses, its parameters, its Enum classes."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, EnumMeta
from pathlib import Path
from types import ModuleType
from typing import Any

_ASIDE = ("print", "input", "range", "len", "print_board")  # calls whose arguments say nothing about the board
_DIGITS = 5  # with that many of "1" to "9" among the constants, free cells hold their number


@dataclass(frozen=True)
class Evidence:
    """The evidence of a program.

    `marks`: constants that may be marks, as (type, value). `words`: longer texts. `arrays`: whether it uses NumPy.
    `counts`: for a parameter that the program passes on one higher or lower, +1 or -1. `enums`: triples of members.
    """

    marks: frozenset[tuple[type, object]]
    words: frozenset[str]
    arrays: bool
    counts: Mapping[str, int]
    enums: tuple[tuple[Enum, Enum, Enum | None], ...]
    namespace: Mapping[str, Any]

    def knows(self, mark: object) -> bool:
        """Return whether the program uses a mark."""
        return isinstance(mark, Enum) or (type(mark), mark) in self.marks

    def numbers_cells(self, kind: type) -> bool:
        """Return whether the program names enough cell numbers of this type for its free cells to hold them."""
        values = {value for of, value in self.marks if of is kind}
        return len(values & ({*map(str, range(1, 10))} if kind is str else {*range(3, 10)})) >= _DIGITS


def evidence_of(call: Callable[..., Any], module: ModuleType | None) -> Evidence:
    """Return the evidence about a function, a method or an object that can be called, and its module."""
    namespace = dict(vars(module)) if module is not None else dict(getattr(call, "__globals__", {}))
    tree = _tree(call, namespace)
    found = set(_constants(tree)) | {(type(value), value) for value in namespace.values() if _is_mark(value)}
    enums = [value for value in namespace.values() if isinstance(value, EnumMeta) and value.__module__ != "enum"]
    return Evidence(
        marks=frozenset(found),
        words=frozenset(_words(tree)),
        arrays=any(_is_numpy(value) for value in namespace.values()),
        counts=dict(_counts(tree)),
        enums=tuple(triple for one in enums if (triple := _marks_of(one)) is not None),
        namespace=namespace,
    )


def _tree(call: Callable[..., Any], namespace: Mapping[str, Any]) -> ast.Module:
    """Return the syntax tree of the program's file; an empty one if there is no source."""
    code = getattr(inspect.unwrap(getattr(call, "__func__", call)), "__code__", None)
    name = getattr(code, "co_filename", None) or namespace.get("__file__")
    try:
        return ast.parse(Path(str(name)).read_text(encoding="utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _is_mark(value: object) -> bool:
    return (isinstance(value, str) and len(value) <= 1) or type(value) is int or value is None


def _words(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if len(text) > 1:
                yield text


def _constants(node: ast.AST) -> Iterator[tuple[type, object]]:
    """Yield the constants below a node that may be marks: no index, no operand, no part of a printed text."""
    match node:
        case ast.Constant(value=value) if _is_mark(value):
            yield type(value), value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            yield int, -value
        case ast.Constant(value=str(text)) if len(text) <= 3 or (len(text) == 17 and len(text.split()) == 9):
            yield from ((str, letter) for letter in text)  # "XO", " " * 9, "1 2 3 4 5 6 7 8 9".split()
        case ast.Call(func=ast.Name(id=name)) if name in _ASIDE:
            return
        case ast.JoinedStr():
            return
        case ast.Subscript(value=value):
            yield from _constants(value)
        case ast.BinOp(op=ast.Mult(), left=left):  # [" "] * 9
            yield from _constants(left)
        case ast.BinOp():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _constants(child)


def _counts(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names that are passed on as `name - 1` or `name + 1`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                match argument:
                    case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=1)):
                        yield name, 1
                    case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=1)):
                        yield name, -1


def _is_numpy(value: object) -> bool:
    name = getattr(value, "__name__", "") if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    return str(name).partition(".")[0] == "numpy"


_X = re.compile(r"X|CROSS|EX|PLAYER_?X|X_PLAYER|PLAYER_?1|ONE|FIRST|BLACK")
_O = re.compile(r"O|NOUGHT|NAUGHT|CIRCLE|OH|ZERO|PLAYER_?O|O_PLAYER|PLAYER_?2|TWO|SECOND|WHITE")


def _marks_of(cls: EnumMeta) -> tuple[Enum, Enum, Enum | None] | None:
    """Return the members for X, O and a free cell; None for the free cell of a class with two members."""
    members: list[Enum] = list(cls)
    x = [member for member in members if _X.fullmatch(member.name.upper()) or member.value in ("X", "x")]
    o = [member for member in members if _O.fullmatch(member.name.upper()) or member.value in ("O", "o")]
    rest = [member for member in members if member not in (*x, *o)]
    if len(x) != 1 or len(o) != 1 or len(rest) > 1:
        return None
    return x[0], o[0], rest[0] if rest else None
