"""The board and its patterns against a recount of all lines in plain Python, and the weights of the patterns."""

import random
from itertools import permutations
from pathlib import Path

import pytest

from noughts.core.game import Game, Move, cells_of
from noughts.core.position import Position
from noughts.search import weights
from noughts.search.alphabeta import evaluate
from noughts.search.line_shapes import FOURS, LACKING, OPEN
from noughts.search.patterns import (
    BITS,
    COMPLETES,
    DOUBLE,
    FOUR,
    FOUR_THREE,
    MULTISETS,
    NONE,
    THREE,
    THREES,
    multiset_numbers,
    rank_table,
)
from noughts.search.search_board import Board, board_of, empty_board, next_ranked, promise, put, remove, set_position
from noughts.search.weights import SUMS, PatternWeights, formula, order_table, read, weights_of, worth_table
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


def test_the_order_of_the_directions_does_not_matter() -> None:
    numbers = multiset_numbers()
    for four in random.Random(1).sample(MULTISETS, 200):
        assert {int(numbers[pattern(*some)]) for some in permutations(four)} == {MULTISETS.index(four)}
    assert numbers[pattern(15, 0, 0, 0)] == 0


@pytest.mark.parametrize(
    ("four", "rank"),
    [
        ((0, 0, 0, 0), NONE),
        ((8, 8, 8, 8), NONE),
        ((9, 0, 3, 0), THREE),
        ((0, 10, 9, 0), THREES),
        ((11, 8, 8, 8), FOUR),
        ((9, 0, 0, 11), FOUR_THREE),
        ((11, 0, 0, 11), DOUBLE),
        ((0, 12, 0, 9), DOUBLE),
        ((12, 13, 11, 9), COMPLETES),
    ],
)
def test_the_rank_of_a_pattern(four: tuple[int, ...], rank: int) -> None:
    assert rank_table()[pattern(*four)] == rank
    assert (int(OPEN), int(FOURS)) == (9, 11)


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


@pytest.mark.parametrize("k", [3, 5, 8, 20])
def test_the_formula_prefers_more_stones_and_more_lines(k: int) -> None:
    weights = formula(k)
    for four, mover, own in zip(MULTISETS, weights.sums[:, 0], weights.own, strict=True):
        assert (mover > 0) <= (four != (0, 0, 0, 0))
        assert (own > 0) == (four != (0, 0, 0, 0))
    assert isinstance(weights, PatternWeights)
    assert order_table(weights).min() >= 0
    assert not worth_table(weights)[0].any()


def test_the_file_holds_fitted_weights() -> None:
    fitted = read()
    assert {4, 5, 6, 7, 8} <= fitted.keys()
    for k, arrays in fitted.items():
        found = weights_of(k)
        assert all((getattr(found, name) == array).all() for name, array in arrays.items())
        assert (found.sums != formula(k).sums).mean() > 0.5
        assert len(found.hidden) == 2 * SUMS


def test_the_file_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = read()
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.npz")
    weights.write(fitted)
    again = read()
    assert list(again) == list(fitted)
    for k, arrays in fitted.items():
        assert again[k].keys() == arrays.keys()
        assert all((again[k][name] == array).all() for name, array in arrays.items())
