"""What a program's own text says about its board: the constants it uses, its parameters, its Enum classes."""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum, EnumMeta
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from noughts.programs import vocabulary
from noughts.programs.load.files import imports_in, is_own, parsed, users_of
from noughts.programs.load.user_module import roots_of
from noughts.programs.reading.own_mark import Mark, OwnMark

_ASIDE = ("print", "input", "range", "len", "print_board")  # calls whose arguments say nothing about the board
SUBSCRIPT = "[]"  # among the attributes of a parameter: it is subscripted
NESTED = "[][]"  # so are its elements
STONE = "=="  # it is compared with an element, or becomes one
UNREAD = frozenset(("",))  # what is asked of a parameter that is never read: it stands for nothing
USES = frozenset((SUBSCRIPT, NESTED, STONE)) | UNREAD
_OF_DICTS = frozenset(("keys", "items", "values"))
_DIGITS = 5  # with that many of "1" to "9" among the constants, free cells hold their number


def plain(name: str) -> str:
    """Return a name without its underscores, in lower case: `getComputerMove` and `get_computer_move` are the same."""
    return name.replace("_", "").lower()


@dataclass(frozen=True)
class Evidence:
    """The evidence of a program.

    `marks`: constants that may be marks, as (type, value). `words`: longer texts. `arrays`: whether it uses NumPy, or a
    file beside it does. `counts`: for a parameter that the program passes on one higher or lower, +1 or -1. `given`:
    for each parameter, the one number or truth value that its text passes where it calls the program from outside.
    `enums`: triples of members. `dicts`: whether its text makes a dict of so many keys that it may be a board.
    `attributes`: what is asked of each parameter of the program, by it and by the functions that it passes it on to.
    `tells_turn`: whether it finds out from the board whose turn it is; `turn`: its function of the board alone that
    says so by its name. `own_mark`: its own mark as its text says; None where it does not. `in_cells`: the marks that
    its text stores in cells, or compares with them. `from_zero`: whether it has lists of cells that begin with 0, as
    lines have. `indexed`: pairs of parameters of which the first is subscripted by the second, as `marks[player]`.
    """

    marks: frozenset[Mark]
    words: frozenset[str]
    arrays: bool
    counts: Mapping[str, int]
    given: Mapping[str, int]
    enums: tuple[tuple[Enum, Enum, Enum | None], ...]
    namespace: Mapping[str, Any]
    attributes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    dicts: bool = True
    tells_turn: bool = False
    turn: Callable[..., Any] | None = None
    own_mark: Mark | None = None
    in_cells: frozenset[Mark] = frozenset()
    from_zero: bool = False
    indexed: frozenset[tuple[str, str]] = frozenset()

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


def evidence_of(call: Callable[..., Any], module: ModuleType | None, owner: Any = None) -> Evidence:
    """Return the evidence about a function, a method or an object that can be called, and its module.

    `owner`: the object that it is a method of.
    """
    namespace = dict(vars(module)) if module is not None else dict(getattr(call, "__globals__", {}))
    tree, beside, here = _tree(call, namespace), _own_modules(namespace), namespace.get("__file__")
    whole = ast.Module([*tree.body, *(part for file in sorted(beside) for part in parsed(file).body)], [])
    for module_beside in beside.values():
        for name, value in vars(module_beside).items():
            if isinstance(value, EnumMeta) and value.__module__ == module_beside.__name__:
                namespace.setdefault(name, value)
    attributes = _attributes(call, whole)
    all_attributes = frozenset().union(*attributes.values())
    values = [value for name, value in namespace.items() if not name.startswith("__")]
    marks = {*_constants(whole, _typed_names(whole)), *((type(value), value) for value in values if _is_mark(value))}
    if not any(map(_is_a_mark_of_minus_one, ast.walk(whole))):
        marks -= {(int, -1)}  # a score, or no cell
    in_cells = frozenset(_in_cells(whole, namespace))
    marks |= in_cells
    enums = [value for value in namespace.values() if isinstance(value, EnumMeta) and value.__module__ != "enum"]
    triples = tuple(triple for enum in enums if (triple := _marks_of(enum)) is not None)
    members = {(type(member), member) for triple in triples for member in triple[:2]}
    trees = [whole, *(parsed(file) for file in (users_of(Path(here)) if here else ()))]
    played = ast.Module([part for tree in trees for part in tree.body], [])
    own = OwnMark(played, {*filter(_is_stone, marks), *members}, namespace, getattr(owner, "__dict__", {}))
    name = getattr(_code_of(call), "co_name", "")
    return Evidence(
        marks=frozenset(marks),
        words=frozenset(_words(whole)),
        arrays=any(map(_is_numpy, namespace.values()))
        or any(imported.top == "numpy" and not imported.levels for imported in imports_in(whole)),
        counts=dict(_steps(whole)),
        given=_given(call, trees, namespace),
        enums=triples,
        namespace=namespace,
        attributes=attributes,
        dicts=not tree.body or bool(_OF_DICTS & all_attributes),
        tells_turn=_tells_turn(whole, name),
        turn=next((namespace[turn] for turn in _turns(whole) if inspect.isfunction(namespace.get(turn))), None),
        own_mark=own.of(name),
        in_cells=in_cells,
        from_zero=any(map(_is_from_zero, ast.walk(whole))),
        indexed=frozenset(_indexed(whole)),
    )


