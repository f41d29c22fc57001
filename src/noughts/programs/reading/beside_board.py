"""What a program's object, or its module, holds besides its board.

An object whose board is set is as in its game if answers depend on nothing else that its game changes, or if that is
set too, as whose turn it is. So what its game changes is changed here, to whatever it may hold there: where the program
moves otherwise then, no board says how it moves in its game.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from noughts.core.game import Move, cells_of
from noughts.core.position import Position, Side
from noughts.programs import vocabulary
from noughts.programs.load.files import parsed, users_of, with_imports
from noughts.programs.reading.board_forms import RESULT
from noughts.programs.reading.evidence import plain
from noughts.programs.reading.object_kinds import Program
from noughts.programs.reading.placed_calls import brought, own_object, turn_words, variables_of
from noughts.programs.reading.readings import Reader

_KINDS = (str, int, Enum, type(None))
_CONSTRUCTORS = ("__init__", "__post_init__")

Ask = Callable[[Reader, Position], frozenset[Move]]  # the legal moves of a program in a position


def untold(program: Program, reader: Reader, positions: Sequence[Position], ask: Ask) -> str:
    """Return the name of what its game changes and its moves depend on, though no board says what it holds; empty where
    there is nothing of the kind."""
    if name := _turned_wrongly(program, reader, positions):
        return name
    trees = _trees(program)
    kept = [
        (reader.beside, _beside_its_board(program, reader, positions, trees)),
        (reader.of_owner, _in_its_object(program, reader, positions, trees)),
    ]
    for position in positions if any(values for _, values in kept) else ():
        moves = ask(reader, position)
        for changed, values in kept if moves else ():
            for name, value in values.items():
                is_level = vocabulary.pattern("objects", "levels").search(plain(name)) is not None
                for other in _other_levels(value) if is_level else _others(value, reader, position):
                    changed[name] = other
                    otherwise = ask(reader, position)
                    changed.clear()
                    differs = otherwise != moves and (otherwise or is_level)  # else it is not asked so in its game
                    if differs and ask(reader, position) == moves:  # it is the same where nothing is changed
                        return name
    return ""


def _turned_wrongly(program: Program, reader: Reader, positions: Sequence[Position]) -> str:
    """Return the name of what says whose turn it is, and says it of the other side once moves were made; empty where
    there is none."""
    place = reader.reading.place
    if place is None or place.mover in ("", RESULT):
        return ""
    for position in positions:
        values = variables_of(brought(reader, program, position, place))
        mark = reader.mark_of_side(position.side, position)
        for name, word in turn_words(values, reader, position).items():
            if word == "mark" and values[name] != mark:
                return name
    return ""


def _beside_its_board(
    program: Program, reader: Reader, positions: Sequence[Position], trees: list[ast.Module]
) -> dict[str, Any]:
    """Return what stands beside a board that is set, or brought about by moves, and may change in its game."""
    place = reader.reading.place
    if place is None or place.mover == RESULT:
        return {}
    if place.owner == "global":
        values, trees = [program.values], trees[:1]  # its own file's
        changed = {name for tree in trees for name in _changed_globals(tree)}
    else:
        values = [variables_of(brought(reader, program, position, place)) for position in positions]
        changed = {name for tree in trees for name in _changed_attributes(tree, place.owner == "self")}
    told = {place.part, *([] if place.mover else turn_words(values[0], reader, positions[0]))}
    return {name: value for name, value in _changing(values, changed, trees).items() if name not in told}


def _in_its_object(
    program: Program, reader: Reader, positions: Sequence[Position], trees: list[ast.Module]
) -> dict[str, Any]:
    """Return what the program's own object holds that may change in its game, where its board is elsewhere."""
    place = reader.reading.place
    if program.method == "" or (place is not None and place.owner == "self"):
        return {}
    values = [variables_of(own_object(reader, program, position)) for position in positions]
    return _changing(values, {name for tree in trees for name in _changed_attributes(tree, is_made=True)}, trees)


def _trees(program: Program) -> list[ast.Module]:
    """Return the syntax trees of a program's file, then of those that it imports, and of those that import it."""
    file = program.values.get("__file__")
    return [parsed(path) for path in (*with_imports(Path(file)), *users_of(Path(file)))] if file else []


def _changing(values: list[dict[str, Any]], changed: set[str], trees: list[ast.Module]) -> dict[str, Any]:
    """Return those of some variables that change by the text, but hold the same in all positions."""
    chosen = {name for name in changed if _is_chosen_once(name)} - {each for tree in trees for each in _turned(tree)}
    return {
        name: value
        for name, value in values[0].items()
        if (known := name.rpartition(".")[2]) in changed
        if isinstance(value, _KINDS) and all(name in each and each[name] == value for each in values)
        if not vocabulary.pattern("objects", "outcomes").search(plain(known))  # this game has none yet
        if known not in chosen or isinstance(value, bool | None)
    }


def _is_chosen_once(name: str) -> bool:
    """Return whether the name of something says that it is a side's mark, a depth or a size."""
    known = plain(name)
    if vocabulary.pattern("marks", "turn").match(known) or known.endswith("turn"):
        return False
    sides = any(vocabulary.pattern("marks", side).match(known) for side in ("mine", "theirs"))
    return sides or known in (*vocabulary.words("marks", "own"), *vocabulary.words("objects", "chosen"))


