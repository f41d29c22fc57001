"""Every counter against a recount of all lines."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.search.counters import (
    COMPLETES,
    COMPLETING,
    DOUBLES,
    FOURS,
    LISTED,
    OPEN,
    PLACE,
    REST,
    SUM_COMPLETING,
    WORTH,
    Counters,
    counters_of,
    empty_counters,
    first_double,
    lowest_completing,
    put,
    worths,
)
from noughts.testing import random_position
from tests.search.witness import GAMES, answers, completing, open_lines


def recounted(position: Position, side: int) -> dict[int, int]:
    lines, fours = open_lines(position, side), answers(position, side)
    cells = completing(position, position.o if side else position.x)
    return {
        WORTH: sum(worths(position.game.k)[stones] for stones in lines),
        OPEN: len(lines),
        COMPLETING: len(cells),
        SUM_COMPLETING: sum(cells),
        FOURS: len(fours),
        DOUBLES: sum(len(found) > 1 for found in fours.values()),
    }


def agrees(c: Counters, position: Position) -> None:
    for side in (0, 1):
        assert dict(enumerate(c.sums[side].tolist())) == recounted(position, side)
        fours = answers(position, side)
        assert set(c.threat[side, : len(fours), LISTED].tolist()) == set(fours)
        doubles = [cell for cell, found in fours.items() if len(found) > 1]
        assert first_double(c, side) == min(doubles, default=-1)
        cells = completing(position, position.o if side else position.x)
        assert lowest_completing(c, side) == min(cells, default=-1)
        assert {cell for cell in range(position.game.cells) if c.threat[side, cell, COMPLETES]} == cells
    for index, mask in enumerate(position.game.line_masks):
        counts = [(mask & position.x).bit_count(), (mask & position.o).bit_count()]
        free = [cell for cell in position.game.lines[index] if position.empty >> cell & 1]
        assert c.line[index, : REST + 1].tolist() == [*counts, sum(free)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_counters_of_random_positions(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(15):
        position = random_position(game, rng)
        agrees(counters_of(position), position)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_stone_and_back(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(15):
        position = random_position(game, rng)
        c, side = counters_of(position), rng.randrange(2)
        before = [table.copy() for table in c]
        stones = rng.sample(position.legal_moves, min(3, len(position.legal_moves)))
        for cell in stones:
            if not completing(position, position.o if side else position.x):
                put(c, side, cell, 1)
                assert c.key[0] != before[-1][0]
                put(c, side, cell, -1)
        for name, old, new in zip(c._fields, before, c, strict=True):
            whole = name != "threat"  # behind the counters of threats stands a list, whose order may be another
            assert (old == new if whole else old[:, :, :PLACE] == new[:, :, :PLACE]).all(), name


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_promise_is_what_a_stone_adds(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(10):
        position = random_position(game, rng)
        c = counters_of(position)
        for cell in position.legal_moves[:9]:
            for side in (0, 1):
                worth, promise = c.sums[side, WORTH], c.promise[cell, side]
                if not c.threat[side, cell, COMPLETES]:
                    put(c, side, cell, 1)
                    assert c.sums[side, WORTH] - worth == promise
                    put(c, side, cell, -1)


def test_the_worth_of_a_line_grows_with_its_stones() -> None:
    for k in range(2, 27):
        assert sorted(set(worths(k)[:-1])) == worths(k)[:-1]


def test_empty_counters_are_of_the_game() -> None:
    c = empty_counters(Game(15, 15, 5))
    assert c.size.tolist() == [5, 225, 572]
    assert (c.through >= 0).sum() == 5 * 572
