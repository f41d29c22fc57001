"""The time of a game, spent by a clock that the test moves."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.core.game import Game
from noughts.engines.timing import LEAST_SECONDS, UNLIMITED, TimeControl, moves_to_come

GOMOKU = Game(15, 15, 5)


class Played:
    """A game of so many plies at some seconds a game: the share that was used, and what was left at the least.

    A move takes from a twentieth of its average to three times as much, but ends at its limit. `lost`: the seconds
    that it then loses between the engine and the manager, by the ply.
    """

    def __init__(self, seconds: float, plies: int, lost: Callable[[int], float] = lambda ply: 0.0) -> None:
        self.now, self.left, rng = 0.0, seconds, random.Random(plies)
        time = TimeControl(lambda: self.now)
        time.inform("timeout_turn", 1_000_000)
        time.inform("timeout_match", round(seconds * 1000))
        for ply in range(0, plies, 2):
            time.inform("time_left", int(self.left * 1000))
            budget, began = time.budget(GOMOKU, ply), time.now()
            assert budget.seconds is not None
            assert budget.soft is not None
            assert budget.soft <= budget.seconds
            took = min(budget.seconds, budget.soft * rng.choice((0.05, 0.4, 0.6, 0.8, 1.2, 2.0, 3.0))) + 0.002
            self.now += took
            time.moved(began, budget)
            self.left -= took + lost(ply)
            assert self.left > 0
        self.share = 1 - self.left / seconds


@pytest.mark.parametrize("seconds", [2.0, 10.0, 180.0])
def test_most_of_the_time_is_used_in_a_game_of_sixty_plies_and_none_is_lost(seconds: float) -> None:
    assert Played(seconds, 60).share > 0.7
    assert Played(seconds, 30).share > 0.5


def test_a_game_that_fills_the_board_has_time_to_the_end() -> None:
    assert Played(2.0, 224).share > 0.9
    assert Played(60.0, 224).share > 0.9


def test_time_is_kept_for_what_each_move_loses_on_the_way() -> None:
    calm, loaded = Played(10.0, 60), Played(10.0, 60, lambda ply: 0.02)
    assert 0.5 < loaded.share < calm.share
    Played(10.0, 90, lambda ply: 0.3 if ply % 20 == 10 else 0.005)
    Played(10.0, 224, lambda ply: 0.02)


def test_a_turn_leaves_more_after_a_late_move() -> None:
    now = [0.0]
    time = TimeControl(lambda: now[0])
    time.inform("timeout_turn", 1000)
    before = time.budget(GOMOKU, 0)
    assert (before.seconds, before.soft) == (0.92, None)
    began = time.now()
    now[0] += 0.92 + 0.2
    time.moved(began, before)
    assert time.budget(GOMOKU, 0).seconds == pytest.approx(1 - 0.05 - 0.3)
    for _ in range(100):
        time.moved(now[0], before)
    assert time.budget(GOMOKU, 0).seconds == 0.92  # that was long ago


def test_a_move_that_is_very_late_leaves_a_fifth_of_the_turn() -> None:
    now = [0.0]
    time = TimeControl(lambda: now[0])
    time.inform("timeout_turn", 300)
    now[0] = 0.946
    time.moved(0.0, time.budget(GOMOKU, 0))
    assert time.budget(GOMOKU, 0).seconds == pytest.approx(0.06)


def test_without_a_turn_s_time_a_game_s_time_is_the_limit() -> None:
    time = TimeControl()
    assert time.budget(GOMOKU, 0).seconds == 4.72
    time.inform("timeout_match", 600_000)
    budget = time.budget(GOMOKU, 0)
    assert budget.soft is not None
    assert budget.seconds == 4 * budget.soft
    assert 10 < budget.soft < 60


@given(st.integers(0, 3_000_000), st.integers(-1000, UNLIMITED), st.integers(0, 224))
def test_a_move_never_gets_more_than_there_is(turn: int, left: int, ply: int) -> None:
    time = TimeControl()
    time.inform("timeout_turn", turn)
    time.inform("time_left", left)
    seconds = time.budget(GOMOKU, ply).seconds
    assert seconds is not None
    assert seconds >= LEAST_SECONDS
    limit = turn if left >= UNLIMITED else min(turn, left)
    assert seconds <= max(LEAST_SECONDS, limit / 1000)


def test_the_moves_to_come() -> None:
    for game in (GOMOKU, Game(20, 20, 5), Game(19, 19, 6), Game(10, 10, 5), Game(9, 9, 4), Game(3, 3, 3)):
        moves = [moves_to_come(game, ply) for ply in range(game.cells)]
        assert moves == sorted(moves, reverse=True)
        assert moves[-1] == 1
        assert all(2 * count <= game.cells - ply + 1 for ply, count in enumerate(moves))
