"""Loops that draw until they like the number: `while True: move = randint(0, 8); if board[move] == " ": break`.

Where a draw comes at the same place of the program again, and all that the program knows is the same, what follows has
the same chances as before. Such a run is *rejected*: its chance belongs to the runs that went on from there, in
proportion. What a program knows are the variables of its functions that are running, those of its modules, and what
they hold, compared by content. A variable of the function with the loop that is stored before it is read from there on
is not known: it holds the number that was rejected.

What goes on unseen makes no such loop: a `for` around the draw, two draws in one statement, a generator.
"""

import ast
import inspect
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Generic, TypeVar

from noughts.programs.known_state import OURS, State, is_library, state_of
from noughts.programs.load.files import parsed

_DRAWING = (random.__file__, os.path.join(os.path.dirname(random.__file__), "secrets.py"))
_GENERATES = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp

_TEXTS = 40  # of a program, whose calls are kept

T = TypeVar("T")


class Rejected(BaseException):
    """A run ends here. Not an Exception, so that few programs catch it."""


@dataclass(frozen=True)
class Run(Generic[T]):
    """A run of a program: its result, its chance, the outcomes of its draws; `back`: how many of these were before the
    head of the loop, if it is rejected."""

    result: T
    chance: Fraction
    drawn: tuple[int, ...]
    back: int | None = None


def shared(runs: Iterable[Run[T]]) -> list[tuple[T, Fraction]] | None:
    """Return the results of the runs that are not rejected, with their chances and what they get of the others'.

    None where a loop rejects whatever it draws.
    """
    left = list(runs)
    for back in sorted({run.back for run in left if run.back is not None}, reverse=True):
        whole, kept = dict[tuple[int, ...], Fraction](), dict[tuple[int, ...], Fraction]()
        for run in left:
            head = run.drawn[:back]
            whole[head] = whole.get(head, Fraction(0)) + run.chance
            kept[head] = kept.get(head, Fraction(0)) + (0 if run.back == back else run.chance)
        if not all(kept.values()):
            return None
        left = [run for run in left if run.back != back]
        heads = [run.drawn[:back] for run in left]
        left = [
            Run(run.result, run.chance * whole[head] / kept[head], run.drawn, run.back)
            for run, head in zip(left, heads, strict=True)
        ]
    return [(run.result, run.chance) for run in left]


@dataclass(frozen=True)
class _Place:
    """A call in the text of a program. `steady`: nothing in its function goes on unseen from one time to the next;
    `loops`: nor does anything around it, but a `while` loop. `dead`: the variables that are stored before they are read
    from there on."""

    call: ast.Call
    statement: ast.AST
    steady: bool
    loops: bool
    dead: frozenset[str]


@dataclass(frozen=True)
class _Running:
    """A function that is running: its instruction, and the place of its call in the text of the program, if it has
    one."""

    frame: FrameType
    at: int
    place: _Place | None

    @property
    def site(self) -> object:
        """Where it is: the same for every time that it runs."""
        return self.frame.f_code, self.place.call if self.place else self.at


@dataclass
class _Visit:
    """A draw: the functions from the drawing one outwards, the outcomes of the draws before it, and what the program
    knew, by the number of the function with the loop."""

    running: list[_Running]
    drawn: tuple[int, ...]
    known: dict[int, State] = field(default_factory=dict)


class Visits:
    """The draws of one run after the other, by their sites. `until`: the code at which the program's functions end.

    `always`: what is known is noted at every draw, where no run can begin again.
    """

    def __init__(self, until: CodeType, always: bool = False) -> None:
        self._until, self._always = until, always
        self._seen = dict[object, list[_Visit]]()
        self._last: _Visit | None = None
        self._repeated = set[object]()
        self._noted = dict[int, _Visit]()  # by the number of draws before: the next run is the same up to one of them

    def begin(self) -> None:
        """Begin a new run."""
        self._seen, self._last = {}, None

    def again(self, frame: FrameType | None, drawn: tuple[int, ...], size: int) -> int | None:
        """Return how many draws were before the head of the loop, if a draw of so many outcomes is rejected; `drawn`
        are the outcomes of all draws of the run.

        -1 where it comes to a site for the second time in any run: the run has to begin again, to compare what is known
        then and now. It costs too much to be noted everywhere.
        """
        visit, last = _Visit([*_running(frame, self._until)], drawn), self._last
        self._last = visit
        heads = _heads(visit.running)
        if not heads or (last is not None and _same_statement(visit.running, last.running)):
            return None
        site = size, *(function.site for function in visit.running[: heads[0] + 1])
        earlier = self._seen.setdefault(site, [])
        earlier.append(visit)
        if not self._always and site not in self._repeated:
            if len(earlier) == 1:
                return None
            self._repeated.add(site)
            return -1
        noted = self._noted.get(len(drawn))
        visit.known = noted.known if noted is not None and noted.drawn == drawn else _known(visit.running, heads)
        self._noted[len(drawn)] = visit
        return next((len(other.drawn) for other in earlier[:-1] if _is_the_same(visit, other)), None)