def with_enums(evidence: Evidence, classes: Sequence[type]) -> Evidence:
    """Return evidence with the marks of those of some classes that are Enums, by their names."""
    enums = {cls.__name__: cls for cls in classes if isinstance(cls, EnumMeta)}
    triples = [triple for enum in enums.values() if (triple := _marks_of(enum)) is not None]
    more = tuple(triple for triple in triples if triple not in evidence.enums)
    return replace(evidence, enums=(*more, *evidence.enums), namespace={**enums, **evidence.namespace})


def _is_stone(mark: Mark) -> bool:
    """Return whether a mark may be a stone: a letter, or a number but 0."""
    _, value = mark
    return value.isalpha() if isinstance(value, str) else bool(value)


def _tells_turn(tree: ast.Module, called: str) -> bool:
    """Return whether a function of the board that says whose turn it is, by its name, is called, whether stones are
    counted for it, or whether what is called reads a variable or an attribute of such a name."""
    names = _turns(tree)
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    if any(isinstance(function, ast.Name) and function.id in names for function in calls):
        return True
    counted = _counted_names(tree)
    mine = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == called]
    return any(_counts_the_turn(node, counted) for node in ast.walk(tree)) or any(
        _reads_the_turn(inner) for function in mine for inner in ast.walk(function)
    )


def _turns(tree: ast.Module) -> list[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and len(node.args.args) == 1]
    return [function.name for function in functions if plain(function.name) in vocabulary.words("functions", "turns")]


def _reads_the_turn(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
            return plain(name) in vocabulary.words("functions", "turns") and plain(name) not in ("player", "players")
    return False


def _counted_names(tree: ast.Module) -> frozenset[str]:
    """Return the names of variables that are set to what was counted, and of functions that return it."""
    names = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _counts(value, frozenset()):
                names.add(name)
            case ast.FunctionDef(name=name, body=[*_, ast.Return(value=ast.Call() as value)]):
                names |= {name} if _counts(value, frozenset()) else set()
    return frozenset(names)


def _counts(node: ast.AST, names: frozenset[str]) -> int:
    """Return how often an expression counts, or reads what was counted."""
    inside = list(ast.walk(node))
    calls = [inner.func for inner in inside if isinstance(inner, ast.Call)]
    counted = sum(isinstance(each, ast.Attribute) and each.attr == "count" for each in calls)
    read = [getattr(inner, "id", None) or getattr(inner, "attr", None) for inner in inside]
    return counted + sum(name in names for name in read)


def _counts_the_turn(node: ast.AST, names: frozenset[str]) -> bool:
    """Return whether a node counts on the board whose turn it is: `turn = 10 - board.count(2)`, as many X as O, an even
    number of stones."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if plain(name) in vocabulary.words(
            "functions", "turns"
        ):
            return _counts(value, names) > 0
        case ast.Compare(left=left, comparators=[right]):
            return _counts(left, names) > 0 and _counts(right, names) > 0
        case ast.BinOp(left=left, op=ast.Mod(), right=ast.Constant(value=2)):
            return _counts(left, names) > 0
    return False


def _is_from_zero(node: ast.AST) -> bool:
    """Return whether a node is a list of different whole numbers, 0 among them: the cells of a line, from 0."""
    match node:
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            values = [element.value for element in elements if isinstance(element, ast.Constant)]
            whole = [value for value in values if type(value) is int and value >= 0]
            return 0 in whole and len(set(whole)) == len(elements) > 2
    return False


def _indexed(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the pairs of parameters of one function of which the first is subscripted by the second."""
    for function in filter(lambda node: isinstance(node, ast.FunctionDef), ast.walk(tree)):
        names = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        for node in ast.walk(function):
            match node:
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Name(id=index)) if {name, index} <= names:
                    yield name, index


