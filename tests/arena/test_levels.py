"""Measurements against a reference."""

from fractions import Fraction

import pytest

from noughts.arena.levels import LevelResult, Share, read_level
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.errors import GameError
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.arena.fakes import Crash

STANDARD = Game(3, 3, 3)


@pytest.mark.parametrize("seat", Side)
def test_exact_against_random_as_the_prover_has_it(seat: Side) -> None:
    reading = read_level(load("weights"), load("random"), STANDARD, seat)
    assert reading is not None
    assert reading.is_exact
    expected = prove(load("weights"), STANDARD, seat).against_random
    assert [share.value for share in vars(reading).values()] == list(vars(expected).values())


@pytest.mark.parametrize("seat", Side)
def test_a_sample_holds_what_is_exact(seat: Side) -> None:
    """Sampled because the budget is too small for the exact result."""
    exact = read_level(load("tactical"), load("random"), STANDARD, seat)
    sampled = read_level(load("tactical"), load("random"), STANDARD, seat, games=600, max_positions=10)
    assert exact is not None
    assert sampled is not None
    assert not sampled.is_exact
    for truth, share in zip(vars(exact).values(), vars(sampled).values(), strict=True):
        assert share.interval is not None
        low, high = share.interval
        assert low - (high - low) / 4 < truth.value < high + (high - low) / 4


def test_levels_differ_against_perfect_play() -> None:
    losses = []
    for level in ("easy", "medium", "hard"):
        reading = read_level(load(f"paths:level={level}"), load("perfect"), STANDARD, Side.O, games=150)
        assert reading is not None
        losses.append(reading.loss.value)
    assert losses[0] > losses[1] > losses[2] == 0


def test_the_seed_decides_and_progress_is_told() -> None:
    easy, seen = load("paths:level=easy"), list[int]()
    readings = [read_level(easy, load("random"), STANDARD, Side.X, games=40, seed=seed) for seed in (1, 1, 2)]
    assert readings[0] == readings[1] != readings[2]
    read_level(easy, load("random"), STANDARD, Side.X, games=3, progress=seen.append)
    assert seen == [1, 2, 3]


@pytest.mark.parametrize("player", ["random", "paths:level=easy"])
@pytest.mark.parametrize("seat", Side)
def test_a_reference_that_fails_is_none(player: str, seat: Side) -> None:
    assert read_level(load(player), Crash(), STANDARD, seat, games=50) is None


def test_a_player_that_fails_loses() -> None:
    assert read_level(Crash(), load("random"), STANDARD, Side.X) == LevelResult(
        Share(Fraction(0)), Share(Fraction(0)), Share(Fraction(1))
    )


def test_another_game() -> None:
    with pytest.raises(GameError):
        read_level(load("ring"), load("random"), Game(4, 3, 3), Side.X)
