"""The clock beside a player."""

import random
import time
from typing import Any

import pytest

from noughts.arena.clocked_player import Clocked
from noughts.core.game import Game
from noughts.core.player import Decision, as_player, consult
from noughts.core.position import Position
from noughts.errors import StrategyError
from tests.arena.fakes import Crash, Fake, Late

RNG = random.Random(0)
EMPTY = Position(Game(3, 3, 3))


@pytest.mark.parametrize(("seconds", "limit"), [(2, 2.0), (0.5, 0.5), (0, 0.0), (-1, 0.0), ("2", 0.0), (None, 0.0)])
def test_the_time_that_a_player_has(seconds: Any, limit: float) -> None:
    player = Fake()
    assert as_player(player).seconds == 0
    player.seconds = seconds  # type: ignore[attr-defined]
    assert as_player(player).seconds == limit


def test_what_the_player_says_counts() -> None:
    clocked = Clocked(Late("late"))
    assert clocked.name == "late"
    assert clocked.supports(EMPTY.game)
    assert consult(clocked, EMPTY, RNG) == Decision((0,))
    assert (clocked.late.moves, clocked.late.late, clocked.late.seconds) == (1, 1, 1.0)


def test_else_it_is_measured() -> None:
    class Sleepy(Fake):
        seconds = 0.001

        def decide(self, position: Position, rng: random.Random) -> Decision:
            time.sleep(0.01)
            return super().decide(position, rng)

    clocked = Clocked(Sleepy())
    consult(clocked, EMPTY, RNG)
    assert clocked.late.most >= 0.009


def test_a_move_that_fails_counts_too() -> None:
    crash = Crash()
    crash.seconds, crash.took = 1, 5.0  # type: ignore[attr-defined]
    clocked = Clocked(crash)
    with pytest.raises(StrategyError, match="out of cheese"):
        consult(clocked, EMPTY.play(0).play(1).play(2).play(3), RNG)
    assert (clocked.late.late, clocked.late.mean) == (1, 4.0)