def _others(value: Any, reader: Reader, position: Position) -> Iterator[Any]:
    """Yield what may stand in place of a value: the other truth value, the other mark, a number of stones or of free
    cells, a cell."""
    stones = [reader.mark_of_side(side, position) for side in Side]
    if isinstance(value, bool):
        yield not value
    elif any(type(value) is type(stone) and value == stone for stone in stones):
        yield from (stone for stone in stones if stone != value)
    elif value is None or type(value) is int:
        yield from (position.ply, position.empty.bit_count(), *cells_of(position.x | position.o))
        yield from (*stones, (0, 0)) if value is None else ()


def _other_levels(value: Any) -> Iterator[Any]:
    """Yield what may stand in place of a level: any other text or number, the members of its Enum."""
    if isinstance(value, Enum):
        yield from type(value)
    elif value is not None:
        yield from ("",) if isinstance(value, str) else (value + 1, value + 2, value - 1)


def _changed_attributes(tree: ast.Module, is_made: bool) -> set[str]:
    """Return the attributes that a text sets, but for an object's own in its constructor; also those that a constructor
    sets from its parameters, and the fields of a dataclass, unless an object `is_made` of what is known."""
    nodes = list(ast.walk(tree))
    constructors = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name in _CONSTRUCTORS]
    own = {id(inner) for constructor in constructors for inner in ast.walk(constructor) if _is_of_self(inner)}
    stores = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    names = {node.attr for node in stores if id(node) not in own}
    if not is_made:
        fields = {ast.unparse(node.target) for node in nodes if isinstance(node, ast.AnnAssign)}
        names = names.union(fields, *map(_set_from_parameters, constructors))
    return names


def _is_of_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _set_from_parameters(constructor: ast.FunctionDef) -> set[str]:
    parameters = {argument.arg for argument in ast.walk(constructor.args) if isinstance(argument, ast.arg)}
    names = set[str]()
    for node in ast.walk(constructor):
        parts = list(ast.walk(node)) if isinstance(node, ast.Assign | ast.AnnAssign) else []
        if parameters & {part.id for part in parts if isinstance(part, ast.Name)}:
            stores = (part for part in parts if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store))
            names |= {part.attr for part in stores}
    return names


def _changed_globals(tree: ast.Module) -> set[str]:
    """Return the variables of a module that a function sets, or that its own statements set twice."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    inside = {id(inner) for function in functions for inner in ast.walk(function)}
    stores = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    times = Counter(node.id for node in stores if id(node) not in inside)
    declared = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    return declared | {name for name, count in times.items() if count > 1}


def _turned(tree: ast.Module) -> Iterator[str]:
    """Yield the names of what is set by its own value: `self.player = "O" if self.player == "X" else "X"`."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=parts, value=test):
                yield from _names_in(parts) & _names_in([test])
            case ast.If(test=test, body=body, orelse=orelse):
                assigned = (
                    inner for part in (*body, *orelse) for inner in ast.walk(part) if isinstance(inner, ast.Assign)
                )
                yield from {name for each in assigned for name in _names_in(each.targets)} & _names_in([test])


def _names_in(nodes: Iterable[ast.AST]) -> set[str]:
    parts = [part for node in nodes for part in ast.walk(node)]
    return {str(getattr(part, "id", None) or getattr(part, "attr", None)) for part in parts} - {"None", "self"}


def unfilled(program: Program, owner: Any) -> tuple[str, str] | None:
    """Return an attribute of a program's own object that is still empty though its method reads it, and the method that
    fills it in its game; None where there is none: else the object is as in its game."""
    name = type(owner).__name__
    classes = [node for node in ast.walk(parsed(program.values.get("__file__"))) if isinstance(node, ast.ClassDef)]
    bodies = [node for cls in classes if cls.name == name for node in cls.body]
    methods = {node.name: node for node in bodies if isinstance(node, ast.FunctionDef)}
    called, read, waiting = set[str](), set[str](), [program.method]
    while waiting:
        if (method := waiting.pop()) in methods and method not in called:
            called.add(method)
            parts = [node for node in ast.walk(methods[method]) if isinstance(node, ast.Attribute)]
            read |= {node.attr for node in parts if isinstance(node.value, ast.Name) and node.value.id == "self"}
            waiting += read
    values = {attribute.removeprefix(f"_{name}"): value for attribute, value in getattr(owner, "__dict__", {}).items()}
    empty = {name for name, value in values.items() if isinstance(value, list | dict | set) and not value}
    for method in sorted(methods.keys() - called - {"__init__"}):
        for node in ast.walk(methods[method]):
            match node:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)], value=value):
                    if attribute in read & empty and not _is_empty(value):
                        return attribute, method
    return None


def _is_empty(value: ast.expr) -> bool:
    """Return whether an expression is written as an empty list, dict or set, or as a constant."""
    match value:
        case ast.Constant() | ast.List(elts=[]) | ast.Dict(keys=[]) | ast.Call(args=[], keywords=[]):
            return not isinstance(value, ast.Call) or isinstance(value.func, ast.Name)
    return False
