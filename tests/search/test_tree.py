"""The compiled search by itself: its lists of moves, its memory, its scores, and that slices change nothing."""

import random

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.search.alphabeta import FAR, at_ply, evaluate, principal, run, start
from noughts.search.fours import new_fours
from noughts.search.move_lists import FEW, list_defences, list_moves, list_others, new_tree
from noughts.search.patterns import COMPLETES, DOUBLE, THREE, multiset_numbers
from noughts.search.search_board import Board, board_of, empty_board, put, remove
from noughts.search.threes import new_threes
from noughts.search.transposition_table import EXACT, LOWER, PROVED, UPPER, WIN, is_proof, new_table, probe, store
from noughts.search.weights import FRACTION, weights_of
from noughts.testing import random_position
from tests.search.witness import completing, open_lines


def listed(position: Position, defences: bool, hint: int = -1) -> tuple[list[int], bool, list[int]]:
    """Return the moves of a list below the root, whether all are there that help, and what they promise."""
    b, t = board_of(position), new_tree(position.game.cells)
    t.now["width"] = 10
    make = list_defences if defences else list_moves
    make(b, t, 1, int(position.side is Side.O), hint)
    frame = t.frame[1]
    return t.moves[1, : frame["count"]].tolist(), bool(frame["whole"]), t.order[1, : frame["count"]].tolist()


def is_threatened(position: Position, b: Board) -> bool:
    side = int(position.side is Side.O)
    own, theirs = b.counts[side], b.counts[1 - side]
    return bool(not own[DOUBLE:].any() and not theirs[COMPLETES] and theirs[DOUBLE])


@pytest.mark.parametrize("game", [Game(5, 5, 3), Game(6, 6, 4), Game(9, 9, 5), Game(9, 9, 5, exact=True)], ids=str)
def test_the_defences_are_the_moves_that_help(game: Game, full: bool) -> None:
    rng, seen = random.Random(1), 0
    for _ in range(300 if full else 150):
        position = random_position(game, rng)
        if not is_threatened(position, board_of(position)):
            continue
        seen += 1
        moves, whole, _ = listed(position, defences=True)
        assert whole
        assert len(moves) < len(position.legal_moves)
        for move in position.legal_moves:
            after = position.play(move)
            replies = [after.play(cell) for cell in after.legal_moves]
            double = any(len(completing(reply, reply.theirs)) > 1 for reply in replies)
            helps = bool(completing(after, after.theirs)) or not double
            assert (move in moves) == helps
    assert seen >= 5


def test_few_cells_of_use_are_all_listed() -> None:
    rng, seen = random.Random(1), 0
    for _ in range(40):
        position = random_position(Game(5, 5, 4), rng)
        if completing(position, position.x) | completing(position, position.o):
            continue  # then no list is asked for: what completes a line adds nothing to its score
        seen += 1
        moves, whole, order = listed(position, defences=False)
        lines = [mask for mask in position.game.line_masks if not mask & position.x or not mask & position.o]
        useful = {cell for cell in position.legal_moves if any(mask >> cell & 1 for mask in lines)}
        assert len(useful) <= FEW
        assert (set(moves), whole) == (useful, True)
        assert sorted(order, reverse=True) == order
        assert len(lines) <= len(open_lines(position, 0)) + len(open_lines(position, 1))
    assert seen >= 10


def test_of_many_cells_the_best_are_listed_and_the_hint_first() -> None:
    position = random_position(Game(15, 15, 5), random.Random(1), 20)
    moves, whole, _ = listed(position, defences=False)
    assert (len(moves), whole) == (10, False)
    hint = next(cell for cell in reversed(position.legal_moves) if cell not in moves and cell > 30)
    assert listed(position, defences=False, hint=hint)[0] == [hint, *moves[:-1]]


KEY = np.uint64(1 << 40)  # another multiple of it stands in the same two places


def keys(count: int) -> list[np.uint64]:
    return [np.uint64((i + 1) << 40) for i in range(count)]


def test_what_is_stored_is_found() -> None:
    table = new_table(16)
    assert probe(table, KEY) == -1
    store(table, KEY, -7, 3, 5, UPPER)
    entry = table[probe(table, KEY)]
    assert (entry["key"], entry["score"], entry["move"], entry["depth"], entry["bound"]) == (KEY, -7, 3, 5, UPPER)
    store(table, KEY, 9, 4, 2, EXACT)
    assert table[probe(table, KEY)]["score"] == 9


def test_the_deepest_and_the_latest_are_kept() -> None:
    table, (deep, first, second) = new_table(16), keys(3)
    for key, depth in ((deep, 9), (first, 2), (second, 1)):
        store(table, key, 0, 1, depth, EXACT)
    assert probe(table, deep) >= 0
    assert probe(table, first) == -1
    assert probe(table, second) >= 0


def test_a_proof_is_not_replaced_by_an_estimate() -> None:
    table, (proof, *others) = new_table(16), keys(4)
    store(table, proof, WIN - 9, 1, 1, LOWER)
    store(table, proof, 40, 2, 30, EXACT)
    for key in others:
        store(table, key, 50, 2, 30, EXACT)
    store(table, others[1], 9 - WIN, 2, 1, UPPER)
    store(table, others[2], 50, 2, 30, EXACT)
    assert table[probe(table, proof)]["score"] == WIN - 9 >= PROVED
    assert table[probe(table, others[1])]["score"] == 9 - WIN
    assert probe(table, others[2]) == -1


def test_a_win_at_most_so_near_is_no_proof() -> None:
    """It says that no nearer win was found, which is true of a draw too."""
    table = new_table(16)
    for score, bound in ((WIN - 9, UPPER), (9 - WIN, LOWER)):
        assert not is_proof(score, bound)
        store(table, KEY, score, 1, 1, bound)
        store(table, KEY, 40, 2, 1, EXACT)
        assert table[probe(table, KEY)]["score"] == 40


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