def _in_cells(tree: ast.Module, namespace: Mapping[str, Any]) -> Iterator[Mark]:
    """Yield the marks that are stored in an element of something, or compared with one; also by their names.

    What is compared with a variable that is stored so, and what is chosen by that, are marks too.
    """
    parts = [part for node in ast.walk(tree) for part in _beside_cells(node)]
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    for part in (*parts, *_by_stones(tree, names), *_passed_for(tree, names)):
        yield from ((int, 1), (int, -1)) if _is_negated(part) else _constants(part, frozenset())
        named = [namespace[part.id]] if isinstance(part, ast.Name) and part.id in namespace else []
        yield from ((type(mark), mark) for mark in named if _is_mark(mark))


def _by_stones(tree: ast.Module, names: Set[str]) -> Iterator[ast.expr]:
    """Yield what is compared with some variables, and what is chosen or computed by that: `2 if player == 1 else 1`,
    `3 - player`, `-player`, a function that returns 2 where it is 1."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare() if _compares(node, names):
                yield from (node.left, *node.comparators)
            case ast.IfExp(test=test, body=body, orelse=other) if _tells_a_stone(test, names):
                yield from (body, other)
            case ast.FunctionDef() if any(_returns_by_stone(inner, names) for inner in ast.walk(node)):
                returned = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return))
                yield from (value for value in returned if value is not None)
            case ast.BinOp(left=ast.Constant(value=3), op=ast.Sub(), right=ast.Name(id=name)) if name in names:
                yield from (ast.Constant(1), ast.Constant(2))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=name)) if name in names:
                yield from (ast.Constant(1), ast.UnaryOp(ast.USub(), ast.Constant(1)))


def _passed_for(tree: ast.Module, names: Set[str]) -> Iterator[ast.expr]:
    """Yield the names that calls pass for parameters which are stored in cells, or compared with them."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    takers = {
        (function.name, at)
        for function in functions
        for at, argument in enumerate(each for each in function.args.args if each.arg != "self")
        if argument.arg in names
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=passed):
                yield from (
                    each for at, each in enumerate(passed) if (called, at) in takers and isinstance(each, ast.Name)
                )


def _returns_by_stone(node: ast.AST, names: Set[str]) -> bool:
    match node:
        case ast.If(test=test, body=[ast.Return(value=value)]) if value is not None:
            return _tells_a_stone(test, names) and (_number(value) is not None or _is_letter(value))
    return False


def _tells_a_stone(test: ast.expr, names: Set[str]) -> bool:
    """Return whether a condition compares one of some variables with a constant that may be a mark."""
    match test:
        case ast.Compare(left=left, comparators=[other]):
            is_mark = any(_number(part) is not None or _is_letter(part) for part in (left, other))
            return is_mark and _compares(test, names)
    return False


def _compares(node: ast.Compare, names: Set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in names for part in (node.left, *node.comparators))


def _beside_cells(node: ast.AST) -> list[ast.expr]:
    """Return what a node stores in an element of something, compares with one, or counts there."""
    match node:
        case ast.Assign(targets=[ast.Subscript()], value=value):
            return [value]
        case ast.Compare(left=left, comparators=others):
            parts = [left, *others]
            return parts if any(isinstance(part, ast.Subscript) for part in parts) else []
        case ast.Call(func=ast.Attribute(attr="count"), args=[value]):
            return [value]
    return []


