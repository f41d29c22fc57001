"""Which mark is a program's own, where it is not passed: what its text says.

A program that always plays O shows it in one of four ways: its game stores "O" where the program has chosen
(`board[best_move(board)] = "O"`); a variable of that mark is called `computer` or `ai`; it is the only mark that the
program itself tries on its board; its object has it as its `symbol`.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from noughts.programs import vocabulary

Mark = tuple[type, object]
_Named = set[tuple[str, Mark]]  # the name by which a mark is written, empty for a constant, and the mark

_DEEP = 3  # functions that the program calls, one by the other


class OwnMark:
    """Finds a program's own mark in the syntax tree of its files.

    `stones`: the marks that may be stones. `values`: the variables of its module; `owner`: those of its own object.
    """

    def __init__(self, tree: ast.Module, stones: Iterable[Mark], values: Mapping[str, Any], owner: Mapping[str, Any]):
        self._tree, self._stones, self._values, self._owner = tree, frozenset(stones), values, owner
        self._functions: dict[str, list[ast.FunctionDef]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self._functions.setdefault(node.name, []).append(node)

    def of(self, name: str) -> Mark | None:
        """Return the own mark of the function or method with a name; None where the text does not say."""
        tried = self._tried(name, _DEEP)
        ways = (self._stored_by_its_game(name), self._named(tried), tried, self._of_its_object())
        return next((mark for named in ways if (mark := _single(named)) is not None), None)

    # What the game stores where the program has chosen.

    def _stored_by_its_game(self, name: str) -> _Named:
        marks: _Named = set()
        for statements in self._lists():
            for at, statement in enumerate(statements):
                if not isinstance(statement, ast.FunctionDef | ast.ClassDef) and calls(statement, name):
                    marks |= self._after(name, statement, statements[at + 1 :])
        return marks

    def _lists(self) -> Iterator[list[ast.stmt]]:
        for node in ast.walk(self._tree):
            for part in ("body", "orelse", "finalbody"):
                statements = getattr(node, part, None)
                if isinstance(statements, list):
                    yield statements

    def _after(self, name: str, statement: ast.stmt, others: list[ast.stmt]) -> _Named:
        """Return the marks that are stored with the answer of a call: in its statement, or in those after it."""
        match statement:
            case ast.Assign(targets=[ast.Subscript() as target], value=value) if calls(target, name):
                return self._marks(value, None)
            case ast.Expr(value=ast.Call(args=arguments)) if any(calls(argument, name) for argument in arguments):
                return self._passed([argument for argument in arguments if not calls(argument, name)])
            case ast.Assign(targets=targets, value=value) if calls(value, name):
                names = {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
                return self._with_names(names, others)
        return set()

    def _with_names(self, names: set[str], statements: list[ast.stmt]) -> _Named:
        """Return the marks of the first statement that stores one in a cell of some names, or passes it with them."""
        for statement in statements:
            for node in ast.walk(statement):
                match node:
                    case ast.Assign(targets=[ast.Subscript() as target], value=value) if _mentions(target, names):
                        marks = self._marks(value, None)
                    case ast.Call(args=arguments) if any(_mentions(argument, names) for argument in arguments):
                        marks = self._passed(arguments)
                    case _:
                        continue
                if marks:
                    return marks
        return set()

    def _passed(self, arguments: list[ast.expr]) -> _Named:
        return {each for argument in arguments for each in self._marks(argument, None)}

    # What the program tries.

    def _tried(self, name: str, deep: int) -> _Named:
        """Return the marks that a function stores in cells; that it passes on, if none; else those of the functions
        that it calls."""
        functions = self._functions.get(name, [])
        nodes = [(node, function) for function in functions for node in ast.walk(function)]
        stored, passed, called = set[Any](), set[Any](), list[str]()
        for node, function in nodes:
            match node:
                case ast.Assign(targets=[ast.Subscript()], value=value):
                    stored |= self._marks(value, function)
                case ast.Call(func=ast.Name(id=other) | ast.Attribute(attr=other), args=arguments):
                    if other in self._functions:
                        passed |= {each for argument in arguments for each in self._marks(argument, function)}
                        called += [other] if other != name else []
        if stored or passed or not deep:
            return stored or passed
        return {each for other in called for each in self._tried(other, deep - 1)}

    @staticmethod
    def _named(tried: _Named) -> _Named:
        """Return those of several marks whose variable is called as a computer's."""
        return {(name, mark) for name, mark in tried if vocabulary.pattern("marks", "computer", re.I).match(name)}

    def _of_its_object(self) -> _Named:
        known = {name.replace("_", "").lower(): value for name, value in self._owner.items()}
        return self._stones_of([(name, known[name]) for name in vocabulary.words("marks", "own") if name in known])

    def _stones_of(self, named: list[tuple[str, Any]]) -> _Named:
        """Return those of some values that may be stones, as marks."""
        marks = {(name, (type(value), value)) for name, value in named if isinstance(value, str | int | Enum)}
        return {
            (name, mark)
            for name, mark in marks
            if mark in self._stones and not vocabulary.pattern("marks", "turn", re.I).match(name)
        }

    # The marks that an expression may be.

    def _marks(self, node: ast.expr, function: ast.FunctionDef | None) -> _Named:
        """Return the marks that an expression may stand for: of a loop over marks, all of them."""
        match node:
            case ast.Constant(value=value):
                named: list[tuple[str, Any]] = [("", value)]
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
                named = [("", -value)]
            case ast.Name(id=name):
                looped = list(self._looped(name, function)) if function is not None else []
                if looped:
                    return {each for expression in looped for each in self._marks(expression, None)}
                named = [(name, self._values.get(name))]
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                named = [(name, self._owner.get(name))]
            case ast.Attribute(value=ast.Name(id=cls), attr=name):
                named = [(name, getattr(self._values.get(cls), name, None))]
            case ast.IfExp(body=body, orelse=other):
                return self._marks(body, function) | self._marks(other, function)
            case _:
                named = []
        return self._stones_of(named)

    @staticmethod
    def _looped(name: str, function: ast.FunctionDef) -> Iterator[ast.expr]:
        """Yield what a variable of a function is set to: the elements of a loop, or an assigned value."""
        for node in ast.walk(function):
            match node:
                case ast.For(target=ast.Name(id=known), iter=ast.Tuple(elts=elements) | ast.List(elts=elements)):
                    yield from elements if known == name else ()
                case ast.Assign(targets=[ast.Name(id=known)], value=value) if known == name:
                    yield value


def _single(named: _Named) -> Mark | None:
    """Return the only mark of some; not one that is called a person's."""
    marks = {mark for name, mark in named if not vocabulary.pattern("marks", "person", re.I).match(name)}
    return marks.pop() if len(marks) == 1 and len({mark for _, mark in named}) == 1 else None


def calls(node: ast.AST, name: str) -> bool:
    """Return whether something of this name is called within a node."""
    functions = (inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call))
    return any(name in (getattr(called, "id", None), getattr(called, "attr", None)) for called in functions)


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(inner, ast.Name) and inner.id in names for inner in ast.walk(node))
