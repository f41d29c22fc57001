"""Who plays whom, and from which openings."""

from collections import Counter

import pytest

from noughts.arena.openings import EMPTY, at_peace, from_records, generate
from noughts.arena.schedule import Schedule, distinct
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.errors import MatchError
from noughts.records import read_openings
from tests.refusals import refused

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


def after(game: Game, opening: tuple[int, ...]) -> Position:
    position = Position(game)
    for move in opening:
        position = position.play(move)
    return position


@pytest.mark.parametrize(("plies", "count"), [(0, 1), (1, 3), (2, 12)])
def test_all_openings_of_3_3_3_up_to_symmetry(plies: int, count: int) -> None:
    """Known counts: 3 first moves and 12 second ones."""
    found = generate(STANDARD, plies, 1000)
    assert len(found) == count
    assert len({after(STANDARD, opening).canonical() for opening in found}) == count


def test_no_two_alike_where_they_are_drawn() -> None:
    game = Game(15, 15, 5)
    found = generate(game, 4, 60, seed=3)
    assert len(found) == 60
    assert all(len(opening) == 4 for opening in found)
    assert len({after(game, opening).canonical() for opening in found}) == 60
    assert found == generate(game, 4, 60, seed=3)
    assert found != generate(game, 4, 60, seed=4)


def test_nobody_can_win_at_once() -> None:
    for opening in generate(STANDARD, 4, 1000):
        assert at_peace(after(STANDARD, opening))
    assert not at_peace(parse_position("XX./OO./..."))
    assert not at_peace(parse_position("XX./O../..."))  # though it is not X's turn
    assert not at_peace(parse_position("XXX/OO./..."))


def test_a_balance_of_ones_own() -> None:
    centre = generate(STANDARD, 1, 10, balanced=lambda position: position.stone(4) is not None)
    assert centre == ((4,),)


def test_where_there_are_none() -> None:
    with refused("error.no-openings", plies=1):
        generate(Game(3, 3, 2), 1, 5)
    with refused("error.no-openings", plies=9):
        generate(STANDARD, 9, 5)


def test_drawing_ends_where_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.arena.openings.LISTED", 2)
    assert sorted(generate(STANDARD, 1, 100)) == sorted(set(generate(STANDARD, 1, 100)))
    assert len(generate(STANDARD, 1, 100)) == 3


def test_records_as_openings() -> None:
    assert from_records(STANDARD, [Record(STANDARD, (4, 0)), Record(STANDARD, ())], "f") == ((4, 0), EMPTY)
    with refused("error.in-openings", "error.game-number", "error.opening-of-other", source="'f'", number=1):
        from_records(STANDARD, [Record(Game(4, 3, 3), (4,))], "f")
    with refused("error.in-openings", "error.game-number:1", "error.opening-ends"):
        from_records(STANDARD, [Record(STANDARD, (0, 3, 1, 4, 2))], "f")
    with refused("error.in-openings", "error.game-number:2", "error.move-number:2", "error.cell-taken:b2"):
        from_records(STANDARD, read_openings("b2 a1\nb2 b2", STANDARD), "f")
    with refused("error.openings-none", source="'f'"):
        from_records(STANDARD, [], "f")
