"""Measurements of noisy strategies."""

import pytest

from noughts.arena.measure import measure
from noughts.arena.measurement import Measurement
from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.errors import GameError
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.arena.fakes import Crash

STANDARD, RANDOM = Game(3, 3, 3), load("random")


def test_same_seed_same_games() -> None:
    easy = load("paths:level=easy")
    first, again, other = (measure(easy, RANDOM, STANDARD, Side.O, games=60, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert first.games.total == 60


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


def test_levels_differ() -> None:
    losses = [
        measure(load(f"paths:level={level}"), RANDOM, STANDARD, Side.O, games=400).games.loss
        for level in ("easy", "medium", "hard")
    ]
    assert losses[0] > losses[1] > losses[2] == 0


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
