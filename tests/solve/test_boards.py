"""Boards of words against those of ints, images by both against the symmetries of core."""

import random
from typing import Any

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.jit.compiler import njit
from noughts.solve.board_words import board_of, mask_of_words
from noughts.solve.boards import (
    Board,
    add,
    cell,
    cell_of,
    column,
    count,
    has,
    highest_cell,
    load,
    lowest,
    none,
    precedes,
    rest_of,
    some,
    store,
)
from noughts.solve.byte_tables import canonical as plain_canonical
from noughts.solve.byte_tables import images_of
from noughts.solve.images import canonical, image_tables
from noughts.solve.strong.geometry import width_of


def boards_from(a: Board, b: Board, by: Any, index: int) -> tuple[Board, ...]:
    """Every function of boards that returns a board."""
    both = a & b
    both |= a ^ b
    planes = add((a, b, both), a & ~b)
    alone = cell(index, a)
    return a & b, a | b, both, ~a, a << by, a >> by, lowest(a), rest_of(a), none(a), alone, *planes


def numbers_from(a: Board, b: Board, index: int) -> tuple[Any, ...]:
    """Every function of boards that returns a number."""
    return count(a), some(a), cell_of(a), highest_cell(a), has(a, index), precedes(a, b), precedes(b, a), some(none(a))


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
def test_words_are_what_ints_are(width: int) -> None:
    rng, boards, numbers = random.Random(width), njit(boards_from), njit(numbers_from)
    all_bits = (1 << 64 * width) - 1
    for _ in range(40):
        x = (rng.getrandbits(64 * width) & ~0 << rng.randrange(64 * width)) | 1 << rng.randrange(64 * width)
        y, by, index = rng.getrandbits(64 * width), rng.randrange(1, 64), rng.randrange(64 * width)
        a, b = board_of(x, width), board_of(y, width)
        expected = [board & all_bits for board in boards_from(x, y, by, index)]
        assert [mask_of_words(board) for board in boards(a, b, np.uint64(by), index)] == expected
        assert numbers(a, b, index) == numbers_from(x, y, index)
        assert there_and_back(a) == (a, a, a)
        assert numbers(a, a, index)[5:7] == (False, False)


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
