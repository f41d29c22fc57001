"""A player is asked for what `core.player` declares, wrappers pass it on, and a strategy does what it declares."""

import ast
import importlib
import math
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.player import NO_DICE, TRAITS, Decision, Player, Wrapped, as_player
from noughts.core.position import Position
from noughts.strategies.registry import SHIPPED, load
from noughts.testing import random_positions
from tests.test_layers import SOURCE, modules_of, nodes_of, parsed

PROGRAMS = Path(__file__).parent.parent / "docs" / "programs.md"

# The last words of names that stand for a player.
NAMES = {"strategy", "player", "players", "mover", "movers", "opponent", "rival", "program", "programs"}
# Functions that look into an object of a user's before it is a player, and one that writes a dataclass's own options.
FREE = {"library.strategy_of", "library._name_of", "library._module_of", "strategies.strategy_options.name"}
LOOKUPS = {"getattr", "hasattr", "vars"}


def player_classes(root: Path) -> dict[str, str]:
    """Return the classes under the package that inherit from Player, by their names, each with its module.

    Without `Random`, whose name is that of a generator too.
    """
    classes = [
        (node, module)
        for module, path in sorted(modules_of(root).items())
        for node in nodes_of(parsed(path))
        if isinstance(node, ast.ClassDef) and node.name != "Random"
    ]
    found = {"Player": "core.player"}
    while more := {
        node.name: module
        for node, module in classes
        if node.name not in found and any(last_name(base) in found for base in node.bases)
    }:
        found |= more
    return found


def last_name(node: ast.AST) -> str:
    """Return the last name of an expression: `player` of `self.player`, `players[0]`, `player` of `player()`."""
    match node:
        case ast.Subscript(value=inner) | ast.Call(func=inner):
            return last_name(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


class Lookups(ast.NodeVisitor):
    """Finds where the source looks for what a player may not have, instead of asking for a trait.

    That is `getattr`, `hasattr` or `vars` of a player, and a `try` about one that catches AttributeError. An expression
    stands for a player if the last word of its last name is one of NAMES, also in the plural (`self._strategy`,
    `players[0]`, `first_player()`); if it is an argument or a variable with the annotation Strategy, Player or a class
    that inherits from it; and `self`, in such a class.
    """

    def __init__(self, module: str, classes: set[str]) -> None:
        self.module, self.classes = module, classes | {"Strategy"}
        self.place: list[str] = []
        self.known: set[str] = set()
        self.found: list[str] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node, {"self"} if node.name in self.classes else set())

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self._inside(node, {each.arg for each in arguments if self._names_a_player(each.annotation)})

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name) and self._names_a_player(node.annotation):
            self.known.add(node.target.id)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if last_name(node.func) in LOOKUPS and node.args and self._is_player(node.args[0]):
            self._find(node)
        self.generic_visit(node)

    def visit_Try(self, node: ast.Try) -> None:
        caught = [one.type for one in node.handlers if one.type is not None]
        self._guarded(node, caught, node.body)
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        self._guarded(node, [item.context_expr for item in node.items], node.body)
        self.generic_visit(node)

    def _guarded(self, node: ast.stmt, caught: list[ast.expr], body: list[ast.stmt]) -> None:
        if any(last_name(each) == "AttributeError" for one in caught for each in ast.walk(one)) and any(
            self._is_player(each) for statement in body for each in ast.walk(statement)
        ):
            self._find(node)

    def _inside(self, node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef, players: set[str]) -> None:
        before = self.known
        self.known = before | players
        self.place.append(node.name)
        self.generic_visit(node)
        self.place.pop()
        self.known = before

    def _names_a_player(self, annotation: ast.expr | None) -> bool:
        text = "" if annotation is None else ast.unparse(annotation).strip("'\"")
        return bool(set(re.findall(r"\w+", text)) & self.classes) and "[" not in text

    def _is_player(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name) and node.id in self.known:
            return True
        return last_name(node).lower().rpartition("_")[2] in NAMES

    def _find(self, node: ast.stmt | ast.expr) -> None:
        if ".".join([self.module, *self.place[-1:]]) not in FREE:
            self.found.append(f"{self.module}, line {node.lineno}")


