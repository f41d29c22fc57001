"""The kernel by itself: slices change nothing, scores keep their meaning from ply to ply."""

import random

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Side
from noughts.search.alphabeta import at_ply, principal, run, start, worth
from noughts.search.counters import counters_of
from noughts.search.fours import new_fours
from noughts.search.moves import DONE, FAR, FOURS_ON, NODES, SIDE, WHERE, WIDTH, new_tree
from noughts.search.table import WIN, new_memory
from noughts.testing import random_position


@pytest.mark.parametrize("seed", range(4))
def test_a_search_in_slices_is_the_same_search(seed: int) -> None:
    position = random_position(Game(15, 15, 5), random.Random(seed), 7)
    results = []
    for slice_ in (1_000_000, 100, 1):
        c, t, f, memory = counters_of(position), new_tree(225), new_fours(), new_memory(1 << 14)
        t.now[SIDE], t.now[WIDTH], t.now[FOURS_ON] = int(position.side is Side.O), 10, 1
        before = [table.copy() for table in c]
        for depth in (1, 2, 3):
            start(c, t, memory, depth)
            while t.now[WHERE] != DONE:
                run(c, t, f, memory, int(t.now[NODES]) + slice_)
        assert all((old == new).all() for old, new in zip(before[:7], c[:7], strict=True))
        line = np.zeros(20, np.int64)
        count = principal(c, t, memory, line)
        results.append((int(t.frame[0]["best"]), int(t.now[NODES]), line[:count].tolist()))
    assert results[0] == results[1] == results[2]
    assert results[0][1] > 20


def test_a_score_counts_from_its_own_position() -> None:
    assert at_ply(WIN - 5, 3) == WIN - 8
    assert at_ply(5 - WIN, 3) == 8 - WIN
    assert at_ply(-120, 3) == -120
    for score in (WIN - 9, 9 - WIN, 500_000, -500_000, 0, 77):
        assert at_ply(at_ply(score, 4), -4) == score


def test_a_worth_is_no_win() -> None:
    rng = random.Random(1)
    for sizes in ((15, 15, 5), (26, 26, 3), (26, 26, 26)):
        for _ in range(10):
            c = counters_of(random_position(Game(*sizes), rng))
            assert all(abs(worth(c, side)) <= FAR for side in (0, 1))