def _known(running: Sequence[_Running], heads: Iterable[int]) -> dict[int, State]:
    """Return what a program knows, by the number of the function with the loop."""
    frames, states = [function.frame for function in running if not is_library(function.frame.f_code.co_filename)], {}
    for head in heads:
        place = running[head].place
        if (state := state_of(frames, running[head].frame, place.dead if place else frozenset())) is not None:
            states[head] = state
    return states


def _is_the_same(visit: _Visit, other: _Visit) -> bool:
    """Return whether a draw is where another one was, in the same loop, with the same knowledge."""
    head = _shared_with(visit.running, other.running)
    if head is None or head not in visit.known or head not in other.known:
        return False
    sites = [[function.site for function in each.running[: head + 1]] for each in (visit, other)]
    same_loop = len(other.running) == len(visit.running) and other.running[head].frame is visit.running[head].frame
    return same_loop and sites[0] == sites[1] and visit.known[head][0] == other.known[head][0]


def _shared_with(running: Sequence[_Running], others: Sequence[_Running]) -> int | None:
    """Return the number of the innermost function that was running at another draw too."""
    frames = {id(function.frame) for function in others}  # they are kept, so that no other has the id of one
    return next((number for number, function in enumerate(running) if id(function.frame) in frames), None)


def _same_statement(running: Sequence[_Running], last: Sequence[_Running]) -> bool:
    """Return whether a draw comes after the last one in the same statement: what that gave is in no variable."""
    number = _shared_with(running, last)
    if number is None:
        return False
    now, before = running[number], next(function for function in last if function.frame is running[number].frame)
    if now.place is None or before.place is None:
        return True
    return (
        now.place.statement is before.place.statement and before.at < now.at and now.place.call is not before.place.call
    )


def _running(frame: FrameType | None, until: CodeType) -> Iterator[_Running]:
    """Yield the functions that are running, without ours, up to a code."""
    inner = ""
    while frame is not None and frame.f_code is not until:
        if not frame.f_code.co_filename.startswith(OURS):
            place = None if is_library(frame.f_code.co_filename) else _place(frame, inner)
            inner = frame.f_code.co_name
            yield _Running(frame, frame.f_lasti, place)
        frame = frame.f_back


def _heads(running: Sequence[_Running]) -> list[int]:
    """Return the numbers of the functions whose `while` loop may be one: from there to the draw all is seen."""
    heads = []
    for number, function in enumerate(running):
        if function.frame.f_code.co_filename in _DRAWING:
            continue
        if function.place is None:
            break
        if function.place.loops:
            heads.append(number)
        if not function.place.steady:
            break
    return heads


def _place(frame: FrameType, inner: str) -> _Place | None:
    """Return the place in the text of what a function calls now: directly a function named `inner`, or a draw."""
    code, file = frame.f_code, frame.f_code.co_filename
    if code.co_flags & _GENERATES:
        return None
    place = _place_of(file, code, frame.f_lasti)
    if place is None:
        return None
    match place.call.func:
        case ast.Name(id=name):
            function = frame.f_locals.get(name, frame.f_globals.get(name))
            called = getattr(getattr(function, "__func__", function), "__code__", None)
            return place if getattr(called, "co_name", None) == inner else None
        case ast.Attribute(attr=name):
            return place if name == inner else None
    return None


def learn(files: Iterable[Path]) -> None:
    """Read the texts of a program, before its process is copied: else each copy would for itself."""
    for file in files:
        tree = parsed(file)
        _calls_of(tree)
        _names_read_in(tree)


