"""Static arguments: what they claim is true, and the well-known pairings are found."""

import random

import pytest

from noughts.core.game import Game, cells_of, mask_of
from noughts.solve.static import find_pairs, pairs_hold
from tests.witnesses import maker_breaker_positions, maker_wins


@pytest.mark.parametrize(
    ("mnk", "found"),
    [
        ((4, 4, 4), True),
        ((5, 5, 5), True),
        ((10, 10, 10), True),
        ((7, 3, 4), True),
        ((12, 3, 4), True),
        ((7, 7, 6), True),
        ((9, 6, 6), True),
        ((26, 26, 9), True),
        ((26, 26, 26), True),
        ((3, 3, 3), False),
        ((5, 5, 4), False),
        ((1, 1, 1), False),
    ],
)
def test_known_games(mnk: tuple[int, int, int], found: bool) -> None:
    game = Game(*mnk)
    pairs = find_pairs(game, 0, 0, steps=200)
    assert (pairs is not None) == found
    if pairs is not None:
        assert pairs_hold(game, 0, 0, True, pairs)


def test_nine_in_a_row_is_paired_line_by_line() -> None:
    game = Game(20, 20, 9)
    pairs = find_pairs(game, 0, 0)
    assert pairs
    cells = [cell for pair in pairs for cell in pair]
    assert len(cells) == len(set(cells))
    assert all(any(set(pair) <= set(line) for pair in pairs) for line in game.lines)


def test_what_is_claimed_is_true() -> None:
    claims = 0
    for game, maker, breaker, maker_moves in maker_breaker_positions(600, 7):
        if (pairs := find_pairs(game, maker, breaker, maker_moves, 30)) is not None:
            claims += 1
            assert not maker_wins(game.line_masks, maker, breaker, maker_moves)
            assert pairs_hold(game, maker, breaker, maker_moves, pairs)
    assert claims > 100


def test_any_pairs_that_pass_are_a_proof() -> None:
    rng, passed = random.Random(3), 0
    for game, maker, breaker, maker_moves in maker_breaker_positions(600, 8):
        free = list(cells_of(game.full & ~(maker | breaker)))
        rng.shuffle(free)
        pairs = list(zip(free[::2], free[1::2], strict=False))[: rng.randint(0, 3)]
        if pairs_hold(game, maker, breaker, maker_moves, pairs):
            passed += 1
            assert not maker_wins(game.line_masks, maker, breaker, maker_moves)
    assert passed > 50


@pytest.mark.parametrize("pairs", [[(0, 0)], [(0, 1), (1, 2)], [(0, 24)], [(3, 4)]])
def test_pairs_that_are_none_are_refused(pairs: list[tuple[int, int]]) -> None:
    game = Game(5, 5, 5)
    assert pairs_hold(game, mask_of((3,)), mask_of((24,)), True)
    assert not pairs_hold(game, mask_of((3,)), mask_of((24,)), True, pairs)
