"""Names, options, and other people's classes."""

import importlib
import importlib.metadata
import textwrap
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import StrategyError
from noughts.programs import specs
from noughts.prove import prove
from noughts.strategies import registry
from noughts.strategies.registry import load, names
from noughts.testing import GAMES, check_strategy

MISERE, FALLING = Game(3, 3, 3, misere=True), Game(4, 4, 4, gravity=True)
OWN = """
    from noughts import Decision

    class Corners:
        '''Corners first.'''
        name = "corners"
        def __init__(self, start: int = 0, loud: bool = False, label: str = "c"):
            self.start, self.loud, self.label = start, loud, label
        def supports(self, game):
            return True
        def decide(self, position, rng):
            free = position.legal_moves
            good = tuple(cell for cell in (0, 2, 6, 8) if cell in free)
            return Decision(good or free, reason="a corner, or anything")

    class NoStrategy:
        pass

    def counts():
        counted.append(1)

    counted = []

    def corners(start: int = 2) -> Corners:
        return Corners(start)

    class Fails:
        def __init__(self):
            raise RuntimeError("no luck")

    class Leaves:
        def __init__(self):
            raise SystemExit(0)

    class Nameless(Corners):
        name = ""

    class Shy(Corners):
        @property
        def name(self):
            raise ValueError("two\\nlines")
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "own_ideas.py"
    path.write_text(textwrap.dedent(OWN))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return path


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == "search" else ()) for name in names()]
)
def test_every_shipped_strategy_keeps_the_contract(name: str) -> None:
    small = [game for game in GAMES if game.cells <= 12]  # elsewhere exact values take their time
    falling = [Game(4, 3, 3, gravity=True), Game(6, 5, 4, gravity=True)]
    games = {"perfect": small, "sharp": small, "lookahead": falling}
    check_strategy(load(name), games.get(name, GAMES))


@pytest.mark.parametrize(
    "spec", ["ring:gap=edge", "paths:override=off", "paths:level=easy", "paths:level=medium,growth=8", "paths:growth=1"]
)
def test_options_come_back_in_the_name(spec: str) -> None:
    strategy = load(spec)
    assert strategy.name == spec
    assert load(strategy.name) == strategy
    check_strategy(strategy)


def test_defaults_are_not_in_the_name() -> None:
    assert load("paths:level=hard,override=on").name == "paths"


def test_a_strategy_from_a_file(own: Path) -> None:
    for spec in (f"{own}:Corners", "own_ideas.py:Corners", "own_ideas:Corners"):
        strategy = load(spec)
        check_strategy(strategy)
        assert prove(strategy, Game(3, 3, 3), Side.X).games.total > 0


def options(spec: str) -> dict[str, object]:
    """Return what a class of the user's keeps of its options."""
    return dict(vars(vars(load(spec))["strategy"]))


def test_options_of_a_class_of_ones_own(own: Path) -> None:
    assert options("own_ideas.py:Corners:start=4,loud=yes,label=x") == {"start": 4, "loud": True, "label": "x"}


def test_an_installed_strategy(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("corners", "own_ideas:Corners", specs.GROUP)
    specs.installed.cache_clear()
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [point])
    try:
        assert names()[-1] == "corners"
        assert load("corners").name == "corners"
    finally:
        specs.installed.cache_clear()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("rnig", "no strategy 'rnig': did you mean ring"),
        ("paths:level=brutal", "level cannot be 'brutal', expected easy|medium|hard"),
        ("paths:growth=0", "growth must be from 1 to 1000, not 0"),
        ("own_ideas.py:Leaves", "could not be made: SystemExit: 0"),
        ("own_ideas.py:Nameless", "its name is '', expected a line of text"),
        ("own_ideas.py:Shy", "its name raised ValueError: two lines"),
        ("builtins:dict:a=b", "has no option 'a': it has read, noisy"),
        ("paths:speed=3", "has no option 'speed': it has level, override, growth"),
        ("paths:level=easy,oops", "'oops' is not an option"),
        ("own_ideas.py:NoStrategy", "is not a strategy: it has no method that chooses moves, as get_move"),
        ("own_ideas.py:Fails", "could not be made: RuntimeError: no luck"),
        ("raises.py:Class", "cannot be imported: ZeroDivisionError"),
    ],
)
def test_bad_names_are_quoted(own: Path, spec: str, message: str) -> None:
    Path("raises.py").write_text("1 / 0\n")
    with pytest.raises(StrategyError) as caught:
        load(spec)
    assert message in str(caught.value)
    assert spec.split(":", 1)[0] in str(caught.value)


def test_only_a_function_that_says_so_makes_a_strategy(own: Path) -> None:
    """Another one is not called."""
    assert options("own_ideas:corners:start=6") == {"start": 6, "loud": False, "label": "c"}
    assert not load("own_ideas:counts").supports(Game(3, 3, 3))
    assert importlib.import_module("own_ideas").counted == []


def test_a_users_exception_is_the_cause(own: Path) -> None:
    Path("raises.py").write_text("1 / 0\n")
    with pytest.raises(StrategyError) as caught:
        load("raises.py:Class")
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_options_of_every_shipped_strategy_are_typed() -> None:
    for name in registry.SHIPPED:
        for default, choices in specs.options_of(registry.find(name)).values():
            assert choices in ("on|off", "N", "number", "text") or str(default) in choices.split("|")


def test_a_strategy_says_which_games_it_plays() -> None:
    refusals = {
        (name, game): load(name).why_not(game) for name in registry.SHIPPED for game in (MISERE, FALLING, Game(3, 3, 3))
    }
    assert all((refusal == "") == load(name).supports(game) for (name, game), refusal in refusals.items())
    assert str(refusals["weights", MISERE]) == "it plays games in which any free cell may be taken and a line wins"


def test_an_exact_game_has_the_levels_of_its_board() -> None:
    for size in ((4, 4, 4), (15, 15, 5)):
        game = Game(*size, exact=True)
        found = registry.levels(game)
        assert found == registry.levels(Game(*size))
        assert all(load(spec).supports(game) for spec in [*found.values(), registry.usual_opponent(game)])