@lru_cache(maxsize=4096)
def _place_of(file: str, code: CodeType, at: int) -> _Place | None:
    """Return the place of an instruction in a file; None where its text has no call there."""
    tree = parsed(file)
    around = _calls_of(tree).get(list(code.co_positions())[at // 2])
    if around is None:
        return None
    call, loops = around[0], list(_loops(around))
    assert isinstance(call, ast.Call)
    statement = next(node for node in around if isinstance(node, ast.stmt | ast.Lambda))
    is_one = bool(loops) and isinstance(loops[0], ast.While) and all(map(_is_seen, loops))
    steady = all(isinstance(loop, ast.While) for loop in loops)
    return _Place(call, statement, steady, is_one, frozenset(_dead(around, tree, code)) if is_one else frozenset())


@lru_cache(maxsize=_TEXTS)
def _calls_of(tree: ast.Module) -> dict[tuple[int | None, ...], list[ast.AST]]:
    """Return the calls of a text by their lines and columns, each with the nodes around it up to its function."""
    calls = dict[tuple[int | None, ...], list[ast.AST]]()
    waiting: list[list[ast.AST]] = [[tree]]
    while waiting:
        around = waiting.pop()
        node = around[0]
        if isinstance(node, ast.Call):
            calls[node.lineno, node.end_lineno, node.col_offset, node.end_col_offset] = around
        outside = [node] if isinstance(node, _FUNCTIONS | ast.ClassDef) else around
        waiting += [[child, *outside] for child in ast.iter_child_nodes(node)]
    return calls


@lru_cache(maxsize=_TEXTS)
def _names_read_in(tree: ast.Module) -> dict[ast.AST, set[str]]:
    """Return the names that each function of a text reads."""
    return {node: _read(node) for node in ast.walk(tree) if isinstance(node, _FUNCTIONS)}


def _loops(around: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the loops and comprehensions around a node, the innermost first."""
    for inner, outer in pairwise(around):
        in_body = isinstance(outer, ast.While | ast.For | ast.AsyncFor) and inner in outer.body
        if in_body or isinstance(outer, _COMPREHENSIONS) or (isinstance(outer, ast.While) and inner is outer.test):
            yield outer


def _is_seen(loop: ast.AST) -> bool:
    """Return whether the variables tell how often a loop has gone round: `while`, `for turn in range(9)`."""
    match loop:
        case ast.While():
            return True
        case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range")), body=body):
            return not any(name in _stored(statement) for statement in body)
    return False


def _dead(around: Sequence[ast.AST], tree: ast.Module, code: CodeType) -> set[str]:
    """Return the variables that are stored before they are read from a call on: by its statement, or by a simple one
    after it."""
    dead = set[str]()
    at = next(number for number, node in enumerate(around) if isinstance(node, ast.stmt | ast.Lambda))
    for node in around[:at]:
        if isinstance(node, ast.NamedExpr):
            dead |= _stored(node.target) - _read(node.value)
    read = set[str]()
    for statement in _from(around[at], around[at + 1] if at + 1 < len(around) else tree):
        read |= _read(statement)
        if isinstance(statement, ast.AugAssign):
            read |= _stored(statement.target)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            dead |= _stored(statement) - read
        elif not isinstance(statement, ast.Expr):
            break
    for node in around:
        if isinstance(node, ast.Try):
            dead -= {name for part in (*node.handlers, *node.finalbody) for name in _read(part)}
        elif isinstance(node, ast.For):
            dead -= _stored(node.target)
    elsewhere = [names for node, names in _names_read_in(tree).items() if node is not around[-1]]
    shown = {name for name in dead - {*code.co_varnames} if any(name in names for names in elsewhere)}
    return dead - shown - {*code.co_cellvars, *code.co_freevars}


def _from(statement: ast.AST, outside: ast.AST) -> list[ast.stmt]:
    """Return a statement and those after it in the same block; none for a condition."""
    blocks = [getattr(outside, part, None) for part in ("body", "orelse", "finalbody")]
    for block in blocks:
        if isinstance(block, list) and statement in block:
            return list(block[block.index(statement) :])
    return []


def _read(node: ast.AST) -> set[str]:
    return {
        inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Store)
    }


def _stored(node: ast.AST) -> set[str]:
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
