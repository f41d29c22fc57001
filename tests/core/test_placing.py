"""Orders of one side's stones, against all orders of every set of stones on small boards."""

from itertools import accumulate

import pytest

from noughts.core import placing
from noughts.core.game import Game, cells_of
from noughts.core.placing import order
from noughts.core.position import Position
from noughts.errors import LimitExceeded


@pytest.mark.parametrize("text", ["4,3,2=", "10,1,2=", "11,1,3=", "4,3,3=", "3,3,3"])
def test_against_all_orders(text: str) -> None:
    game = Game.from_text(text)
    quiet = {0}  # the sets that some order reaches without a line
    for stones in range(1, 1 << game.cells):
        if not game.has_line(stones) and any(stones ^ 1 << cell in quiet for cell in cells_of(stones)):
            quiet.add(stones)
        found = order(game, stones)
        assert (found is not None) == (stones in quiet)
        if found is not None:
            sets = list(accumulate((1 << cell for cell in found), int.__or__))
            assert sets[-1] == stones
            assert not any(map(game.has_line, sets))


def test_the_last_stone_is_on_the_line() -> None:
    game = Game(7, 1, 3, exact=True)
    assert order(game, 0b1110111, last=0b0000111) is None
    found = order(game, 0b0110111, last=0b0000111)
    assert found is not None
    assert found[-1] in (0, 1, 2)


def test_a_search_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(4, 1, 3, exact=True)
    assert order(game, 0b1111) == (0, 1, 3, 2)
    monkeypatch.setattr(placing, "_TRIED", 1)
    with pytest.raises(LimitExceeded, match="no order of 4 stones found among 1 sets of stones"):
        order(game, 0b1111)
    large = Game(4, 3, 3, exact=True)
    undecided = Position.from_stones(large, [0, 1, 2, 3], [4, 6, 8, 11])
    assert undecided.outcome is None
