"""What a program's own text says about its board: the constants it uses, its parameters, its Enum classes."""

import ast
import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, EnumMeta
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

_ASIDE = ("print", "input", "range", "len", "print_board")  # calls whose arguments say nothing about the board
SUBSCRIPT = "[]"  # among the attributes of a parameter: it is subscripted
STONE = "=="  # it is compared with an element, or becomes one
_OF_DICTS = frozenset(("keys", "items", "values"))
_DIGITS = 5  # with that many of "1" to "9" among the constants, free cells hold their number


def plain(name: str) -> str:
    """Return a name without its underscores, in lower case: `getComputerMove` and `get_computer_move` are the same."""
    return name.replace("_", "").lower()


@dataclass(frozen=True)
class Evidence:
    """The evidence of a program.

    `marks`: constants that may be marks, as (type, value). `words`: longer texts. `arrays`: whether it uses NumPy.
    `counts`: for a parameter that the program passes on one higher or lower, +1 or -1. `enums`: triples of members.
    `dicts`: whether its text makes a dict of so many keys that it may be a board. `attributes`: what is asked of each
    parameter of the program, by it and by the functions that it passes it on to. `tells_turn`: whether it finds out
    from the board whose turn it is, by a function of it.
    """

    marks: frozenset[tuple[type, object]]
    words: frozenset[str]
    arrays: bool
    counts: Mapping[str, int]
    enums: tuple[tuple[Enum, Enum, Enum | None], ...]
    namespace: Mapping[str, Any]
    attributes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    dicts: bool = True
    tells_turn: bool = False

    @property
    def names_letters(self) -> bool:
        """Whether the program has its marks by the names X and O."""
        return all(str(self.namespace.get(name)).upper() == name for name in "XO")

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
    whole = ast.Module([*tree.body, *(part for other in _own_modules(namespace) for part in _parsed(other).body)], [])
    attributes = _attributes(call, whole)
    asked = frozenset().union(*attributes.values())
    found = set(_constants(whole)) | {(type(value), value) for value in namespace.values() if _is_mark(value)}
    if not any(map(_is_a_mark_of_minus_one, ast.walk(whole))):
        found -= {(int, -1)}  # a score, or no cell
    enums = [value for value in namespace.values() if isinstance(value, EnumMeta) and value.__module__ != "enum"]
    return Evidence(
        marks=frozenset(found),
        words=frozenset(_words(whole)),
        arrays=any(_is_numpy(value) for value in namespace.values()),
        counts=dict(_counts(whole)),
        enums=tuple(triple for one in enums if (triple := _marks_of(one)) is not None),
        namespace=namespace,
        attributes=attributes,
        dicts=not tree.body or bool(_OF_DICTS & asked) or any(map(_is_large_dict, ast.walk(whole))),
        tells_turn=_tells_turn(whole),
    )


_TURNS = "player turn currentplayer whoseturn nextplayer tomove playertomove getplayer getturn players activeplayer"


def _tells_turn(tree: ast.Module) -> bool:
    """Return whether a function of the board that says whose turn it is, by its name, is called."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and len(node.args.args) == 1]
    names = {one.name for one in functions if plain(one.name) in _TURNS.split()}
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id in names for called in calls)


def _is_large_dict(node: ast.AST) -> bool:
    match node:
        case ast.DictComp() | ast.Attribute(attr="fromkeys") | ast.Call(func=ast.Name(id="dict"), args=[_]):
            return True
        case ast.Dict(keys=keys):
            return len(keys) >= 9
    return False


def _attributes(call: Callable[..., Any], tree: ast.Module) -> dict[str, frozenset[str]]:
    """Return the attributes that are asked of each parameter of a function."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node)
    code = _code_of(call)
    named = [] if code is None else functions.get(code.co_name, [])
    mine = [one for one in named if code is not None and _begins(one) == code.co_firstlineno]
    if not mine:
        return {}
    names = [argument.arg for argument in mine[0].args.args]
    return {name: frozenset(_asked_of(name, mine[0], functions, set())) for name in names}