def lookups(module: str, tree: ast.Module, classes: set[str]) -> list[str]:
    visitor = Lookups(module, classes)
    visitor.visit(tree)
    return visitor.found


def test_nobody_looks_for_what_a_player_may_not_have() -> None:
    classes = set(player_classes(SOURCE))
    modules = {name: path for name, path in modules_of(SOURCE).items() if name != "core.player"}
    assert [found for name, path in sorted(modules.items()) for found in lookups(name, parsed(path), classes)] == []


@pytest.mark.parametrize(
    "text",
    [
        "getattr(strategy, 'noisy', False)",
        "hasattr(self._player, 'close')",
        "vars(players[0])",
        "getattr(load_player(text), 'took')",
        "def ask(it: 'Player | None', whom: OwnProgram): return hasattr(whom, 'took')",
        "class OwnProgram(Player):\n    def ask(self): return getattr(self, 'took', 0)",
        "try:\n    self.strategy.close()\nexcept (AttributeError, OSError):\n    pass",
        "with suppress(AttributeError):\n    player.close()",
    ],
)
def test_a_lookup_is_found(text: str) -> None:
    assert len(lookups("app.matches", ast.parse(text), {"Player", "OwnProgram"})) == 1


@pytest.mark.parametrize(
    "text",
    [
        "getattr(player.notes, 'read_as')",
        "vars(strategy_options)",
        "def ask(it: list[Player]): return hasattr(it, 'took')",
        "try:\n    document['x']\nexcept AttributeError:\n    pass",
    ],
)
def test_other_lookups_are_not_found(text: str) -> None:
    assert lookups("app.matches", ast.parse(text), {"Player"}) == []


def test_no_protocol_is_looked_for_in_an_object() -> None:
    """A class that may be asked of by `isinstance` is one, never a protocol."""
    trees = {name: parsed(path) for name, path in modules_of(SOURCE).items()}
    assert [
        name for name, tree in trees.items() if any(last_name(n) == "runtime_checkable" for n in nodes_of(tree))
    ] == []


FORMS = {"in_batches", "by_workers", "decide_ahead", "decide_batches_ahead", "scores_lines"}


def wrappers() -> Iterator[type[Wrapped]]:
    """Yield the wrappers of the package."""
    for name, module in player_classes(SOURCE).items():
        cls = getattr(importlib.import_module(f"noughts.{module.removesuffix('.__init__')}"), name)
        if issubclass(cls, Wrapped) and cls is not Wrapped:
            yield cls


def test_a_wrapper_passes_every_trait_on() -> None:
    """But for those that its class defines; one that decides has no other form of its decisions."""
    names = set()
    for cls in wrappers():
        inner = Player()
        said = {trait: object() for trait in TRAITS}
        vars(inner).update(said)
        wrapper = cls.__new__(cls)
        Wrapped.__init__(wrapper, inner)
        names.add(cls.__name__)
        for trait in TRAITS:
            own = [vars(one)[trait] for one in cls.__mro__[: cls.__mro__.index(Wrapped)] if trait in vars(one)]
            if not own:
                assert getattr(wrapper, trait) is said[trait], (cls, trait)
            elif own[0] is vars(Player)[trait]:
                assert trait in FORMS, (cls, trait)
                assert "decide" in vars(cls), (cls, trait)
    assert {"Overridden", "Counting", "Clocked", "OneAnswer", "Noted", "Contestant"} <= names


