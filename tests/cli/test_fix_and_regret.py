"""`noughts fix` and `noughts regret`: what they print, their documents, and their time; and limits of time as such."""

import json
import random
from types import SimpleNamespace

import pytest

from noughts.cli import clock
from noughts.cli import fix as fixing
from noughts.core.position import Position
from noughts.players.player import Decision, Player
from noughts.prove import least
from tests.cli.conftest import Run


def test_fix(run: Run) -> None:
    ran = run("fix", "paths:override=off", "--seat", "second", "--json")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert document["schema"] == "noughts/fix/1"
    assert document["seats"] == {
        "second": {
            "exceptions": [{"position": "..X/.O./X..", "move": "b1", "instead_of": ["a1"]}],
            "at_least": 1,
            "verdict": "never loses",
            "games": {"win": 346, "draw": 111, "loss": 0},
            "asked_again": {"positions": 300, "decisions": 1169, "times": 1},
        }
    }


def test_where_every_strategy_can_lose(run: Run) -> None:
    ran = run("fix", "first", "--game", "3,1,2", "--seat", "second")
    assert (ran.code, ran.out.partition(", ")[0]) == (1, "first on 3,1,2")
    assert "no exceptions help, every strategy can lose" in ran.out


def test_regret(run: Run) -> None:
    ran = run("regret", "weights", "--json")
    assert ran.code == 1
    document = json.loads(ran.out)
    assert document["kinds"]["draw to loss"] == {"count": 31, "line": ["a1"], "move": "b1"}
    assert document["asked_again"] == {"positions": 300, "decisions": 4520, "times": 1}


class Clock:
    """A clock that stands still, but for what `spend` says, and for `tick` at every look of the search."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, tick: float = 0.0) -> None:
        self.began = self.now = clock._began
        self.tick = tick
        for module in ("noughts.cli.fix", "noughts.cli.verdict_options", "noughts.prove.terms"):
            monkeypatch.setattr(f"{module}.monotonic", lambda: self.now)
        monkeypatch.setattr(clock, "begin", lambda: None)
        monkeypatch.setattr(clock, "time", SimpleNamespace(monotonic=lambda: self.now))
        monkeypatch.setattr(least, "time", SimpleNamespace(monotonic=self.looked_at))

    @property
    def passed(self) -> float:
        return self.now - self.began

    def spend(self, seconds: float) -> None:
        self.now += seconds

    def looked_at(self) -> float:
        self.spend(self.tick)
        return self.now


class Slow(Player):
    """Any free cell, after some seconds."""

    name = "slow"

    def __init__(self, each: float, clock: Clock) -> None:
        self.each, self.clock = each, clock

    def decide(self, position: Position, rng: random.Random) -> Decision:
        self.clock.spend(self.each)
        return Decision(position.legal_moves)


def test_seconds_end_the_decisions_of_a_slow_player(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    passing = Clock(monkeypatch)
    slow = Slow(0.01, passing)
    monkeypatch.setattr(fixing, "players_of", lambda specs, game, programs, seconds: ({"slow": slow}, game))
    ran = run("fix", "slow", "--seconds", "2")
    assert (ran.code, ran.out, ran.err) == (3, "", "noughts: no verdict: 2 s are over\n")
    assert 2 <= passing.passed < 2.02


def test_the_search_leaves_time_for_the_proof(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found by then is proved and said, in each seat."""
    passing = Clock(monkeypatch, tick=0.05)
    slow = Slow(0.005, passing)
    monkeypatch.setattr(fixing, "players_of", lambda specs, game, programs, seconds: ({"slow": slow}, game))
    ran = run("fix", "slow", "--game", "4,2,3", "--seconds", "30")
    assert ran.code == 3
    assert ran.out.count("whether so few are enough is not known") == 2
    assert ran.out.count("never loses with them") == 2
    assert 25 < passing.passed < 30


def test_the_start_of_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = 100.0
    monkeypatch.setattr("noughts.cli.clock.time.monotonic", lambda: passed)
    monkeypatch.setattr("noughts.cli.clock.time.process_time", lambda: 0.25)
    clock.begin()
    assert clock.time_left(2) == 1.75
    passed += 1
    assert clock.time_left(2) == 0.75
    passed += 9
    assert clock.time_left(2) == 0.01
    assert clock.time_left(0) == 0
    monkeypatch.setattr("noughts.cli.clock.time.process_time", lambda: 50.0)  # it ran other commands before
    clock.begin()
    assert clock.time_left(2) == 2
