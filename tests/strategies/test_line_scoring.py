"""Line scoring against a plain-Python count of its own, and the published tables."""

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board_text.position_text import parse_position
from noughts.core.game import Game
from noughts.core.notation import parse_cell
from noughts.core.position import Position
from noughts.strategies.line_scoring import LineScoring, Paths, Potential, Weights
from noughts.strategies.linear import path_matrix
from noughts.strategies.registry import load
from noughts.testing import random_position

GAMES = [Game(3, 3, 3), Game(4, 3, 3), Game(5, 4, 4), Game(6, 2, 5), Game(1, 4, 2), Game(2, 2, 1), Game(9, 9, 5)]
RNG = random.Random(0)


def plain_scores(strategy: LineScoring, position: Position) -> list[float | None]:
    """c = P^T s by hand, line by line."""
    table = strategy.table(position.game)
    scores: list[float | None] = [0.0 if position.stone(cell) is None else None for cell in range(position.game.cells)]
    for line in position.game.lines:
        stones = [position.stone(cell) for cell in line]
        worth = table[stones.count(position.side)][stones.count(position.side.opponent)]
        for cell in line:
            if (score := scores[cell]) is not None:
                scores[cell] = score + float(worth)
    return scores


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 10**6), name=st.sampled_from(["weights", "paths", "potential"]))
def test_scores_are_the_sums_over_lines(game: Game, seed: int, name: str) -> None:
    strategy = load(name)
    assert isinstance(strategy, LineScoring)
    position = random_position(game, random.Random(seed))
    if position.outcome is not None:
        return
    decision = strategy.decide(position, RNG)
    expected = plain_scores(strategy, position)
    assert decision.scores == expected
    best = max(score for score in expected if score is not None)
    equal = tuple(cell for cell, score in enumerate(expected) if score == best)
    if "override" not in str(decision.saw):
        assert decision.moves == (equal if strategy.ties == "any" else equal[:1])
    sums = [0.0] * game.cells
    for line, score in strategy.line_scores(position, RNG):
        for cell in line:
            sums[cell] += score
    assert [None if old is None else new for old, new in zip(expected, sums, strict=True)] == expected


def test_weights_worked_example() -> None:
    to_move = {"O": parse_position("XX./.../O.."), "X": parse_position("XX./.O./O..")}
    decision = Weights().decide(to_move["O"], RNG)
    assert decision.scores == [None, None, 11, 0, 3, 0, None, 2, 2]
    assert decision.moves == (2,)
    assert Weights().table(Game(3, 3, 3))[2][0] == 100
    decision = Weights().decide(to_move["X"], RNG)
    assert decision.scores is not None
    assert decision.scores[2] == 100 + 10  # X completes the row, O the anti-diagonal


def test_paths_published_table() -> None:
    table = Paths().table(Game(3, 3, 3))
    published = {(2, 0): 30, (0, 2): 10, (1, 0): 2, (0, 1): 1.5, (0, 0): 1}
    for own in range(4):
        for theirs in range(4):
            assert table[own][theirs] == published.get((own, theirs), 0)
    for game in (Game(5, 5, 3), Game(7, 3, 3)):
        assert Paths().table(game) == table


def test_path_matrix_has_the_published_order() -> None:
    rows = ["111000000", "000111000", "000000111", "100100100", "010010010", "001001001", "100010001", "001010100"]
    assert ["".join(str(int(cell)) for cell in row) for row in path_matrix(Game(3, 3, 3))] == rows


@pytest.mark.parametrize("board", ["X../.O./..X", "..X/.O./X.."])
def test_paths_override(board: str) -> None:
    position = parse_position(board)
    with_it, without = Paths().decide(position, RNG), Paths(override=False).decide(position, RNG)
    assert with_it.moves == (parse_cell(position.game, "b1"),)
    assert str(with_it.saw) == "override: b1, whatever the scores"
    assert str(with_it.reason) == "an exception to its table, for this position alone"
    assert without.moves[0] in (0, 2)
    assert "override" not in str(without.saw)


@pytest.mark.parametrize(
    ("strategy", "board", "reason", "saw"),
    [
        (Weights(), "XX./OO./...", "completing a1-c1 is worth most to it", "greatest score 101"),
        (Paths(), "XX./.../O..", "stopping a1-c1 is worth most to it", "greatest score 13"),
        (
            Weights(),
            ".../.../...",
            "any free cell: all are worth the same to it",
            "greatest score 0, any of 9 equal cells",
        ),
        (Paths(), "XOX/XOO/OX.", "the last free cell", "greatest score 0"),
        (
            Paths(override=False),
            "X../.O./..X",
            "the first cell whose lines are worth most to it, c1-a3 among them",
            "greatest score 5, the first of 2 equal cells",
        ),
        (
            Potential(),
            ".../.../...",
            "the cell on the most open lines, of which those with more stones count more, a2-c2 among them",
            "greatest score 0.5",
        ),
    ],
)
def test_reasons(strategy: LineScoring, board: str, reason: str, saw: str) -> None:
    decision = strategy.decide(parse_position(board), RNG)
    assert (str(decision.reason), str(decision.saw)) == (reason, saw)


def test_an_overline_of_an_exact_game_is_no_completed_line() -> None:
    position = parse_position("XX.X/OO.O", Game(4, 2, 3, exact=True))
    assert not str(Weights().decide(position, RNG).reason).startswith("completing")


def test_potential_is_erdos_selfridge() -> None:
    table = np.array(Potential().table(Game(5, 5, 4)))
    assert [Fraction(float(table[stones, 0])) for stones in range(3)] == [
        Fraction(1, 16),
        Fraction(1, 8),
        Fraction(1, 4),
    ]
    assert (table[:3, 0] == table[0, :3]).all()
    assert table[1, 1] == 0
    assert table[3, 0] > table[0, 3] > 4 * 4


def test_levels_draw_an_error_from_the_seed() -> None:
    easy, position = Paths(level="easy"), Position(Game(3, 3, 3))
    scores = [easy.decide(position, random.Random(seed)).scores for seed in (1, 1, 2)]
    assert scores[0] == scores[1] != scores[2]
    assert easy.noisy
    assert Paths(level="medium").noisy
    assert not Paths().noisy
