"""A player is asked for what `players.player` declares, wrappers pass it on, and a strategy does what it declares."""

import importlib
import math
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.players.player import NO_DICE, TRAITS, Decision, Player, Wrapped, as_player
from noughts.strategies.registry import SHIPPED, load
from noughts.testing import random_positions

SOURCE = Path(noughts.__file__).parent
PROGRAMS = Path(__file__).parent.parent / "docs" / "programs.md"


@cache
def player_classes() -> list[type[Player]]:
    """Return the classes of the package that inherit from Player, and Player."""
    for name, text in texts().items():
        if "noughts.players.player" in text:
            importlib.import_module(name)
    found: list[type[Player]] = []
    todo = [Player]
    while todo:
        cls = todo.pop()
        found += [cls] if cls.__module__ in texts() else []
        todo += cls.__subclasses__()
    return found


@cache
def texts() -> dict[str, str]:
    """Return the text of every module of the package."""
    paths = {".".join(path.relative_to(SOURCE.parent).with_suffix("").parts): path for path in SOURCE.rglob("*.py")}
    return {name.removesuffix(".__init__"): path.read_text(encoding="utf-8") for name, path in paths.items()}


FORMS = {"in_batches", "scores_lines"}


def test_a_wrapper_passes_every_trait_on() -> None:
    """But for those that its class defines; one that decides has no other form of its decisions."""
    names = set()
    for cls in [cls for cls in player_classes() if issubclass(cls, Wrapped) and cls is not Wrapped]:
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
    for cls in player_classes():
        said = next(vars(one)["runs_here"] for one in cls.__mro__ if "runs_here" in vars(one))
        here |= set() if issubclass(cls, Wrapped) or said is False else {cls.__name__}
    assert here == {
        "Player",
        "_Adapted",
        "ProgramStrategy",
        "TableStrategy",
        "PolicyStrategy",
        "FileProgram",
        "PlayedProgram",
    }


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
