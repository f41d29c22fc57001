"""The board against a recount of all lines, in plain Python."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.search.patterns import COMPLETES, DOUBLE, FOUR
from noughts.search.search_board import Board, board_of, empty_board, next_ranked, promise, put, remove, set_position
from noughts.testing import random_position
from tests.search.witness import GAMES, completing, opens_three
from tests.search.witness import fours as fours_of

EXACT = tuple(Game(*sizes, exact=True) for sizes in [(9, 9, 4), (15, 15, 5), (5, 4, 3), (12, 10, 9)])


def ranked(b: Board, side: int, least: int) -> set[int]:
    """Return the cells whose rank is at least so much."""
    found, cell = set[int](), -1
    while (cell := int(next_ranked(b, side, least, cell))) >= 0:
        found.add(cell)
    return found


def agrees(b: Board, position: Position) -> None:
    for side in (0, 1):
        stones = position.o if side else position.x
        completes = completing(position, stones)
        fours = {cell: found for cell, found in fours_of(position, side).items() if cell not in completes}
        assert ranked(b, side, int(COMPLETES)) == completes
        assert ranked(b, side, int(FOUR)) == completes | set(fours)
        doubles = {cell for cell, found in fours.items() if len(found) > 1}
        assert ranked(b, side, int(DOUBLE)) == completes | doubles
        threes = {cell for cell in ranked(b, side, 1) if cell not in completes and cell not in fours}
        if position.game.cells <= 100:
            assert threes == {
                cell for cell in opens_three(position, side) if cell not in completes and cell not in fours
            }
        counts = [
            (b.rank[side] == rank).sum() - (rank == 0) * (b.rank.shape[1] - position.empty.bit_count())
            for rank in range(7)
        ]
        assert b.counts[side].tolist() == counts


@pytest.mark.parametrize("game", [*GAMES, *EXACT], ids=str)
def test_ranks_of_random_positions(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(12):
        position = random_position(game, rng)
        agrees(board_of(position), position)


def state(b: Board) -> list[bytes]:
    """Return all that changes with a stone, but for what stands under stones."""
    tables = (b.stone, b.rank, b.counts, b.placed, b.key, b.pattern[:, b.stone == 0])
    return [table.tobytes() for table in tables]


@pytest.mark.parametrize("game", [*GAMES, *EXACT], ids=str)
def test_stones_come_and_go(game: Game) -> None:
    rng = random.Random(game.cells + 1)
    for _ in range(5):
        position = random_position(game, rng)
        b, played = board_of(position), []
        before = state(b)
        for move in rng.sample(position.legal_moves, min(6, len(position.legal_moves))):
            side = rng.randrange(2)
            put(b, side, move)
            played.append((side, move))
        for side, move in reversed(played):
            remove(b, side, move)
        assert state(b) == before


def test_a_board_is_set_anew() -> None:
    game, rng = Game(15, 15, 5), random.Random(1)
    b = empty_board(game)
    for _ in range(5):
        position = random_position(game, rng)
        set_position(b, position)
        assert state(b) == state(board_of(position))


def test_the_order_of_moves_prefers_more_stones() -> None:
    b = empty_board(Game(15, 15, 5))
    cells = [5 * 15 + column for column in (3, 4, 5)]
    worths = []
    for cell in cells:
        put(b, 0, cell)
        worths.append(int(promise(b, 0, 5 * 15 + 6)))
    assert worths == sorted(set(worths))
