"""The sequential probability ratio test of a match, on pairs of games: both games of one opening, sides swapped.

The two games of a pair are not independent, pairs are. A pair gives 0, 1/2, 1, 3/2 or 2 points: the five counts are
the *pentanomial* of a match. Two hypotheses, `elo0` and `elo1`, give the mean of a pair; the log-likelihood
ratio (LLR) is that of the two multinomial distributions which keep to a hypothesis and fit the counts best (a
generalised SPRT: X. Li, J. Liu, Z. Ying, Sequential Analysis 33, 2014). With values a and _frequencies f, the best fit
under sum p a = s is p = f / (1 + x (a - s)) for the x at which it holds.

In the `logistic` model Elo is the usual one, s = 1 / (1 + 10^(-elo/400)). In the `normalized` model it measures the
mean in standard deviations of a game, so the length of a test does not depend on the share of draws (M. Van den Bergh,
"Comments on normalized Elo").
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import Any, Final, Literal

from noughts.arena.measurement import CONFIDENCE
from noughts.errors import MatchError

_Model = Literal["logistic", "normalized"]
_Floats = list[float]

_VALUES: Final = [0.0, 0.25, 0.5, 0.75, 1.0]  # of a pair of games, as a share of its 2 points
_SCALE: Final = 800 / log(10)  # normalized Elo of one standard deviation of a game
_UNSEEN: Final = 1e-3  # the count of a result that has not been seen
_RANGE: Final = {"logistic": 1000, "normalized": 200}  # of elo0 and elo1: within it the fit is found


@dataclass(frozen=True)
class Sprt:
    """A test of `elo1` (accepted as H1) against `elo0` (H0), with the chances of either error.

    Raises MatchError unless elo0 < elo1, both within 1000 (200 in the normalized model), and 0 < alpha, beta < 1/2.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: _Model = "logistic"

    def __post_init__(self) -> None:
        if self.model not in _RANGE:
            raise MatchError(f"model={self.model!r}: expected {' or '.join(_RANGE)}")
        most = _RANGE[self.model]
        if not -most <= self.elo0 < self.elo1 <= most:
            raise MatchError(
                f"elo0={self.elo0:g} elo1={self.elo1:g}: expected elo0 < elo1, both from -{most} to {most}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise MatchError(f"{name}={getattr(self, name):g}: expected a chance between 0 and 0.5")

    @classmethod
    def from_text(cls, text: str) -> "Sprt":
        """Return the test written `elo0=0 elo1=5`; alpha=, beta= and model= may follow. Raises MatchError."""
        options: dict[str, Any] = {}
        for part in text.replace(",", " ").split():
            name, _, value = part.partition("=")
            if name not in cls.__dataclass_fields__:
                raise MatchError(f"no test {text!r}: {part!r} is not elo0=, elo1=, alpha=, beta= or model=")
            try:
                options[name] = value if name == "model" else float(value)
            except ValueError:
                raise MatchError(f"no test {text!r}: {name} cannot be {value!r}, expected a number") from None
        if missing := {"elo0", "elo1"} - set(options):
            raise MatchError(f"no test {text!r}: it lacks {' and '.join(sorted(missing))}, as in 'elo0=0 elo1=5'")
        return cls(**options)

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted, and the one at which H1 is.

        >>> [round(bound, 3) for bound in Sprt(0, 5).bounds]
        [-2.944, 2.944]
        """
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Sequence[int]) -> float:
        """Return the log-likelihood ratio of the five counts; 0 without any pair.

        >>> round(Sprt(0, 2, model="normalized").llr([365, 16618, 36229, 16974, 390]), 2)
        2.25
        """
        if not sum(pairs):
            return 0.0
        total, seen = _frequencies(pairs)
        if self.model == "logistic":
            low, high = (_with_mean(seen, _expected_score(elo)) for elo in (self.elo0, self.elo1))
        else:  # a pair of games has a smaller deviation than a game, by the root of 2
            low, high = (_with_t_value(seen, elo / _SCALE * sqrt(2)) for elo in (self.elo0, self.elo1))
        return total * sum(f * log(p1 / p0) for f, p0, p1 in zip(seen, low, high, strict=True))

    def decision(self, pairs: Sequence[int]) -> str | None:
        """Return `H0` or `H1` if one is accepted, None while undecided."""
        low, high = self.bounds
        ratio = self.llr(pairs)
        return "H0" if ratio <= low else "H1" if ratio >= high else None


def _frequencies(pairs: Sequence[int]) -> tuple[float, _Floats]:
    """Return the number of pairs and the share of each kind; an unseen kind counts as `_UNSEEN`."""
    counts = [max(float(count), _UNSEEN) for count in pairs]
    total = sum(counts)
    return total, [count / total for count in counts]


def _with_mean(seen: _Floats, mean: float, values: _Floats = _VALUES) -> _Floats:
    """Return the distribution with this mean under which the _frequencies `seen` are likeliest.

    The mean lies between the least and the greatest value, and every frequency is above 0.
    """
    apart = [value - mean for value in values]
    low, high = -1 / max(apart), -1 / min(apart)  # between them every p is positive
    while True:
        x = (low + high) / 2
        if not low < x < high:
            return [f / (1 + x * a) for f, a in zip(seen, apart, strict=True)]
        if sum(f * a / (1 + x * a) for f, a in zip(seen, apart, strict=True)) > 0:  # it falls as x grows
            low = x
        else:
            high = x


def _with_t_value(seen: _Floats, t: float) -> _Floats:
    """Return the likeliest distribution with (mean - 1/2) / deviation = t, as `_with_mean` does for a mean.

    For a known mean and deviation, Lagrange's condition is that of `_with_mean`; so both are improved in turn.
    """
    fit = [1 / len(_VALUES)] * len(_VALUES)
    for _ in range(100):
        mean, deviation = _moments(fit)
        values = [a - 0.5 - t * deviation * (1 + ((mean - a) / deviation) ** 2) / 2 for a in _VALUES]
        before, fit = fit, _with_mean(seen, 0.0, values)
        if max(abs(p - q) for p, q in zip(fit, before, strict=True)) < 1e-12:
            break
    return fit


def _moments(distribution: _Floats) -> tuple[float, float]:
    """Return the mean and the standard deviation of a distribution over the values of a pair."""
    mean = sum(p * a for p, a in zip(distribution, _VALUES, strict=True))
    return mean, sqrt(sum(p * (a - mean) ** 2 for p, a in zip(distribution, _VALUES, strict=True)))


def score_interval(pairs: Sequence[int], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the likelihood-ratio interval of the mean score, from the five counts.

    It stays within 0 and 1, and has a positive width even if all pairs ended alike.

    >>> [round(bound, 3) for bound in score_interval([0, 0, 0, 0, 50])]
    [0.962, 1.0]
    """
    if not sum(pairs):
        return 0.0, 1.0
    total, seen = _frequencies(pairs)
    mean = _moments(seen)[0]
    enough = NormalDist().inv_cdf((1 + confidence) / 2) ** 2  # of chi square with one degree of freedom

    def edge(outside: float) -> float:
        inside = mean
        for _ in range(30):
            middle = (inside + outside) / 2
            fit = _with_mean(seen, middle)
            if 2 * total * sum(f * log(f / p) for f, p in zip(seen, fit, strict=True)) > enough:
                outside = middle
            else:
                inside = middle
        return inside

    return edge(0.0), edge(1.0)


def _expected_score(elo: float) -> float:
    """Return the mean score of a player who is `elo` better: 0.5 for 0.

    >>> round(_expected_score(400), 4)
    0.9091
    """
    return float(1 / (1 + 10.0 ** (-elo / 400)))


def elo_of(score: float) -> float:
    """Return the advantage in Elo of a player with this mean score; infinite for 0 and 1.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if not 0 < score < 1:
        return inf if score >= 1 else -inf
    return 400 * log10(score / (1 - score))
