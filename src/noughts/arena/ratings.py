"""Ratings of players from wins, draws and losses: Davidson's model, by maximum likelihood.

Player i has a strength r; with d = r(i) - r(j) the chances of a win, a draw and a loss against j are in the ratio

    exp(d/2)  :  v  :  exp(-d/2)

so the ratio of wins to losses is exp(d), and v tells how common draws are between equals (R. R. Davidson, J. Am. Stat.
Assoc. 65, 1970). Without draws v is 0: the model of Bradley and Terry. A rating in Elo is 400 / ln 10 times r; the mean
of all players is 0.

The likelihood is concave, but it may have no maximum: a player who never loses would be infinitely strong. With
v = exp(c), it has none exactly where some direction (r, c) lowers no observed result's chance: see `unbounded`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from noughts.arena.results import PairResult

_ELO = 400 / log(10)
_PRIOR = 0.5  # of a win, a draw and a loss between every two players

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo, the mean 0, each with its standard error; `draws` is v. `prior`: whether one was needed."""

    elo: tuple[float, ...]
    errors: tuple[float, ...]
    draws: float
    prior: bool = False


def rate(players: int, results: Sequence[PairResult], prior: float = 0.0) -> Ratings | None:
    """Return the ratings of maximum likelihood, or None if there is no maximum (see `unbounded`).

    `prior` is added to the wins, the draws and the losses of every two players; then there always is a maximum.

    >>> [round(elo, 1) for elo in rate(2, [PairResult(0, 1, 3, 0, 1)]).elo]  # 3 to 1 is 190.8 Elo
    [95.4, -95.4]
    """
    if prior:
        every_two = [PairResult(i, j, prior, prior, prior) for j in range(players) for i in range(j)]
        results = [*results, *every_two]
    if unbounded(players, results):
        return None
    with_draws = any(result.draw for result in results)
    parameters, information = _maximum(players, results, with_draws)
    return _in_elo(players, parameters, information, prior > 0, with_draws)


def rate_anyway(players: int, results: Sequence[PairResult]) -> Ratings:
    """Return the ratings of maximum likelihood, with a weak prior if there is no maximum."""
    found = rate(players, results) or rate(players, results, _PRIOR)
    assert found is not None  # with the prior every player has lost to every other
    return found


def unbounded(players: int, results: Sequence[PairResult]) -> bool:
    """Return whether the likelihood has no maximum as the strengths move apart.

    Along a direction (r, c) a result stays possible if its exponent is the greatest of d/2, c, -d/2. So with c = 0: no
    d of a win is below 0, and d of a draw is 0; not all r being equal, that cannot be where every player is reached
    from every other through points scored. With c = 1: d of a win is at least 2, d of a draw from -2 to 2; these bounds
    on differences hold for some r unless they make a cycle of negative length. With c = -1 no result may be a draw:
    the parameter v is then left out.
    """
    scored = {(a, b) for a, b, win, draw in _directed(results) if win or draw}
    if not _connected(players, scored):
        return True
    if not any(result.draw for result in results):
        return False
    # r(b) - r(a) <= bound, for every a that beat b, or drew with b
    bounds = [(a, b, -2 if win else 2) for a, b, win, draw in _directed(results) if win or draw]
    return not _negative_cycle(players, bounds)


def _directed(results: Sequence[PairResult]) -> list[tuple[int, int, float, float]]:
    """Every result from both sides: (player, other, wins, draws)."""
    one_way = [(result.first, result.second, result.win, result.draw) for result in results]
    return one_way + [(result.second, result.first, result.loss, result.draw) for result in results]


def _connected(players: int, edges: set[tuple[int, int]]) -> bool:
    """Whether every player is reached from player 0 and reaches it."""

    def reached(edges: set[tuple[int, int]]) -> int:
        found, grown = {0}, True
        while grown:
            more = {b for a, b in edges if a in found} - found
            found, grown = found | more, bool(more)
        return len(found)

    return reached(edges) == reached({(b, a) for a, b in edges}) == players


def _negative_cycle(players: int, bounds: list[tuple[int, int, int]]) -> bool:
    """Bellman and Ford: whether the bounds on differences contradict each other."""
    height = [0] * players
    for _ in range(players):
        changed = False
        for a, b, bound in bounds:
            if height[a] + bound < height[b]:
                height[b] = height[a] + bound
                changed = True
        if not changed:
            return False
    return True


def _maximum(players: int, results: Sequence[PairResult], with_draws: bool) -> tuple[_Floats, _Floats]:
    """Newton's method: the parameters (strengths, c) and the information there; player 0 is held at 0."""
    parameters = np.zeros(players + 1)
    free = slice(1, players + 1 if with_draws else players)
    value, gradient, information = _likelihood(parameters, results, with_draws)
    for _ in range(200):
        step = np.zeros_like(parameters)
        step[free] = np.linalg.solve(information[free, free], gradient[free])
        if gradient @ step < 1e-14 * (1 - value):  # twice the remaining gain
            break
        scale = 1.0
        while True:  # a concave function rises along the step, if it is short enough
            there = _likelihood(parameters + scale * step, results, with_draws)
            if there[0] >= value or scale < 1e-9:
                break
            scale /= 2
        parameters = parameters + scale * step
        value, gradient, information = there
    return parameters, information


def _likelihood(parameters: _Floats, results: Sequence[PairResult], with_draws: bool) -> tuple[float, _Floats, _Floats]:
    """The logarithm of the likelihood, its gradient, and the information (the negated second derivatives)."""
    size = len(parameters)
    value, gradient, information = 0.0, np.zeros(size), np.zeros((size, size))
    for result in results:
        # What each of the three results adds to the exponent, as a combination of the parameters.
        features = np.zeros((3, size))
        features[[0, 0, 2, 2], [result.first, result.second, result.second, result.first]] = 0.5, -0.5, 0.5, -0.5
        features[1, -1] = 1
        counts = np.array([result.win, result.draw, result.loss])
        if not with_draws:
            features, counts = features[[0, 2]], counts[[0, 2]]
        exponents = features @ parameters
        exponents -= exponents.max()
        chances = np.exp(exponents) / np.exp(exponents).sum()
        value += float(counts @ (exponents - np.log(np.exp(exponents).sum())))
        mean = chances @ features
        gradient += (counts - counts.sum() * chances) @ features
        information += counts.sum() * ((features * chances[:, None]).T @ features - np.outer(mean, mean))
    return value, gradient, information


def _in_elo(players: int, parameters: _Floats, information: _Floats, prior: bool, with_draws: bool) -> Ratings:
    free = slice(1, players + 1 if with_draws else players)
    covariance = np.zeros_like(information)
    covariance[free, free] = np.linalg.inv(information[free, free])
    centre = np.eye(players) - 1 / players  # to strengths whose mean is 0
    elo = _ELO * centre @ parameters[:players]
    errors = _ELO * np.sqrt(np.diag(centre @ covariance[:players, :players] @ centre.T))
    draws = float(np.exp(parameters[-1])) if with_draws else 0.0
    return Ratings(tuple(elo.tolist()), tuple(errors.tolist()), draws, prior)
