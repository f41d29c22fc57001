"""`noughts fix`: what it prints, its exit codes, its time."""

import json
import random
from types import SimpleNamespace

import pytest

from noughts.cli import clock
from noughts.cli import fix as command
from noughts.core.player import Decision, Player
from noughts.core.position import Position
from noughts.prove import least
from tests.cli.conftest import Run

ASKED_AGAIN = {"positions": 300, "decisions": 1169, "times": 1}


def test_fix(run: Run) -> None:
    ran = run("fix", "paths:override=off", "--seat", "second")
    assert ran.code == 0
    assert "moving second: 1 exception is needed" in ran.out
    assert "never loses with it: distinct games 457 = 346 won + 111 drawn + 0 lost" in ran.out
    assert "  asked again: 300 of 1,169 decisions, of all plies, in another order: the same moves\n" in ran.out
    assert "O b1, not a1" in ran.out
    document = json.loads(run("fix", "paths:override=off", "--seat", "second", "--json").out)
    assert document["schema"] == "noughts/fix/1"
    assert document["seats"] == {
        "second": {
            "exceptions": [{"position": "..X/.O./X..", "move": "b1", "instead_of": ["a1"]}],
            "at_least": 1,
            "verdict": "never loses",
            "games": {"win": 346, "draw": 111, "loss": 0},
            "asked_again": ASKED_AGAIN,
        }
    }


def test_where_every_strategy_can_lose(run: Run) -> None:
    ran = run("fix", "first", "--game", "3,1,2", "--seat", "second")
    assert (ran.code, ran.out.partition(", ")[0]) == (1, "first on 3,1,2")
    assert "no exceptions help, every strategy can lose" in ran.out


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
    monkeypatch.setattr(command, "players_of", lambda specs, game, programs: ({"slow": slow}, game))
    ran = run("fix", "slow", "--seconds", "2")
    assert (ran.code, ran.out, ran.err) == (3, "", "noughts: no verdict: 2 s are over\n")
    assert 2 <= passing.passed < 2.02


def test_the_search_leaves_time_for_the_proof(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found by then is proved and said, in each seat."""
    passing = Clock(monkeypatch, tick=0.05)
    slow = Slow(0.005, passing)
    monkeypatch.setattr(command, "players_of", lambda specs, game, programs: ({"slow": slow}, game))
    ran = run("fix", "slow", "--game", "4,2,3", "--seconds", "30")
    assert ran.code == 3
    assert ran.out.count("whether so few are enough is not known") == 2
    assert ran.out.count("never loses with them") == 2
    assert 25 < passing.passed < 30
