"""Single games, the clock beside a player, and measurements of noisy strategies."""

import random
import time
from typing import Any

import pytest

from noughts.arena.measurement import Measurement
from noughts.arena.play import Clocked, forfeit, measure, play_game
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import GameError
from noughts.players.player import Decision, Strategy, as_player, consult
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.arena.fakes import Cheat, Crash, Fake, Late, Silent
from tests.refusals import refused

STANDARD = Game(3, 3, 3)


def test_the_same_seed_gives_the_same_game() -> None:
    games = [play_game(STANDARD, load("random"), load("paths:level=easy"), (), seed) for seed in ("1 1", "1 1", "1 2")]
    assert games[0] == games[1]
    assert games[0] != games[2]
    assert games[0].players == ("random", "paths:level=easy")


def test_it_begins_with_the_opening() -> None:
    record = play_game(STANDARD, load("first"), load("first"), (8, 4), "s", ("me", "you"))
    assert record.moves[:3] == (8, 4, 0)
    assert record.players == ("me", "you")
    assert forfeit(record) is None


@pytest.mark.parametrize(
    ("player", "reason"), [(Crash(), "RuntimeError"), (Cheat(), "is taken"), (Silent(by_clock=False), "no answer")]
)
def test_who_fails_loses_with_the_reason(player: Strategy, reason: str) -> None:
    record = play_game(STANDARD, player, load("first"), (), "s")
    assert record.result == "O"
    assert record.ending.startswith("X forfeits: ")
    assert reason in record.ending
    assert forfeit(record) is Side.X
    assert forfeit(play_game(STANDARD, load("first"), player, (), "s")) is Side.O


def test_who_has_lost_only_by_the_clock_has_not_lost() -> None:
    record = play_game(STANDARD, Silent(by_clock=True), load("first"), (), "s")
    assert (record.result, record.ending, record.moves) == (None, "it gave no answer", (0, 1))
    assert forfeit(record) is None


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
    with refused("error.raised-saying", message="out of cheese"):
        consult(clocked, EMPTY.play(0).play(1).play(2).play(3), RNG)
    assert (clocked.late.late, clocked.late.mean) == (1, 4.0)


STANDARD, RANDOM = Game(3, 3, 3), load("random")


def test_the_losing_line_is_a_lost_game() -> None:
    found = measure(load("paths:level=easy"), RANDOM, STANDARD, Side.O, games=200)
    assert found.games.loss > 0
    assert found.losing_line is not None
    position = Position(STANDARD)
    for move in found.losing_line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is Side.X


def test_a_measurement_agrees_with_the_proof() -> None:
    """An interval at 95 % around the rate of a strategy whose exact chances are known."""
    exact = prove(load("tactical"), STANDARD, Side.O).against_random
    intervals = measure(load("tactical"), RANDOM, STANDARD, Side.O, games=2000, seed=5).intervals
    for name, chance in vars(exact).items():
        low, high = intervals[name]
        assert low <= chance <= high


def test_wilson_interval_of_a_textbook() -> None:
    """15 of 20 at 95 %: 0.531 to 0.888."""
    found = Measurement("a", STANDARD, Side.X, 0, Tally(15, 5, 0), None)
    assert found.intervals["win"] == pytest.approx((0.5313, 0.8881), abs=1e-4)


def test_a_player_that_fails_is_told() -> None:
    found = measure(Crash(), RANDOM, STANDARD, Side.O, games=5)
    assert found.games == Tally(0, 0, 5)
    assert "out of cheese" in found.failed
    found = measure(RANDOM, Crash(), STANDARD, Side.O, games=5)
    assert (found.games.total, found.failed) == (0, "")
    assert "out of cheese" in found.opponent_failed


def test_unsupported_game() -> None:
    with pytest.raises(GameError):
        measure(load("ring"), RANDOM, Game(4, 4, 4), Side.X)
