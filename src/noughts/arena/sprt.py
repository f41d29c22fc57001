"""The sequential probability ratio test of a match, on pairs of games: both games of one opening, sides swapped.

The two games of a pair are not independent, pairs are. A pair gives 0, 1/2, 1, 3/2 or 2 points: the five counts are
the *pentanomial* of a match. Two hypotheses, `elo0` and `elo1`, give the mean of a pair; the log-likelihood
ratio (LLR) is that of the two multinomial distributions which keep to a hypothesis and fit the counts best (a
generalised SPRT: X. Li, J. Liu, Z. Ying, Sequential Analysis 33, 2014). With values a and _frequencies f, the best fit
under sum p a = s is p = f / (1 + x (a - s)) for the x at which it holds.

Elo is the usual, logistic one: s = 1 / (1 + 10^(-elo/400)).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10
from statistics import NormalDist
from typing import Final

from noughts.arena.measurement import CONFIDENCE
from noughts.errors import MatchError

_Floats = list[float]

_VALUES: Final = [0.0, 0.25, 0.5, 0.75, 1.0]  # of a pair of games, as a share of its 2 points
_UNSEEN: Final = 1e-3  # the count of a result that has not been seen
_MOST: Final = 1000  # of elo0 and elo1, either way: within it the fit is found


@dataclass(frozen=True)
class Sprt:
    """A test of `elo1` (accepted as H1) against `elo0` (H0), with the chances of either error.

    Raises MatchError unless elo0 < elo1, both within 1000, and 0 < alpha, beta < 1/2.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -_MOST <= self.elo0 < self.elo1 <= _MOST:
            raise MatchError(
                f"elo0={self.elo0:g} elo1={self.elo1:g}: expected elo0 < elo1, both from -{_MOST} to {_MOST}"
            )
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise MatchError(f"{name}={getattr(self, name):g}: expected a chance between 0 and 0.5")

    @classmethod
    def from_text(cls, text: str) -> "Sprt":
        """Return the test written `elo0=0 elo1=5`; alpha= and beta= may follow. Raises MatchError."""
        options = dict[str, float]()
        for part in text.replace(",", " ").split():
            name, _, value = part.partition("=")
            if name not in cls.__dataclass_fields__:
                raise MatchError(f"no test {text!r}: {part!r} is not elo0=, elo1=, alpha= or beta=")
            try:
                options[name] = float(value)
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

        >>> round(Sprt(0.5, 2.5).llr([223, 9863, 21279, 10037, 246]), 2)
        -3.07
        """
        if not sum(pairs):
            return 0.0
        total, seen = _frequencies(pairs)
        low, high = (_with_mean(seen, _expected_score(elo)) for elo in (self.elo0, self.elo1))
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


def _with_mean(seen: _Floats, mean: float) -> _Floats:
    """Return the distribution with this mean under which the _frequencies `seen` are likeliest.

    The mean lies between the least and the greatest value, and every frequency is above 0.
    """
    apart = [value - mean for value in _VALUES]
    low, high = -1 / max(apart), -1 / min(apart)  # between them every p is positive
    while True:
        x = (low + high) / 2
        if not low < x < high:
            return [f / (1 + x * a) for f, a in zip(seen, apart, strict=True)]
        if sum(f * a / (1 + x * a) for f, a in zip(seen, apart, strict=True)) > 0:  # it falls as x grows
            low = x
        else:
            high = x


def score_interval(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the likelihood-ratio interval of the mean score, from the five counts.

    It stays within 0 and 1, and has a positive width even if all pairs ended alike.

    >>> [round(bound, 3) for bound in score_interval([0, 0, 0, 0, 50])]
    [0.962, 1.0]
    """
    if not sum(pairs):
        return 0.0, 1.0
    total, seen = _frequencies(pairs)
    mean = sum(f * a for f, a in zip(seen, _VALUES, strict=True))
    enough = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) ** 2  # of chi square with one degree of freedom

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
