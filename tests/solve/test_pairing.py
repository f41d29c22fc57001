"""Static arguments: what they claim is true, and the well-known pairings are found."""

import random

import pytest

from noughts.core.game import Game, cells_of, mask_of
from noughts.solve.board_words import board_of, mask_of_words
from noughts.solve.pairs import find_pairs, pairs_hold
from noughts.solve.strong.geometry import geometry
from noughts.solve.strong.pairing import find_pairs as compiled_find_pairs
from noughts.solve.strong.pairing import pair_memory
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


def test_what_the_compiled_search_for_pairs_claims_is_true() -> None:
    """Pairs for some lines, a low potential for the others; with either side to move."""
    pure, mixed = 0, 0
    for game, maker, breaker, maker_moves in maker_breaker_positions(600, 9):
        if any(line & maker == line for line in game.line_masks):
            continue  # the search is asked while the game is on
        shape, memory = geometry(game), pair_memory(game)
        boards = board_of(maker, 1), board_of(breaker, 1)
        found = compiled_find_pairs(*boards, int(maker_moves), shape, game.k, memory, 30)
        if found >= 0:
            cells = [cells_of(mask_of_words(words)) for words in memory.chosen[:found]]
            pairs = [(first, second) for first, second in cells]
            assert not maker_wins(game.line_masks, maker, breaker, maker_moves)
            assert pairs_hold(game, maker, breaker, maker_moves, pairs)
            pure += not pairs
            mixed += bool(pairs) and not all(holds_a_pair(line, pairs) for line in live_lines(game, breaker))
    assert pure > 50
    assert mixed > 5


def live_lines(game: Game, breaker: int) -> list[int]:
    return [line for line in game.line_masks if not line & breaker]


def holds_a_pair(line: int, pairs: list[tuple[int, int]]) -> bool:
    return any(line >> a & line >> b & 1 for a, b in pairs)


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
