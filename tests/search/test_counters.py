"""Every counter against a recount of all lines."""

import random
from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.search.counters import (
    ADD,
    REMOVE,
    Counters,
    counters_of,
    empty_counters,
    first_double,
    lowest_completing,
    put,
)
from noughts.testing import random_position
from tests.search.witness import GAMES, answers, completing, open_lines


def recounted(position: Position, side: int) -> tuple[int, ...]:
    """Return the counters of a side, in the order of `Counters.sums`."""
    lines, fours = open_lines(position, side), answers(position, side)
    cells = completing(position, position.o if side else position.x)
    scores = empty_counters(position.game).line_score.tolist()
    doubles = sum(len(found) > 1 for found in fours.values())
    return sum(scores[stones] for stones in lines), len(lines), len(cells), sum(cells), len(fours), doubles


def agrees(c: Counters, position: Position) -> None:
    for side in (0, 1):
        assert c.sums[side].item() == recounted(position, side)
        fours = answers(position, side)
        assert set(c.threat[side, : len(fours)]["listed"].tolist()) == set(fours)
        doubles = [cell for cell, found in fours.items() if len(found) > 1]
        assert first_double(c, side) == min(doubles, default=-1)
        cells = completing(position, position.o if side else position.x)
        assert lowest_completing(c, side) == min(cells, default=-1)
        assert {cell for cell in range(position.game.cells) if c.threat[side, cell]["completes"]} == cells
    for index, mask in enumerate(position.game.line_masks):
        counts = [(mask & position.x).bit_count(), (mask & position.o).bit_count()]
        free = [cell for cell in position.game.lines[index] if position.empty >> cell & 1]
        assert (c.held[index].tolist(), c.line[index]["rest"]) == (counts, sum(free))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_counters_of_random_positions(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(15):
        position = random_position(game, rng)
        agrees(counters_of(position), position)


def copied(c: Counters) -> dict[str, Any]:
    """Return copies of the tables, without the list of fours: its order may change."""
    tables = {name: table.copy() for name, table in c._asdict().items() if name != "k"}
    tables["threat"] = tables["threat"][["completes", "fours", "answers", "squares"]]
    return tables


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_stone_and_back(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(15):
        position = random_position(game, rng)
        c, side = counters_of(position), rng.randrange(2)
        before = copied(c)
        stones = rng.sample(position.legal_moves, min(3, len(position.legal_moves)))
        for cell in stones:
            if not completing(position, position.o if side else position.x):
                put(c, side, cell, ADD)
                assert c.key[0] != before["key"][0]
                put(c, side, cell, REMOVE)
        for name, table in copied(c).items():
            assert (before[name] == table).all(), name


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_gain_is_what_a_stone_adds(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(10):
        position = random_position(game, rng)
        c = counters_of(position)
        for cell in position.legal_moves[:9]:
            for side in (0, 1):
                score, gain = c.sums[side]["score"], c.gain[cell, side]
                if not c.threat[side, cell]["completes"]:
                    put(c, side, cell, ADD)
                    assert c.sums[side]["score"] - score == gain
                    put(c, side, cell, REMOVE)


def test_the_score_of_a_line_grows_with_its_stones() -> None:
    for k in range(2, 27):
        scores = empty_counters(Game(26, 1, k)).line_score.tolist()[:-1]
        assert sorted(set(scores)) == scores


def test_empty_counters_are_of_the_game() -> None:
    c = empty_counters(Game(15, 15, 5))
    assert (c.k, len(c.stone), len(c.line)) == (5, 225, 572)
    assert (c.through >= 0).sum() == 5 * 572