def _begins(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _with_a_cell(name: str, compared: Sequence[ast.expr]) -> bool:
    """Return whether a name is compared with an element of something, or with a letter."""
    named = any(isinstance(one, ast.Name) and one.id == name for one in compared)
    return named and any(isinstance(one, ast.Subscript) or _is_letter(one) for one in compared)


def _is_letter(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) == 1


def _asked_of(
    name: str, function: ast.FunctionDef, functions: Mapping[str, list[ast.FunctionDef]], seen: set[tuple[str, str]]
) -> Iterator[str]:
    """Yield the attributes that are asked of a parameter, here and in the functions that it is passed on to."""
    if (function.name, name) in seen:
        return
    seen.add((function.name, name))
    for node in ast.walk(function):
        match node:
            case ast.Attribute(value=ast.Name(id=known), attr=attribute) if known == name:
                yield attribute
            case ast.Subscript(value=ast.Name(id=known)) if known == name:
                yield SUBSCRIPT
            case ast.Compare(left=left, comparators=others) if _with_a_cell(name, [left, *others]):
                yield STONE
            case ast.Assign(targets=[ast.Subscript()], value=ast.Name(id=known)) if known == name:
                yield STONE
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=arguments):
                method = isinstance(node.func, ast.Attribute)
                for at, argument in enumerate(arguments):
                    if isinstance(argument, ast.Name) and argument.id == name:
                        for other in functions.get(called, ()):
                            parameters = [one.arg for one in other.args.args]
                            shift = int(method and parameters[:1] == ["self"])
                            if at + shift < len(parameters):
                                yield from _asked_of(parameters[at + shift], other, functions, seen)


def _tree(call: Callable[..., Any], namespace: Mapping[str, Any]) -> ast.Module:
    """Return the syntax tree of the program's file, or of its cell in a notebook; an empty one without a source."""
    return _parsed(getattr(_code_of(call), "co_filename", None) or namespace.get("__file__"))


def _code_of(call: Callable[..., Any]) -> CodeType | None:
    """Return the code of a function, a method, or an object that can be called."""
    function = call if inspect.isroutine(call) else type(call).__call__
    found = getattr(inspect.unwrap(getattr(function, "__func__", function)), "__code__", None)
    return found if isinstance(found, CodeType) else None


def _parsed(file: object) -> ast.Module:
    linecache.checkcache(str(file))
    try:
        return ast.parse("".join(linecache.getlines(str(file))))
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _own_modules(namespace: Mapping[str, Any]) -> list[str]:
    """Return the files of the modules beside a program from which it has imported something."""
    here = str(namespace.get("__file__") or "")
    if not here:
        return []
    folder = Path(here).resolve().parent
    modules = [
        value if isinstance(value, ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
        for value in list(namespace.values())
    ]
    files = {str(file) for module in modules if (file := getattr(module, "__file__", None)) and str(file) != here}
    return sorted(file for file in files if Path(file).resolve().is_relative_to(folder) and "site-packages" not in file)


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
        case ast.Tuple(elts=elements) | ast.List(elts=elements) if _are_numbers(elements):
            return  # the cells of a line, the weights of cells
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


def _is_a_mark_of_minus_one(node: ast.AST) -> bool:
    """Return whether a node says that -1 is a mark: it is put into a cell, compared with one, passed, or named."""
    match node:
        case ast.Call(args=arguments):
            return any(_is_minus_one(one) or _is_negated(one) for one in arguments)
        case ast.Compare(left=left, comparators=others):
            each = [left, *others]
            return any(map(_is_minus_one, each)) and any(isinstance(one, ast.Subscript) for one in each)
        case ast.Dict(keys=keys):
            return any(key is not None and _is_minus_one(key) for key in keys)
        case ast.Assign(targets=[ast.Subscript()], value=value):
            return _is_minus_one(value) or _is_negated(value)
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value):
            return (name.isupper() and _is_minus_one(value)) or _is_negated(value)
        case ast.arguments(defaults=defaults):
            return any(map(_is_minus_one, defaults))
    return False


def _is_minus_one(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant) and node.operand.value == 1


def _is_negated(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant)
    )


def _are_numbers(elements: Sequence[ast.expr]) -> bool:
    """Return whether a list holds several different whole numbers."""
    values = {element.value for element in elements if isinstance(element, ast.Constant) and type(element.value) is int}
    return len(elements) > 2 and len(values) > 1 and all(isinstance(element, ast.Constant) for element in elements)


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
