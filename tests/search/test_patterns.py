"""The board and its patterns against a recount of all lines in plain Python, and the weights of the patterns."""

import random

import numpy as np
import pytest

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position, Side
from noughts.search.alphabeta import evaluate, principal, run, start
from noughts.search.finding import DECIDED, WIN
from noughts.search.fours import new_fours
from noughts.search.line_shapes import LACKING
from noughts.search.move_lists import FEW, list_defences, list_moves, new_tree
from noughts.search.patterns import (
    BITS,
    COMPLETES,
    DOUBLE,
    FOUR,
    THREE,
    multiset_numbers,
)
from noughts.search.search_board import Board, board_of, next_ranked, put, remove
from noughts.search.threes import new_threes
from noughts.search.transposition_table import EXACT, LOWER, UPPER, is_proof, new_table, probe, store
from noughts.search.weights import FRACTION, weights_of
from noughts.testing import random_position
from tests.search.witness import GAMES, completing, open_lines, opens_three
from tests.search.witness import fours as fours_of

EXACTLY = tuple(Game(*sizes, exact=True) for sizes in [(9, 9, 4), (15, 15, 5), (5, 4, 3), (12, 10, 9)])


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


@pytest.mark.parametrize("game", [*GAMES, *EXACTLY], ids=str)
def test_ranks_of_random_positions(game: Game) -> None:
    rng = random.Random(game.cells)
    for _ in range(12):
        position = random_position(game, rng)
        agrees(board_of(position), position)


def state(b: Board) -> list[bytes]:
    """Return all that changes with a stone, but for what stands under stones."""
    tables = (b.stone, b.rank, b.counts, b.placed, b.key, b.pattern[:, b.stone == 0])
    return [table.tobytes() for table in tables]


@pytest.mark.parametrize("game", [*GAMES, *EXACTLY], ids=str)
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


SIZES = [Game(3, 3, 3), Game(7, 6, 4), Game(9, 9, 5), Game(15, 15, 5), Game(12, 9, 7), Game(12, 11, 9)]


def pattern(*classes: int) -> int:
    return sum(one << i * BITS for i, one in enumerate(classes))


def lacking(position: Position, side: int, cell: Move) -> list[list[int]]:
    """Return for each direction what the open lines through a cell lack after a stone of the side there."""
    game, theirs = position.game, (position.x, position.o)[1 - side]
    own, found = (position.x, position.o)[side], dict[int, list[int]]()
    for mask in game.line_masks:
        if mask >> cell & 1:
            first, second = cells_of(mask)[:2]
            lines = found.setdefault(second - first if game.k > 1 else 0, [])
            if not mask & theirs:
                lines.append(game.k - 1 - (mask & own).bit_count())
    return list(found.values())


def classes(b: Board, side: int, cell: Move) -> list[int]:
    return [int(b.pattern[side, cell]) >> i * BITS & 15 for i in range(4)]


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_a_class_is_what_the_best_lines_lack_and_how_many_they_are(game: Game) -> None:
    rng, seen = random.Random(game.cells), set[int]()
    for _ in range(10):
        position = random_position(game, rng)
        b = board_of(position)
        for side in (0, 1):
            for cell in position.legal_moves:
                expected = []
                for lines in lacking(position, side, cell):
                    least = min(lines, default=9)
                    expected.append((min(least, 4) if lines else 9, lines.count(least)))
                found = [LACKING[one] for one in classes(b, side, cell) if one]
                assert sorted(lack for lack, _ in found) == sorted(lack for lack, _ in expected if lack < 9)
                counts = zip(sorted(found), sorted(one for one in expected if one[0] < 9), strict=True)
                for (lack, count), (_, most) in counts:
                    assert count <= most or lack == 1  # of fours it counts the answers
                seen.update(classes(b, side, cell))
    assert len(seen) > 3


@pytest.mark.parametrize("game", SIZES, ids=str)
def test_the_sums_are_what_the_free_cells_add(game: Game) -> None:
    rng, weights, numbers = random.Random(game.cells), weights_of(game.k), multiset_numbers()
    for _ in range(10):
        position = random_position(game, rng)
        b = board_of(position)
        for side in (0, 1):
            found = [int(numbers[b.pattern[side, cell]]) for cell in position.legal_moves]
            sums = weights.sums[found].sum(axis=0)
            evaluate(b, side)
            assert (b.sums[position.ply, side] == sums[::2] + (sums[1::2] << 32)).all()


def listed(position: Position, defences: bool, hint: int = -1) -> tuple[list[int], bool, list[int]]:
    """Return the moves of a list below the root, whether all are there that help, and what they promise."""
    b, t = board_of(position), new_tree(position.game.cells)
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


KEY = np.uint64(1 << 40)  # another multiple of it stands in the same two places


def keys(count: int) -> list[np.uint64]:
    return [np.uint64((i + 1) << 40) for i in range(count)]


def test_a_proof_is_not_replaced_by_an_estimate() -> None:
    table, (proof, *others) = new_table(16), keys(4)
    store(table, proof, WIN - 9, 1, 1, LOWER)
    store(table, proof, 40, 2, 30, EXACT)
    for key in others:
        store(table, key, 50, 2, 30, EXACT)
    store(table, others[1], 9 - WIN, 2, 1, UPPER)
    store(table, others[2], 50, 2, 30, EXACT)
    assert table[probe(table, proof)]["score"] == WIN - 9 >= DECIDED
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
        now["side"], now["fours"] = int(position.side is Side.O), 1
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
