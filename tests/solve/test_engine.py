"""A staged engine: plain Python first, then its compiled form, with the time and the readiness as the test says."""

from collections.abc import Mapping
from typing import Any

import pytest

from noughts import jit
from noughts.core.budget import Budget, Meter
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.solve import search_engine
from noughts.solve.portfolio import Portfolio
from noughts.solve.search_engine import SearchEngine, Staged, Status

GAME = Game(3, 3, 3)
POSITION = Position(GAME)


class Counting(SearchEngine):
    """An engine that counts nodes and answers "yes" at `end` of them; each advance takes `seconds` by the clock."""

    def __init__(self, end: int = 1 << 60, seconds: float = 0.0, clock: "Clock | None" = None) -> None:
        self.game, self.attacker, self.end, self.seconds, self.clock = GAME, Side.X, end, seconds, clock
        self.done, self.started, self.done_of_root = 0, 0, 0.5

    @property
    def status(self) -> Status:
        over = self.done >= self.end
        return Status(over, self.done, self.done_of_root, 0.25, True if over else None, 7 if over else None)

    def start(self, position: Position, plies: int | None = None) -> bool:
        self.done = 0
        self.started += 1
        return True

    def advance(self, nodes: int) -> Status:
        self.done += nodes
        if self.clock is not None:
            self.clock.now += self.seconds
        return self.status

    def checkpoint(self) -> dict[str, Any]:
        return {"done": self.done}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        self.done = arrays["done"]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Cache:
    """What the cache of compiled code would say."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_ready, self.is_compiling, self.prepared = False, False, list[str]()
        monkeypatch.setattr("noughts.extras.installed", lambda library: True)
        monkeypatch.setattr(jit, "ready", lambda module: self.is_ready)
        monkeypatch.setattr(jit, "prepare", self.prepare)

    def prepare(self, module: str) -> bool:
        self.prepared.append(module)
        return self.is_compiling


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(search_engine, "perf_counter", clock)
    return clock


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch) -> Cache:
    return Cache(monkeypatch)


def staged(plain: Counting, compiled: Counting) -> Staged:
    found = Staged(plain, "json", lambda module: compiled)
    found.start(POSITION)
    return found


def test_a_short_question_never_asks_for_compiled_code(clock: Clock, cache: Cache) -> None:
    plain = Counting(end=10, seconds=0.1, clock=clock)
    search = staged(plain, Counting())
    cache.is_ready = True
    assert search.advance(10) == Status(True, 10, 0.5, 0.25, forces=True, plies=7)
    assert not search.is_compiled
    assert cache.prepared == []


def test_a_longer_question_goes_on_with_the_compiled_engine_from_the_start(clock: Clock, cache: Cache) -> None:
    plain, compiled = Counting(seconds=0.4, clock=clock), Counting(end=50)
    search = staged(plain, compiled)
    cache.is_ready = True
    for _ in range(2):
        assert not search.advance(10).over
    assert search.advance(50).over
    assert (search.is_compiled, compiled.started, search.status.nodes) == (True, 1, 70)
    search.start(POSITION)
    assert (search.status.nodes, compiled.started) == (0, 2)


@pytest.mark.parametrize(("share", "left", "compiled"), [(0.1, 60.0, False), (0.05, 60.0, True), (0.0, 1.0, False)])
def test_a_question_that_would_take_long_by_its_pace_does_not_wait(
    clock: Clock, cache: Cache, share: float, left: float, compiled: bool
) -> None:
    plain = Counting(seconds=0.15, clock=clock)
    search = staged(plain, Counting())
    cache.is_ready, search.left, plain.done_of_root = True, left, share
    search.start(POSITION)
    assert not search.advance(10).over
    search.start(POSITION)  # an earlier question's time says nothing about the pace of this one
    assert not search.advance(10).over
    assert not search.is_compiled
    search.advance(10)
    assert search.is_compiled is compiled


def test_while_a_child_compiles_plain_python_goes_on(clock: Clock, cache: Cache) -> None:
    search = staged(Counting(seconds=0.4, clock=clock), Counting())
    cache.is_compiling = True
    for _ in range(5):
        search.advance(10)
    assert (search.is_compiled, bool(search.note), search.status.nodes) == (False, True, 50)
    assert set(cache.prepared) == {"json"}
    cache.is_compiling, cache.is_ready = False, True
    search.advance(10)
    assert (search.is_compiled, bool(search.note)) == (True, False)


def test_only_the_compiled_engine_is_saved(cache: Cache) -> None:
    search = staged(Counting(), Counting())
    search.advance(10)
    assert search.checkpoint() == {}
    search.restore({"done": 33})
    assert (search.checkpoint(), search.status.nodes) == ({"done": 33}, 33)


def test_an_engine_without_a_compiled_form(cache: Cache, clock: Clock) -> None:
    search = Staged(Counting(seconds=9, clock=clock), None, lambda module: pytest.fail("there is none"))
    search.start(POSITION)
    cache.is_ready = True
    for _ in range(3):
        search.advance(10)
    search.hasten()
    assert (search.is_compiled, bool(search.note), cache.prepared) == (False, False, [])


@pytest.mark.slow
def test_the_race_says_that_an_engine_is_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(monkeypatch)
    cache.is_compiling = True
    monkeypatch.setattr(search_engine, "_PREPARE", 0.0)
    said = set[str]()
    with pytest.raises(LimitExceeded):
        Portfolio(Game(9, 9, 5), Side.X, Budget()).run(
            Position(Game(9, 9, 5)), Meter(Budget(nodes=3000)), lambda progress: said.add(progress.engine)
        )
    assert any(name.endswith("(compiling it, once on this machine)") for name in said), said
    engines = {"noughts.solve.strong.strong_search:2", "noughts.solve.weak.weak_solver:2:4", "noughts.search.player"}
    assert set(cache.prepared) <= engines


def test_every_engine_of_a_race_has_a_compiled_form() -> None:
    """The modules are named in strings: they exist, and make engines."""
    for contestant in Portfolio(Game(6, 6, 5), Side.X, Budget()).lanes:
        contestant.engine.start(Position(Game(6, 6, 5)))
        contestant.engine.hasten()
        assert contestant.engine.is_compiled
        assert isinstance(contestant.engine.engine, SearchEngine)