def _attributes(call: Callable[..., Any], tree: ast.Module) -> dict[str, frozenset[str]]:
    """Return the attributes that are asked of each parameter of a function; UNREAD for one that it never reads."""
    functions: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            functions.setdefault(node.name, []).append(node)
    code = _code_of(call)
    named = [] if code is None else functions.get(code.co_name, [])
    mine = [function for function in named if code is not None and _begins(function) == code.co_firstlineno]
    if not mine:
        return {}
    names = [argument.arg for argument in mine[0].args.args]
    read = {node.id for node in ast.walk(mine[0]) if isinstance(node, ast.Name)} & {*names} or {*names}
    asked = {name: frozenset(_asked_of(name, mine[0], functions, set())) for name in names}
    return {name: asked[name] if name in read else UNREAD for name in names}


def _begins(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _with_a_cell(name: str, compared: Sequence[ast.expr]) -> bool:
    """Return whether a name is compared with an element of something, or with a letter."""
    named = any(isinstance(part, ast.Name) and part.id == name for part in compared)
    return named and any(isinstance(part, ast.Subscript) or _is_letter(part) for part in compared)


def _is_as_a_stone(name: str, node: ast.AST) -> bool:
    """Return whether a node uses a name as a stone: stores it in a cell, compares it with one, counts it."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return _with_a_cell(name, [left, *others])
        case ast.Assign(targets=[ast.Subscript()], value=value):
            return _is_name(value, name)
        case ast.Call(func=ast.Attribute(attr="count"), args=[element]) | ast.List(elts=[element]):
            return _is_name(element, name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_name(operand, name)
    return False


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


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
            case ast.Subscript(value=ast.Subscript(value=ast.Name(id=known))) if known == name:
                yield NESTED
            case _ if _is_as_a_stone(name, node):
                yield STONE
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=arguments):
                method = isinstance(node.func, ast.Attribute)
                for at, argument in enumerate(arguments):
                    if isinstance(argument, ast.Name) and argument.id == name:
                        for other in functions.get(called, ()):
                            parameters = [parameter.arg for parameter in other.args.args]
                            shift = int(method and parameters[:1] in (["self"], ["cls"]))
                            if at + shift < len(parameters):
                                yield from _asked_of(parameters[at + shift], other, functions, seen)


def _tree(call: Callable[..., Any], namespace: Mapping[str, Any]) -> ast.Module:
    """Return the syntax tree of the program's file, or of its cell in a notebook; an empty one without a source."""
    return parsed(getattr(_code_of(call), "co_filename", None) or namespace.get("__file__"))


def _code_of(call: Callable[..., Any]) -> CodeType | None:
    """Return the code of a function, a method, or an object that can be called."""
    function = call if inspect.isroutine(call) else type(call).__call__
    code = getattr(inspect.unwrap(getattr(function, "__func__", function)), "__code__", None)
    return code if isinstance(code, CodeType) else None


def _own_modules(namespace: Mapping[str, Any]) -> dict[str, ModuleType]:
    """Return the modules of a program's own from which it has imported something, by their files."""
    here = str(namespace.get("__file__") or "")
    if not here:
        return {}
    folders = roots_of(Path(here))
    modules = [
        value if isinstance(value, ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
        for value in list(namespace.values())
    ]
    return {
        file: module
        for module in modules
        if module is not None
        and isinstance(file := getattr(module, "__file__", None), str)
        and file != here
        and is_own(str(Path(file).resolve()), folders)
    }


def _is_mark(value: object) -> bool:
    return (isinstance(value, str) and len(value) <= 1) or type(value) is int or value is None


def _words(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if len(text) > 1:
                yield text


def _typed_names(tree: ast.Module) -> frozenset[str]:
    """Return the names of variables that hold what a person typed."""
    assigned = (node for node in ast.walk(tree) if isinstance(node, ast.Assign) and _is_typed(node.value, frozenset()))
    return frozenset(inner.id for node in assigned for inner in node.targets if isinstance(inner, ast.Name))


_CASES = ("lower", "upper", "casefold", "strip", "capitalize", "title")


def _is_typed(node: ast.expr, typed: frozenset[str]) -> bool:
    """Return whether an expression is what a person typed."""
    match node:
        case ast.Name(id=name):
            return name in typed
        case ast.Call(func=ast.Name(id="input" | "raw_input")) | ast.Call(func=ast.Attribute(attr="input")):
            return True
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _CASES:
            return isinstance(value, ast.Name | ast.Attribute) or _is_typed(value, typed)
        case ast.Subscript(value=value):
            return _is_typed(value, typed)
    return False


def _constants(node: ast.AST, typed: frozenset[str]) -> Iterator[Mark]:
    """Yield the constants below a node that may be marks: no index, no operand, no part of a printed text, nothing that
    is compared with what a person typed."""
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
        case ast.Compare(left=left, comparators=others) if any(_is_typed(part, typed) for part in [left, *others]):
            return
        case ast.Subscript(value=value):
            yield from _constants(value, typed)
        case ast.BinOp(op=ast.Mult(), left=left):  # [" "] * 9
            yield from _constants(left, typed)
        case ast.BinOp():
            return
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _constants(child, typed)


def _is_a_mark_of_minus_one(node: ast.AST) -> bool:
    """Return whether a node says that -1 is a mark: it is put into a cell, compared with one, passed, or named."""
    match node:
        case ast.Call(args=arguments):
            return any(_is_minus_one(argument) or _is_negated(argument) for argument in arguments)
        case ast.Compare(left=left, comparators=others):
            each = [left, *others]
            is_minus = any(_is_minus_one(part) or _is_negated(part) for part in each)
            return is_minus and any(isinstance(part, ast.Subscript) for part in each)
        case ast.Dict(keys=keys):
            return any(key is not None and _is_minus_one(key) for key in keys)
        case ast.Assign(targets=[ast.Subscript()], value=value):
            return _is_minus_one(value) or _is_negated(value)
        case ast.For(iter=ast.Tuple(elts=elements) | ast.List(elts=elements)):
            return any(map(_is_minus_one, elements)) and len(elements) == 2
        case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value):
            return (name.isupper() and _is_minus_one(value)) or _is_negated(value)
        case ast.arguments(defaults=defaults):
            return any(map(_is_minus_one, defaults))
    return False


def _number(node: ast.AST) -> int | None:
    """Return the whole number that an expression writes, or None."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    return None


def _is_minus_one(node: ast.AST) -> bool:
    return _number(node) == -1


def _is_negated(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant)
    )


def _are_numbers(elements: Sequence[ast.expr]) -> bool:
    """Return whether a list holds several different whole numbers."""
    values = {element.value for element in elements if isinstance(element, ast.Constant) and type(element.value) is int}
    return len(elements) > 2 and len(values) > 1 and all(isinstance(element, ast.Constant) for element in elements)


def _steps(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the names that are passed on as `name - 1` or `name + 1`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                match argument:
                    case ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant(value=1)):
                        yield name, 1
                    case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=1)):
                        yield name, -1


def _given(call: Callable[..., Any], trees: Sequence[ast.Module], namespace: Mapping[str, Any]) -> dict[str, int]:
    """Return the number or the truth value that each parameter of a function gets where the text of its game calls it,
    but for its own calls of itself; none for one that gets several."""
    code = _code_of(call)
    if code is None:
        return {}
    names = list(code.co_varnames[: code.co_argcount])
    names = names[1:] if names[:1] == ["self"] else names
    constants: dict[str, set[int | None]] = {}
    for tree in trees:
        nodes = list(ast.walk(tree))
        own = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == code.co_name]
        inside = {id(inner) for function in own for inner in ast.walk(function)}
        values = {**_set_once(nodes), **{name: value for name, value in namespace.items() if name.isupper()}}
        for node in nodes:
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name == code.co_name:
                    passed = [
                        *zip(names, node.args, strict=False),
                        *((keyword.arg, keyword.value) for keyword in node.keywords),
                    ]
                    for parameter, value in passed if id(node) not in inside else ():
                        constant = values.get(value.id) if isinstance(value, ast.Name) else _number(value)
                        constants.setdefault(str(parameter), set()).add(constant)
    single = {name: values.pop() for name, values in constants.items() if len(values) == 1}
    return {name: constant for name, constant in single.items() if isinstance(constant, int)}


def _set_once(nodes: Sequence[ast.AST]) -> dict[str, int | None]:
    """Return the numbers and truth values of the variables that one statement alone sets."""
    stored = [node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    stored += [node.arg for node in nodes if isinstance(node, ast.arg)]
    values = dict[str, int | None]()
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if stored.count(name) == 1:
                values[name] = _number(value)
    return values


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
