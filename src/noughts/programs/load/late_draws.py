"""Draws that are made when they are read.

Many searches begin with a move by chance, and put a better one in its place before they read it:

    column = random.choice(free)
    for each in free:
        ...
        if score > best:
            best, column = score, each
    return column, best

Its outcomes would have to be followed in every position of the search, though no move depends on them. So what a
function assigns by `choice` to a variable of its own, in whose place a loop may put another value, is drawn when the
variable is read: a draw that nobody reads is none. That changes neither the outcomes nor their chances, but it changes
their order; so a file that seeds a generator is left as it is.
"""

import ast
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

ASSIGNED, READ = "__assigned_late__", "__read_late__"  # the names of both functions in a module
_SEEDS = ("seed", "setstate", "Random", "RandomState", "default_rng")
_LOOKS = ("locals", "vars", "eval", "exec", "dir")  # calls that see variables by another way
_SCOPES = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


class _Late(list[Any]):
    """A draw: from what, and its outcome as soon as it is read.

    It is a list because what a program knows is compared by what its lists hold (`known_state`).
    """

    def read(self) -> Any:
        """Return the outcome, which is drawn the first time."""
        if len(self) == 1:
            self.append(random.choice(self[0]))
        return self[1]


def assigned(draw: Callable[[Any], Any], items: Sequence[Any]) -> Any:
    """Return what is assigned in place of `draw(items)`: later, if that is the module's own draw from some items."""
    late = draw == random.choice and type(items) in (list, tuple, range) and items
    return _Late([tuple(items)]) if late else draw(items)


def read(value: Any) -> Any:
    """Return what a variable holds."""
    return value.read() if type(value) is _Late else value


def seeds(tree: ast.Module) -> bool:
    """Return whether a file seeds a generator, or makes one."""
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(_name_of(function) in _SEEDS for function in called)


def with_late_draws(tree: ast.Module) -> ast.Module:
    """Return the syntax tree of a file in which draws are made when they are read; the tree itself is changed."""
    if seeds(tree):
        return tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (names := {*_drawn(node)}):
            _Rewriter(names & _own(node) & {*_replaced(node)}).visit_body(node)
    return tree


def _name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _drawn(part: ast.AST) -> Iterator[str]:
    """Yield the variables to which a part of a file assigns a draw."""
    for node in ast.walk(part):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_draw(value):
                yield name


def _replaced(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the variables in whose place a `for` loop of a function puts something that is not drawn."""
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For))
    for node in (inner for loop in loops for inner in ast.walk(loop)):
        match node:
            case ast.Assign(targets=targets, value=value) if not _is_draw(value):
                parts = (part for target in targets for part in ast.walk(target))
                yield from (part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))


def _is_draw(value: ast.expr) -> bool:
    return (
        isinstance(value, ast.Call)
        and _name_of(value.func) == "choice"
        and len(value.args) == 1
        and not (value.keywords or isinstance(value.args[0], ast.Starred))
    )


def _own(function: ast.FunctionDef) -> set[str]:
    """Return the variables that only plain statements of a function assign and read."""
    inner = [
        part
        for node in ast.walk(function)
        if isinstance(node, _SCOPES) and node is not function
        for part in ast.walk(node)
    ]
    elsewhere = {node.id for node in inner if isinstance(node, ast.Name)}
    plain, others = set[str](), set[str]()
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _LOOKS:
                return set()
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                others.update(names)
            case ast.While():
                others.update(_drawn(node))  # until it likes the number: see `rejection`
            case ast.AugAssign(target=ast.Name(id=name)) | ast.Name(id=name, ctx=ast.Del()):
                others.add(name)
            case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)):
                others.add(name)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                others.add(name)
            case ast.Name(id=name):
                plain.add(name)
    return plain - others - elsewhere


class _Rewriter(ast.NodeTransformer):
    """Writes the draws of some variables, and every reading of these, as calls of `assigned` and `read`."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_body(self, function: ast.FunctionDef) -> None:
        """Rewrite the statements of a function."""
        function.body = [self.visit(statement) for statement in function.body]

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call) if name in self._names:
                if _is_draw(call):
                    call.args.insert(0, call.func)
                    call.func = _named(ASSIGNED, call)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._names or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Call(_named(READ, node), [node], []), node)


def _named(name: str, at: ast.expr) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
