"""Wide boards against Python's ints, canonical images against the symmetries of core."""

import random
from typing import Any

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.jit.compiler import njit
from noughts.solve.board_words import (
    Board,
    board_of,
    cell,
    cell_of,
    column,
    count,
    has,
    highest_cell,
    load,
    lowest,
    mask_of_words,
    none,
    rest_of,
    reverse,
    some,
    store,
    words_of,
)
from noughts.solve.byte_tables import canonical as plain_canonical
from noughts.solve.byte_tables import images_of
from noughts.solve.images import canonical, image_tables
from noughts.solve.strong.width import width_of


@njit
def every_operation(a: Board, b: Board, by: np.uint64) -> tuple[Board, ...]:
    return a & b, a | b, a ^ b, ~a, a << by, a >> by, lowest(a), rest_of(a), none(a), reverse(a)


@njit
def every_number(a: Board) -> tuple[Any, ...]:
    return count(a), some(a), cell_of(a), highest_cell(a)


@njit
def one_cell(a: Board, index: int) -> tuple[Any, ...]:
    alone = none(a)
    alone |= cell(index, a)
    return alone, has(a, index), has(alone, index), has(~alone, index)


@njit
def there_and_back(a: Board) -> tuple[Board, ...]:
    """Keep a board in a row, in a row of an array of three dimensions, and in a column."""
    flat, deep = np.zeros((2, len(a) + 1), np.uint64), np.zeros((2, 3, len(a)), np.uint64)
    across = np.zeros((len(a), 2), np.uint64)
    store(flat, 1, a, 1)
    store(deep, (1, 2), a)
    for word in range(len(a)):
        across[word, 1] = flat[1, word + 1]
    return load(flat, 1, a, 1), load(deep, (1, 2), a), column(across, 1, a)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_operations_are_those_of_ints(width: int) -> None:
    rng = random.Random(width)
    all_bits = (1 << 64 * width) - 1
    for _ in range(40):
        x = rng.getrandbits(64 * width) & ~0 << rng.randrange(64 * width)
        y, by = rng.getrandbits(64 * width), rng.randrange(1, 64)
        a = board_of(x, width)
        backwards = int(f"{x:0{64 * width}b}"[::-1], 2)
        expected = [x & y, x | y, x ^ y, x ^ all_bits, x << by & all_bits, x >> by, x & -x, x & (x - 1), 0, backwards]
        results = every_operation(a, board_of(y, width), np.uint64(by))
        assert [mask_of_words(board) for board in results] == expected
        assert there_and_back(a) == (a, a, a)
        assert words_of(x, width) == [int(word) for word in a]
        if x:
            assert every_number(a) == (x.bit_count(), True, (x & -x).bit_length() - 1, x.bit_length() - 1)
        index = rng.randrange(64 * width)
        alone, *there = one_cell(a, index)
        assert (mask_of_words(alone), there) == (1 << index, [bool(x >> index & 1), True, False])
    assert every_number(board_of(0, width))[:2] == (0, False)


@pytest.mark.parametrize("name", ["3,3,3", "8,8,4", "9,4,4", "4,7,3", "1,5,3", "9,9,5", "15,15,5"])
def test_canonical_is_the_least_of_all_images(name: str) -> None:
    game = Game.from_text(name)
    width, tables = width_of(game), image_tables(game.symmetries, width_of(game))
    rng = random.Random(name)
    for _ in range(10):
        x = rng.getrandbits(game.cells)
        position = Position.from_boards(game, x, rng.getrandbits(game.cells) & ~x)
        images = {(image.x, image.o) for image in map(position.image, game.symmetries)}
        for x, o in images:
            first, second, symmetry = canonical(tables, board_of(x, width), board_of(o, width))
            assert (mask_of_words(first), mask_of_words(second)) == min(images)
            assert plain_canonical(images_of(game), x, o) == (*min(images), symmetry)
