"""Who plays whom."""

from collections import Counter

import pytest

from noughts.arena.schedule import Schedule, distinct
from noughts.core.game import Game
from noughts.errors import MatchError

STANDARD = Game(3, 3, 3)


def test_every_opening_twice_with_sides_swapped() -> None:
    schedule = Schedule(STANDARD, ("a", "b", "c"), 4, openings=((0,), (4,)))
    jobs = list(schedule)
    assert len(jobs) == len(schedule) == 12
    assert [job.index for job in jobs] == list(range(12))
    assert set(Counter((job.x, job.o, job.opening) for job in jobs).values()) == {1}
    for first, second in zip(jobs[::2], jobs[1::2], strict=True):
        assert (first.x, first.o, first.opening) == (second.o, second.x, second.opening)


def test_a_match_cut_short_is_fair() -> None:
    """A round is every pair once."""
    jobs = list(Schedule(STANDARD, ("a", "b", "c"), 4, openings=((0,), (4,))))[:6]
    assert Counter((min(job.x, job.o), max(job.x, job.o)) for job in jobs) == {(0, 1): 2, (0, 2): 2, (1, 2): 2}


def test_openings_are_used_again() -> None:
    schedule = Schedule(STANDARD, ("a", "b"), 6, openings=((0,), (4,)))
    assert [schedule[index].opening for index in (0, 2, 4)] == [(0,), (4,), (0,)]


def test_each_game_has_a_seed_of_its_own() -> None:
    schedule = Schedule(STANDARD, ("a", "b"), 20, seed=7)
    assert len({schedule.seed_of(job) for job in schedule}) == 20


def test_names_are_told_apart() -> None:
    assert distinct(("a", "a", "b", "a")) == ("a", "a#2", "b", "a#3")
    assert Schedule(STANDARD, ("a", "a"), 2).names == ("a", "a#2")


def test_what_is_no_match() -> None:
    with pytest.raises(MatchError, match="two players or more, not 1"):
        Schedule(STANDARD, ("a",), 2)
    for games in (0, 7):
        with pytest.raises(MatchError, match="expected an even number from 2"):
            Schedule(STANDARD, ("a", "b"), games)
    with pytest.raises(IndexError):
        Schedule(STANDARD, ("a", "b"), 2)[2]
