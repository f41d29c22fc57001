"""`noughts regret`: what it prints, its exit codes, its time."""

import json
import random
from itertools import count

import pytest

from noughts.cli import regret as command
from noughts.cli import verdict_options
from noughts.core.player import Decision, Player
from noughts.core.position import Position
from noughts.prove import terms
from tests.cli.conftest import Run


def test_regret(run: Run) -> None:
    ran = run("regret", "weights")
    assert ran.code == 1
    assert "weights on 3,3,3, against the truth: CAN GIVE VALUE AWAY\n  5,478 positions, 4,520 of them" in ran.out
    assert "  asked again: 300 of 4,520 decisions, of all plies, in another order: the same moves\n" in ran.out
    assert "draw to loss: in 31 decisions; a shortest line to one, the mistake is b1:" in ran.out
    document = json.loads(run("regret", "weights", "--json").out)
    assert document["kinds"]["draw to loss"] == {"count": 31, "line": ["a1"], "move": "b1"}
    assert document["asked_again"] == {"positions": 300, "decisions": 4520, "times": 1}


def test_who_never_gives_value_away(run: Run) -> None:
    ran = run("regret", "perfect")
    assert ran.code == 0
    assert "perfect on 3,3,3, against the truth: never gives value away\n" in ran.out


def test_seconds_end_the_decisions(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second whenever it is looked at, which is after each decision."""
    asked: list[Position] = []

    class First(Player):
        def decide(self, position: Position, rng: random.Random) -> Decision:
            asked.append(position)
            return Decision(position.legal_moves[:1])

    seconds = count(0)
    for module in (verdict_options, terms):
        monkeypatch.setattr(module, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setattr(command, "players_of", lambda specs, game, programs: ({"first": First()}, game))
    monkeypatch.setattr(verdict_options, "time_left", lambda seconds: seconds)
    ran = run("regret", "first", "--seconds", "5")
    assert (ran.code, ran.out, ran.err) == (3, "", "noughts: no verdict: 5 s are over\n")
    assert len(asked) == 5
