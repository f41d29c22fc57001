"""The kernel by itself: slices change nothing, scores keep their meaning from ply to ply."""

import random

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.search.alphabeta import FAR, at_ply, evaluate, principal, run, start
from noughts.search.fours import new_fours
from noughts.search.move_lists import list_moves, list_others, new_tree
from noughts.search.patterns import DOUBLE, THREE, multiset_numbers
from noughts.search.search_board import board_of, empty_board, put, remove
from noughts.search.threes import new_threes
from noughts.search.transposition_table import WIN, new_table
from noughts.search.weights import FRACTION, weights_of
from noughts.testing import random_position


@pytest.mark.parametrize("seed", range(4))
def test_a_search_in_slices_is_the_same_search(seed: int) -> None:
    position = random_position(Game(15, 15, 5), random.Random(seed), 7)
    results = []
    for slice_ in (1_000_000, 100, 1):
        b, t, f, table = board_of(position), new_tree(225), new_fours(), new_table(1 << 14)
        v = new_threes()
        now = t.now[0]
        now["side"], now["width"], now["fours"] = int(position.side is Side.O), 10, 1
        before = [table.copy() for table in (b.placed[:1], b.counts, b.rank, b.stone, b.lines, b.key)]
        for depth in (1, 2, 3):
            start(b, t, table, depth)
            while not run(b, t, f, v, table, int(now["nodes"]) + slice_):
                pass
        after = (b.placed[:1], b.counts, b.rank, b.stone, b.lines, b.key)
        assert all((old == new).all() for old, new in zip(before, after, strict=True))
        line = np.zeros(20, np.int64)
        count = principal(b, t, table, line)
        results.append((int(t.frame[0]["best"]), int(now["nodes"]), line[:count].tolist()))
    assert results[0] == results[1] == results[2]
    assert results[0][1] > 20


def test_a_score_counts_from_its_own_position() -> None:
    assert at_ply(WIN - 5, 3) == WIN - 8
    assert at_ply(5 - WIN, 3) == 8 - WIN
    assert at_ply(-120, 3) == -120
    for score in (WIN - 9, 9 - WIN, 500_000, -500_000, 0, 77):
        assert at_ply(at_ply(score, 4), -4) == score


def test_an_estimate_is_less_than_a_win() -> None:
    rng = random.Random(1)
    for sizes in ((15, 15, 5), (26, 26, 3), (26, 26, 26)):
        for _ in range(10):
            b = board_of(random_position(Game(*sizes), rng))
            assert all(abs(evaluate(b, side)) <= FAR for side in (0, 1))


def test_the_estimate_is_patterns_threats_the_move_and_the_network() -> None:
    """Summed from the weights: a first and a second cell of a rank count, a third does not."""
    rng, weights, numbers, seen = random.Random(2), weights_of(5), multiset_numbers(), set[int]()
    for _ in range(60):
        b = board_of(random_position(Game(9, 9, 5), rng, rng.randrange(6, 24)))
        for side in (0, 1):
            own, theirs = (weights.sums[numbers[b.pattern[who][b.stone == 0]]].sum(axis=0) for who in (side, 1 - side))
            units = np.maximum(np.concatenate((own, theirs)) @ weights.hidden + weights.bias, 0) >> FRACTION
            score = weights.tempo + int(own[0] - theirs[1]) + (int(units @ weights.out) >> FRACTION)
            for who, sign, worth in ((side, 1, weights.threats_mover), (1 - side, -1, weights.threats_waiter)):
                for rank in range(THREE, DOUBLE):
                    cells = int((b.rank[who, :81] == rank).sum())
                    seen.add(cells)
                    score += sign * int(worth[rank, : min(cells, 2)].sum())
            assert evaluate(b, side) == score
    assert seen > {0, 1, 2, 3}


def test_the_sums_follow_the_stones() -> None:
    """Whenever they are asked for, they are those of the same position set up anew."""
    rng, game = random.Random(7), Game(9, 9, 5)
    b, stones = board_of(Position(game)), list[int]()
    for _ in range(400):
        if stones and rng.random() < len(stones) / 40:
            remove(b, (len(stones) - 1) % 2, stones.pop())
        else:
            stones.append(rng.choice([cell for cell in range(81) if not b.stone[cell]]))
            put(b, (len(stones) - 1) % 2, stones[-1])
        if rng.random() < 0.3:
            again = empty_board(game)
            for turn, cell in sorted(enumerate(stones), key=lambda stone: (stone[0] % 2, stone[1])):
                put(again, turn % 2, cell)
            assert [evaluate(b, side) for side in (0, 1)] == [evaluate(again, side) for side in (0, 1)]


def test_a_longer_list_has_every_useful_cell() -> None:
    rng = random.Random(3)
    for _ in range(20):
        b, t = board_of(random_position(Game(15, 15, 5), rng, rng.randrange(2, 40))), new_tree(225)
        t.now[0]["width"] = 14
        useful = {cell for cell in range(225) if not b.stone[cell] and b.patterns[cell]}
        for p in (0, 5):
            list_moves(b, t, p, 0, -1)
            first, whole = t.moves[p, : t.frame[p]["count"]].tolist(), t.frame[p]["whole"]
            assert not whole
            assert len(first) == (14 if p else 28)
            list_others(b, t, p, 0)
            moves = t.moves[p, : t.frame[p]["count"]].tolist()
            assert moves[: len(first)] == first
            assert set(moves) == useful
            assert len(moves) == len(useful)
            assert t.frame[p]["whole"]
