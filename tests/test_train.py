"""The fit of the search's weights, on samples of which the weights are known."""

import json
import random
import re

import numpy as np
import pytest

from benchmarks.train import (
    RECIPES,
    Recipe,
    Sample,
    chances,
    features,
    fit,
    is_quiet,
    parts,
    sample_of,
    samples,
    unit_of,
    wander,
)
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
from noughts.search.finding import Finding
from noughts.search.line_shapes import CLASSES
from noughts.search.patterns import MULTISETS
from noughts.search.player import Searcher
from noughts.search.search_board import board_of
from noughts.search.weights import FILE, formula, from_numbers, weights_of

GAME = Game(9, 9, 5)


def planted(count: int, worth: np.ndarray) -> list[Sample]:
    """Return samples whose score is what their patterns are worth: `worth` of own cells less half of it of others."""
    rng, found, many = np.random.default_rng(1), list[Sample](), len(MULTISETS)
    for _ in range(count):
        patterns = np.sort(rng.choice(2 * many, 30, replace=False))
        counts = np.where(patterns < many, 1, -1)
        score = float((worth[patterns % many] * np.where(patterns < many, 1.0, -0.5)).sum())
        found.append(Sample(patterns.astype(np.int16), counts.astype(np.int16), np.zeros(16, np.int8), 0.0, score))
        found[-1].points = float(rng.random() < chances(np.array(score)))
    return found


def test_a_pattern_is_the_sum_of_its_classes_its_best_two_and_its_best_three() -> None:
    table = parts()
    assert (table.sum(axis=1) == 6).all()
    for number, four in enumerate(MULTISETS[::97]):
        row = table[[97 * number]].toarray()[0]
        assert row[:CLASSES].tolist() == [four.count(one) for one in range(CLASSES)]
    alike = [number for number, four in enumerate(MULTISETS) if four[2:] == (3, 7)]
    pairs = table[alike].toarray()[:, CLASSES : CLASSES + CLASSES * (CLASSES + 1) // 2]
    assert (pairs == pairs[0]).all()


def test_a_fit_finds_weights_that_were_planted(capsys: pytest.CaptureFixture[str]) -> None:
    worth = np.array([0.02 * sum(four) - 0.5 for four in MULTISETS])
    seen = planted(4000, worth)
    weights = from_numbers(5, fit("planted", seen))
    assert np.corrcoef(weights.mover, worth)[0, 1] > 0.8
    assert np.corrcoef(weights.waiter, worth)[0, 1] > 0.6
    old, new, least = (float(number) for number in re.findall(r"0\.\d+|1\.\d+", capsys.readouterr().out))
    assert least <= new < old - 0.03


def test_the_unit_of_scores_is_found_from_who_won() -> None:
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 2, 20_000)
    points = (rng.random(20_000) < chances(logits)).astype(float)
    assert unit_of(logits / 0.5, points) == pytest.approx(0.5, rel=0.1)


@pytest.fixture(scope="module")
def played() -> list[Sample]:
    return list(samples(Recipe(GAME), 200, random.Random(3)))


def test_the_samples_of_a_game(played: list[Sample]) -> None:
    ended = [sample for sample in played if not np.isnan(sample.points)]
    assert 0 < len(ended) < len(played)
    assert {sample.points for sample in ended} <= {0.0, 0.5, 1.0}
    assert all(abs(sample.score) <= 4 for sample in played)
    assert features(played).shape[0] == len(played)
    again = list(samples(Recipe(GAME), 200, random.Random(3)))
    assert [sample.score for sample in again] == [sample.score for sample in played]


def test_who_won_counts_where_the_recipe_says_so(played: list[Sample]) -> None:
    scores = list(samples(Recipe(GAME, outcomes=False), 200, random.Random(3)))
    assert all(np.isnan(sample.points) for sample in scores)
    assert [sample.score for sample in scores] == [sample.score for sample in played]


def test_the_file_holds_the_weights_of_every_recipe() -> None:
    fitted = json.loads(FILE.read_text())
    assert sorted(map(int, fitted)) == sorted(RECIPES)
    for k in RECIPES:
        assert weights_of(k).mover.tolist() == fitted[str(k)]["mover"]
        assert (weights_of(k).mover != formula(k).mover).mean() > 0.5


def test_a_sample_tells_own_from_theirs() -> None:
    position = parse_position(
        "........./........./........./....X..../....O..../........./........./........./.........", GAME
    )
    board = board_of(position)
    own, theirs = (sample_of(board, side, Finding(0, "search", score=500)) for side in (0, 1))
    half = len(MULTISETS)
    assert own.counts[own.patterns < half].sum() == -theirs.counts[theirs.patterns >= half].sum() == 79
    assert own.score == 0.5
    assert sample_of(board, 0, Finding(0, "fours", -1)).score == -4


def test_positions_in_which_a_line_decides_are_left_out() -> None:
    assert is_quiet(board_of(Position(GAME)))
    rows = "XXX....../OO......./" + "........./" * 6 + "........."
    assert is_quiet(board_of(parse_position(rows, GAME)))
    assert not is_quiet(board_of(parse_position(rows.replace("XXX......", ".XXX....."), GAME)))
    scout = Searcher(GAME, Budget(nodes=100))
    assert (
        wander(parse_position(rows.replace("XXX......", ".XXX....."), GAME).play(80), scout, random.Random(1)) is None
    )
