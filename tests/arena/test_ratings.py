"""Ratings: against choix where there are no draws, and by finding again what made the data."""

import importlib
import itertools
import math
import random

import numpy as np
import pytest

from noughts.arena.ratings import PairResult, rate, rate_anyway, unbounded

ELO = 400 / math.log(10)


def test_without_draws_as_choix_has_it() -> None:
    choix = importlib.import_module("choix")  # takes longer than all tests of this file
    rng = random.Random(4)
    strengths = [0.0, 0.7, -0.4, 1.5, 0.2]
    pairs = list(itertools.combinations(range(5), 2))
    data, results = [], []
    for i, j in pairs:
        wins = sum(rng.random() < 1 / (1 + math.exp(strengths[j] - strengths[i])) for _ in range(40))
        data += [(i, j)] * wins + [(j, i)] * (40 - wins)
        results.append(PairResult(i, j, wins, 0, 40 - wins))
    expected = ELO * choix.opt_pairwise(5, data, tol=1e-12)
    rated = rate(5, results)
    assert rated is not None
    assert rated.draws == 0
    assert rated.elo == pytest.approx(expected - expected.mean(), abs=1e-3)


def simulate(strengths: list[float], draws: float, games: int, rng: random.Random) -> list[PairResult]:
    results = []
    for i, j in itertools.combinations(range(len(strengths)), 2):
        half = (strengths[i] - strengths[j]) / ELO / 2
        weights = [math.exp(half), draws, math.exp(-half)]
        kinds = rng.choices((0, 1, 2), weights, k=games)
        results.append(PairResult(i, j, kinds.count(0), kinds.count(1), kinds.count(2)))
    return results


def test_known_strengths_are_found_again() -> None:
    strengths, draws = [200.0, 50.0, -30.0, -220.0], 1.4
    rated = rate(4, simulate(strengths, draws, 100_000, random.Random(1)))
    assert rated is not None
    assert rated.elo == pytest.approx(strengths, abs=4)
    assert rated.draws == pytest.approx(draws, rel=0.02)
    assert sum(rated.elo) == pytest.approx(0, abs=1e-9)


def test_standard_errors_are_the_spread_of_the_ratings() -> None:
    rng = random.Random(2)
    samples = [rate(3, simulate([80.0, 0.0, -80.0], 1.0, 60, rng)) for _ in range(400)]
    ratings = np.array([rating.elo for rating in samples if rating is not None])
    assert len(ratings) == 400
    spread = ratings.std(axis=0)
    claimed = np.mean([rating.errors for rating in samples if rating is not None], axis=0)
    assert claimed == pytest.approx(spread, rel=0.15)


def test_the_likelihood_is_greatest_there() -> None:
    """Davidson's likelihood, written down once more: no step to any side is better."""
    results = [PairResult(0, 1, 7, 5, 3), PairResult(1, 2, 2, 8, 4), PairResult(0, 2, 6, 6, 1)]
    rated = rate(3, results)
    assert rated is not None

    def likelihood(elo: list[float], draws: float) -> float:
        total = 0.0
        for result in results:
            a, b = (10 ** (elo[player] / 400) for player in (result.first, result.second))
            both = a + b + draws * math.sqrt(a * b)
            total += result.win * math.log(a / both) + result.loss * math.log(b / both)
            total += result.draw * math.log(draws * math.sqrt(a * b) / both)
        return total

    best = likelihood(list(rated.elo), rated.draws)
    for player, step in itertools.product(range(3), (-1.0, 1.0)):
        elo = list(rated.elo)
        elo[player] += step
        assert likelihood(elo, rated.draws) < best
    for factor in (0.98, 1.02):
        assert likelihood(list(rated.elo), rated.draws * factor) < best


@pytest.mark.parametrize(
    ("players", "results", "expected"),
    [
        (2, [PairResult(0, 1, 3, 0, 0)], True),  # who only won
        (2, [PairResult(0, 1, 3, 0, 1)], False),
        (2, [PairResult(0, 1, 0, 5, 0)], True),  # only draws
        (2, [PairResult(0, 1, 3, 5, 0)], True),  # never lost
        (2, [PairResult(0, 1, 3, 5, 1)], False),
        (3, [PairResult(0, 1, 3, 0, 1)], True),  # one who never played
        (4, [PairResult(0, 1, 1, 1, 1), PairResult(2, 3, 1, 1, 1)], True),  # two groups that never met
        (3, [PairResult(0, 1, 1, 0, 0), PairResult(1, 2, 1, 0, 0), PairResult(2, 0, 1, 0, 0)], False),
        (3, [PairResult(0, 1, 1, 1, 1), PairResult(1, 2, 3, 0, 0)], True),  # one who lost everything
        (3, [PairResult(0, 1, 1, 1, 1), PairResult(1, 2, 3, 1, 0)], False),
        (3, [PairResult(0, 1, 3, 1, 0), PairResult(1, 2, 3, 1, 0), PairResult(0, 2, 3, 1, 0)], False),
    ],
)
def test_when_there_is_no_greatest_likelihood(players: int, results: list[PairResult], expected: bool) -> None:
    assert unbounded(players, results) is expected
    assert (rate(players, results) is None) is expected
    anyway = rate_anyway(players, results)
    assert anyway.prior is expected
    assert all(map(math.isfinite, (*anyway.elo, *anyway.errors)))


def test_unbounded_agrees_with_where_the_likelihood_leads() -> None:
    """As a prior goes to nothing, ratings and the share of draws settle, or run away: exactly where we say so."""
    rng = random.Random(3)
    verdicts = []
    for _ in range(60):
        results = [PairResult(i, j, *(rng.choice((0, 0, 1, 3)) for _ in range(3))) for i, j in ((0, 1), (1, 2), (0, 2))]
        before, after = rate(3, results, 1e-3), rate(3, results, 1e-6)
        assert before is not None
        assert after is not None
        apart = max(abs(a - b) for a, b in zip(before.elo, after.elo, strict=True))
        if any(result.draw for result in results):  # else their share goes to 0, and is left out
            apart += ELO * abs(math.log(after.draws / before.draws))
        assert (apart > 100) is unbounded(3, results), results
        verdicts.append(apart > 100)
    assert 10 < sum(verdicts) < 50
