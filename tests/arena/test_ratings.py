"""Ratings and the sequential test: against choix, published values and an optimiser, and by finding again what made the
data."""

import importlib
import itertools
import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts.arena.ratings import PairResult, rate, rate_anyway, unbounded
from noughts.arena.sprt import Sprt, elo_of, score_interval
from noughts.errors import MatchError

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


# The sequential test


# Counts, elo0, elo1, LLR: as the match managers of computer chess publish them, to two digits.
PUBLISHED = [
    ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
    ([871, 26175, 55983, 26678, 821], 0, 2, -4.98),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "llr"), PUBLISHED)
def test_published_values(pairs: list[int], elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1).llr(pairs) == pytest.approx(llr, abs=0.006)


Floats = npt.NDArray[np.float64]
minimize: Any = importlib.import_module("scipy.optimize").minimize  # choix brings it, without types


def expected_score(elo: float) -> float:
    return float(1 / (1 + 10 ** (-elo / 400)))


def best_fit(seen: list[float], constraint: Callable[[Floats], float]) -> list[float]:
    """The likeliest distribution under a constraint, by sequential quadratic programming."""

    def chances(logits: Floats) -> Floats:
        powers = np.exp(logits - logits.max())
        return np.asarray(powers / powers.sum())

    found = minimize(
        lambda logits: -np.array(seen) @ np.log(chances(logits)),
        np.log(seen),
        constraints=[{"type": "eq", "fun": lambda logits: constraint(chances(logits))}],
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    assert found.success
    return [float(chance) for chance in chances(found.x)]


VALUES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
COUNTS = [[3, 10, 50, 12, 5], [40, 10, 3, 2, 1], [1, 1, 1, 1, 9], [5, 20, 20, 20, 5]]


@pytest.mark.parametrize("pairs", COUNTS)
@pytest.mark.parametrize("elos", [(-60.0, 0.0), (0.0, 25.0), (-60.0, 25.0)])
def test_the_fits_are_the_best(pairs: list[int], elos: tuple[float, float]) -> None:
    """The ratio of the greatest likelihoods under either hypothesis, found by a general optimiser."""
    total, seen = sum(pairs), [count / sum(pairs) for count in pairs]

    def off(elo: float, p: Floats) -> float:
        return float(p @ VALUES - expected_score(elo))

    low, high = (best_fit(seen, lambda p, elo=elo: off(elo, p)) for elo in elos)  # type: ignore[misc]
    expected = total * sum(f * math.log(p1 / p0) for f, p0, p1 in zip(seen, low, high, strict=True))
    assert Sprt(*elos).llr(pairs) == pytest.approx(expected, abs=1e-4)


def test_a_test_is_decided() -> None:
    test = Sprt(0, 10)
    assert test.llr([0, 0, 0, 0, 0]) == 0
    assert test.decision([0, 0, 0, 0, 0]) is None
    assert test.decision([0, 100, 400, 300, 50]) == "H1"
    assert test.decision([50, 300, 400, 100, 0]) == "H0"
    assert test.llr([1, 2, 3, 2, 1]) == pytest.approx(-Sprt(-10, 0).llr([1, 2, 3, 2, 1]))
    assert test.llr([0, 100, 400, 300, 50]) > test.bounds[1] == pytest.approx(math.log(19))


def test_from_text() -> None:
    assert Sprt.from_text("elo0=0 elo1=5") == Sprt(0, 5)
    assert Sprt.from_text("elo0=-1,elo1=5,alpha=0.1,beta=0.2") == Sprt(-1, 5, 0.1, 0.2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("elo0=0", "lacks elo1"),
        ("", "lacks elo0 and elo1"),
        ("elo0=0 elo1=x", "elo1 cannot be 'x'"),
        ("elo0=0 elo1=5 gamma=1", "'gamma=1' is not"),
        ("elo0=5 elo1=0", "expected elo0 < elo1"),
        ("elo0=0 elo1=nan", "expected elo0 < elo1"),
        ("elo0=0 elo1=1001", "from -1000 to 1000"),
        ("elo0=0 elo1=5 alpha=0.7", "alpha=0.7"),
        ("elo0=0 elo1=5 model=normalized", "'model=normalized' is not"),
    ],
)
def test_bad_tests(text: str, message: str) -> None:
    with pytest.raises(MatchError, match=message):
        Sprt.from_text(text)


def test_intervals_hold_the_truth() -> None:
    """95 % of them do, and none leaves 0 to 1."""
    rng = np.random.default_rng(1)
    chances = np.array([0.05, 0.15, 0.5, 0.2, 0.1])
    truth = float(chances @ VALUES)
    held = 0
    for _ in range(200):
        low, high = score_interval(rng.multinomial(40, chances).tolist())
        held += low <= truth <= high
        assert 0 <= low <= high <= 1
    assert 0.91 < held / 200 < 0.98


def test_an_interval_of_a_clean_sweep() -> None:
    """50 pairs won: the least mean s under which that has s^50 = exp(-1.92) of its greatest likelihood."""
    low, high = score_interval([0, 0, 0, 0, 50])
    assert low == pytest.approx(math.exp(-1.9207 / 50), abs=1e-3)
    assert high == pytest.approx(1)
    assert score_interval([0, 0, 0, 0, 0]) == (0, 1)


def test_elo_and_score() -> None:
    for elo in (-300, 0, 120):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf
