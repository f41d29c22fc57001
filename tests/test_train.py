"""The fit of the search's weights, on samples of which the weights are known."""

import random
import re
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from benchmarks.train import (
    RECIPES,
    UNITS,
    Features,
    Model,
    Recipe,
    Sample,
    chances,
    features,
    fit,
    fitted,
    inside,
    is_quiet,
    loss,
    parts,
    sample_of,
    samples,
    unit_of,
)
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
from noughts.search import weights
from noughts.search.finding import Finding
from noughts.search.line_shapes import CLASSES
from noughts.search.patterns import MULTISETS
from noughts.search.player import Searcher
from noughts.search.search_board import board_of
from noughts.search.weights import SUMS, formula, read, weights_of

GAME = Game(9, 9, 5)
SPREAD = 34  # multisets of the planted samples: a divisor of 2,380


def planted(count: int, worth: np.ndarray) -> list[Sample]:
    """Return samples whose score is what their patterns are worth: `worth` of own cells less half of it of others."""
    rng, found, many = np.random.default_rng(1), list[Sample](), len(MULTISETS)
    for _ in range(count):
        patterns = np.sort(rng.choice(np.arange(0, 2 * many, many // SPREAD), 30, replace=False))
        score = float((worth[patterns % many] * np.where(patterns < many, 1.0, -0.5)).sum())
        found.append(Sample(patterns.astype(np.int16), np.ones(30, np.int16), np.zeros(16, np.int8), 0.0, score))
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
    found = fit("planted", planted(4000, worth))
    seen = slice(0, None, len(MULTISETS) // SPREAD)
    assert np.corrcoef(found["sums"][seen, 0], worth[seen])[0, 1] > 0.8
    assert np.corrcoef(found["sums"][seen, 1], worth[seen])[0, 1] > 0.6
    old, new, least = (float(number) for number in re.findall(r"0\.\d+|1\.\d+", capsys.readouterr().out))
    assert least <= new < old - 0.03


def test_the_network_finds_what_no_sum_tells() -> None:
    """Points for the product of two sums: a linear estimate is no better than a guess."""
    rng, many = np.random.default_rng(3), len(MULTISETS)
    own, theirs = rng.integers(0, 8, (2, 3000))
    wanted = chances((own - 3.5) * (theirs - 3.5) / 2)
    first, second = (sparse.csr_array(np.outer(count, parts()[[many - 1]].toarray()[0])) for count in (own, theirs))
    data = Features(first, second, np.zeros((3000, 17)))
    assert loss(fitted(data, wanted).layers(data)[-1], wanted) < 0.75 * loss(np.zeros(3000), wanted)


def test_the_slopes_of_a_model_are_those_of_its_estimates() -> None:
    rng = np.random.default_rng(4)
    own, theirs = (sparse.csr_array(rng.integers(0, 3, (50, 6))) for _ in range(2))
    data = Features(own, theirs, rng.normal(size=(50, 17)))
    arrays = (rng.normal(size=shape) for shape in ((6, SUMS), 17, (2 * SUMS, UNITS), UNITS, UNITS))
    model, errors = Model(*arrays), rng.normal(size=50)
    both, units, _ = model.layers(data)
    slopes = model.slopes(data, both, units, errors).vector
    for i, step in enumerate(1e-6 * np.eye(len(slopes))):
        more, less = (errors @ model.like(model.vector + sign * step).layers(data)[-1] for sign in (1, -1))
        assert slopes[i] == pytest.approx((more - less) / 2e-6, rel=1e-3, abs=1e-3)


def test_the_unit_of_scores_is_found_from_who_won() -> None:
    rng = np.random.default_rng(2)
    logits = rng.normal(0, 2, 20_000)
    points = (rng.random(20_000) < chances(logits)).astype(float)
    assert unit_of(logits / 0.5, points) == pytest.approx(0.5, rel=0.1)


@pytest.fixture(scope="module")
def played() -> list[Sample]:
    return list(samples(Recipe(GAME), random.Random(3)))


def test_the_samples_of_a_game(played: list[Sample]) -> None:
    ended = [sample for sample in played if not np.isnan(sample.points)]
    assert 0 < len(ended) < len(played)
    assert {sample.points for sample in ended} <= {0.0, 0.5, 1.0}
    assert all(abs(sample.score) <= 4 for sample in played)
    assert features(played).own.shape == (len(played), parts().shape[1])
    again = list(samples(Recipe(GAME), random.Random(3)))
    assert [sample.score for sample in again] == [sample.score for sample in played]


def test_the_positions_inside_a_search() -> None:
    position, scout = Position(GAME).play(40).play(31), Searcher(GAME, Budget(nodes=100))
    met = list(inside(position, scout, random.Random(1)))
    assert len({str(one) for one in met}) > 20
    for one in met:
        assert one.x & position.x == position.x
        assert one.o & position.o == position.o
        assert one.ply > 2
        assert one.outcome is None
        assert is_quiet(board_of(one))


def test_who_won_counts_where_the_recipe_says_so(played: list[Sample]) -> None:
    scores = list(samples(Recipe(GAME, outcomes=False), random.Random(3)))
    assert all(np.isnan(sample.points) for sample in scores)
    assert [sample.score for sample in scores] == [sample.score for sample in played]


def test_the_file_holds_the_weights_of_every_recipe() -> None:
    fitted = read()
    assert list(fitted) == list(RECIPES)
    for k in RECIPES:
        found = weights_of(k)
        assert all((getattr(found, name) == array).all() for name, array in fitted[k].items())
        assert (found.sums != formula(k).sums).mean() > 0.5
        assert found.hidden.shape == (2 * SUMS, UNITS)


def test_the_file_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = read()
    monkeypatch.setattr(weights, "FILE", tmp_path / "weights.npz")
    weights.write(fitted)
    again = read()
    assert list(again) == list(fitted)
    for k, arrays in fitted.items():
        assert again[k].keys() == arrays.keys()
        assert all((again[k][name] == array).all() for name, array in arrays.items())


def test_a_sample_tells_own_from_theirs() -> None:
    position = parse_position(
        "........./........./........./....X..../....O..../........./........./........./.........", GAME
    )
    board = board_of(position)
    own, theirs = (sample_of(board, side, Finding(0, "search", score=500)) for side in (0, 1))
    half = len(MULTISETS)
    assert own.counts[own.patterns < half].sum() == theirs.counts[theirs.patterns >= half].sum() == 79
    assert own.score == 0.5
    assert sample_of(board, 0, Finding(0, "fours", -1)).score == -4


def test_positions_in_which_a_line_decides_are_left_out() -> None:
    assert is_quiet(board_of(Position(GAME)))
    rows = "XXX....../OO......./" + "........./" * 6 + "........."
    assert is_quiet(board_of(parse_position(rows, GAME)))
    assert not is_quiet(board_of(parse_position(rows.replace("XXX......", ".XXX....."), GAME)))
