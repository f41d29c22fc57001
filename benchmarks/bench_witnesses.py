"""Every position of 4,4,3 and 4,4,4, one for each class under the symmetries: the retrograde table and the depth-first
search, which share no search code, give the same value. Minutes each, so it is a slow benchmark and no test.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts.core.game import Game, image_of
from noughts.core.position import Position, Side
from noughts.solve.strong.strong_search import StrongSearch
from noughts.solve.tables.retrograde import solve_all
from noughts.walk.arrays import ArrayFrontier

CLASSES = {"4,4,3": 756_387, "4,4,4": 1_217_977}  # finished positions among them


def canonical_rows(game: Game) -> Iterator[npt.NDArray[np.uint64]]:
    """Return, ply by ply, the rows (X low, O high) of unfinished positions that are the least of their images."""
    boards = 1 << game.cells
    tables = [
        np.array([image_of(board, permutation) for board in range(boards)], np.uint64)
        for permutation in game.symmetries
    ]
    frontier, low, half = ArrayFrontier.empty(game).joined([Position(game)], 1), np.uint64(boards - 1), np.uint64(32)
    side = Side.X
    while len(frontier):
        rows = frontier.group.rows[:, 0]
        _, frontier = frontier.advance(side, None, lambda decided, found: None, lambda decisions: None, ())
        side = side.opponent
        least = np.ones(len(rows), np.bool_)
        for table in tables:
            least &= rows <= (table[rows & low] | table[rows >> half] << half)
        yield rows[least]


def disagreements(game: Game) -> tuple[int, int]:
    """Return how many positions were asked about, and of how many the two witnesses say different things."""
    truth = solve_all(game).table
    searches = {side: StrongSearch(game, side, is_compiled=True) for side in Side}
    asked = wrong = 0
    for rows in canonical_rows(game):
        for row in rows.tolist():
            position = Position.from_boards(game, row & 0xFFFFFFFF, row >> 32)
            wins, loses = (searches[side].ask(position).forces for side in (position.side, position.side.opponent))
            assert wins is not None
            assert loses is not None
            asked += 1
            wrong += wins - loses != truth.value(position).result
    return asked, wrong


@pytest.mark.slow
@pytest.mark.parametrize("text", CLASSES)
def bench_every_position(benchmark: Any, text: str) -> None:
    asked, wrong = benchmark.pedantic(disagreements, (Game.from_text(text),), rounds=1)
    assert wrong == 0
    assert CLASSES[text] / 3 < asked < CLASSES[text]
    benchmark.extra_info["positions"] = asked