def test_a_class_says_whether_code_of_a_users_runs_in_this_process() -> None:
    """These do; what else is a player runs elsewhere, or is a strategy of the package."""
    here = set()
    for name, module in player_classes(SOURCE).items():
        cls = getattr(importlib.import_module(f"noughts.{module.removesuffix('.__init__')}"), name)
        said = next(vars(one)["runs_here"] for one in cls.__mro__ if "runs_here" in vars(one))
        here |= set() if issubclass(cls, Wrapped) or said is False else {name}
    assert here == {
        "Player",
        "_Adapted",
        "ProgramStrategy",
        "TableStrategy",
        "PolicyStrategy",
        "OwnFile",
        "PlayedProgram",
    }


def test_a_wrapper_that_decides_has_no_other_form_of_its_decisions() -> None:
    class Mirrored(Wrapped):
        scores_lines = True

        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision(position.legal_moves[-1:])

    wrapper = Mirrored(load("weights"))
    assert (wrapper.in_batches, wrapper.by_workers, wrapper.scores_lines) == (False, False, True)
    assert [*wrapper.decide_ahead([Position(Game(3, 3, 3))])] == [None]
    assert wrapper.view == "grid"


def test_the_page_names_what_a_class_may_say() -> None:
    """That is all that is looked up in an object that is not a player."""
    asked = {"within"}

    class Bare:
        name = "bare"

        def supports(self, game: Game) -> bool:
            return True

        def decide(self, position: Position, rng: random.Random) -> Decision:
            return Decision(position.legal_moves)

        def within(self, budget: Budget) -> "Bare":  # what has it is asked for `load`, too
            return self

        def __getattr__(self, name: str) -> Any:
            asked.add(name)
            raise AttributeError(name)

    player = as_player(Bare())
    for trait in TRAITS:
        getattr(player, trait)
    assert player.meanwhile(Game(3, 3, 3)) is player
    table = PROGRAMS.read_text(encoding="utf-8").partition("<!-- traits -->")[2].partition("<!-- end -->")[0]
    named = [
        cell
        for row in table.splitlines()
        if row.startswith("| `")
        for cell in re.findall(r"`(\w+)", row.split(" | ")[0])
    ]
    assert sorted(named) == sorted(asked)


class Dice(random.Random):
    """A generator that notes whether it was asked."""

    asked = False

    def random(self) -> float:
        self.asked = True
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        self.asked = True
        return super().getrandbits(k)


READINGS = [
    *SHIPPED,
    *("paths:level=easy", "paths:override=off", "search:nodes=50,plain=on", "search:nodes=50,plain=on,slips=0.5"),
    *("menace:games=20", "rules: win, block, any"),
]
POSITIONS = random_positions(Game(3, 3, 3), random.Random(1), 12)


def overrides(player: Player, method: str) -> bool:
    return getattr(type(player), method) is not getattr(Player, method)


@pytest.mark.parametrize("spec", READINGS)
def test_what_is_declared_is_what_it_does(spec: str) -> None:
    player, dice = load(spec), Dice(1)
    for position in POSITIONS:
        player.decide(position, dice)
    assert dice.asked == player.noisy
    assert not player.runs_here
    assert overrides(player, "decide_batch") == player.in_batches
    assert overrides(player, "line_scores") == player.scores_lines
    assert (overrides(player, "within") and overrides(player, "load")) == player.is_paced
    if player.noisy:
        return
    if player.in_batches:
        stones = [[[board >> cell & 1 for cell in range(9)] for board in (p.own, p.theirs)] for p in POSITIONS]
        own, theirs = np.array(stones, np.uint8).swapaxes(0, 1)
        chosen = player.decide_batch(Game(3, 3, 3), own, theirs)
        expected = [sorted(player.decide(position, NO_DICE).moves) for position in POSITIONS]
        assert [row.nonzero()[0].tolist() for row in chosen] == expected
    if player.scores_lines:
        for position in POSITIONS:
            scores, lines = player.decide(position, NO_DICE).scores, player.line_scores(position, NO_DICE)
            assert scores is not None
            for cell in position.legal_moves:
                assert math.isclose(
                    scores[cell] or 0, sum(score for line, score in lines if cell in line), abs_tol=1e-9
                )
