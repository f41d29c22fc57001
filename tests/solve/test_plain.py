import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded
from noughts.solve.minimax import Plain, positions_below, scores_below
from tests.witnesses import every_position, values

STANDARD = Game(3, 3, 3)


def test_walks_each_position_once() -> None:
    assert len(scores_below(Position(STANDARD))) == 5478
    assert len(scores_below(Position(Game(4, 3, 3)))) == 111973


def test_forgets_rather_than_fill_the_memory() -> None:
    plain = Plain(limit=positions_below(4))
    for position, value in values(STANDARD).items():
        if position.empty.bit_count() <= 4:
            assert plain.value(position) == value
            assert all(len(scores) <= 5 * plain.limit for scores in plain._known.values())


def test_says_at_once_what_is_too_much() -> None:
    with pytest.raises(LimitExceeded, match="more than 200,000 positions"):
        Plain().value(Position(Game(4, 4, 4)))
    with pytest.raises(LimitExceeded):
        scores_below(Position(STANDARD), limit=positions_below(9) - 1)


def test_bound_on_positions() -> None:
    for game in (STANDARD, Game(3, 2, 3), Game(2, 2, 2)):
        assert len(every_position(game)) <= positions_below(game.cells)
    assert len(every_position(Game(2, 3, 3))) == len(scores_below(Position(Game(2, 3, 3))))
