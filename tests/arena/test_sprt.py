"""The pentanomial test, against published values and against a general optimiser."""

import importlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from noughts.arena.sprt import Sprt, elo_of, score_interval
from noughts.errors import MatchError

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
