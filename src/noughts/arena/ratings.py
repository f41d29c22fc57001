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
from itertools import product
from math import exp, log, sqrt

_ELO = 400 / log(10)
_PRIOR = 0.5  # of a win, a draw and a loss between every two players

_Vector = list[float]  # the strengths of the players, then c
_Matrix = list[_Vector]

# What a win, a draw and a loss add to the exponent: multiples of both players' strengths and of c.
_FEATURES = ((0.5, -0.5, 0.0), (0.0, 0.0, 1.0), (-0.5, 0.5, 0.0))
_WITHOUT_DRAWS = (_FEATURES[0], _FEATURES[2])


@dataclass(frozen=True)
class PairResult:
    """The result of two players against each other: numbers of games, or exact chances."""

    first: int
    second: int
    win: float
    draw: float
    loss: float


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
    free = range(1, players + with_draws)  # player 0 is held at 0, and c without draws
    parameters, information = _maximum(players, results, free)
    draws = exp(parameters[players]) if with_draws else 0.0
    return Ratings(*_in_elo(players, parameters, _inverse(information, free)), draws, prior > 0)


def rate_anyway(players: int, results: Sequence[PairResult]) -> Ratings:
    """Return the ratings of maximum likelihood, with a weak prior if there is no maximum."""
    ratings = rate(players, results) or rate(players, results, _PRIOR)
    assert ratings is not None  # with the prior every player has lost to every other
    return ratings


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
        met, grown = {0}, True
        while grown:
            more = {b for a, b in edges if a in met} - met
            met, grown = met | more, bool(more)
        return len(met)

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


def _maximum(players: int, results: Sequence[PairResult], free: range) -> tuple[_Vector, _Matrix]:
    """Newton's method: the parameters (strengths, c) and the information there; only those that are `free` change."""
    parameters = [0.0] * (players + 1)
    value, gradient, information = _likelihood(parameters, results)
    for _ in range(200):
        step = _solution(information, gradient, free)
        if sum(slope * part for slope, part in zip(gradient, step, strict=True)) < 1e-14 * (1 - value):
            break  # the left side is twice the remaining gain
        scale = 1.0
        while True:  # a concave function rises along the step, if it is short enough
            moved = [start + scale * part for start, part in zip(parameters, step, strict=True)]
            there = _likelihood(moved, results)
            if there[0] >= value or scale < 1e-9:
                break
            scale /= 2
        parameters = moved
        value, gradient, information = there
    return parameters, information


def _likelihood(parameters: _Vector, results: Sequence[PairResult]) -> tuple[float, _Vector, _Matrix]:
    """The logarithm of the likelihood, its gradient, and the information (the negated second derivatives)."""
    size = len(parameters)
    value, gradient, information = 0.0, [0.0] * size, [[0.0] * size for _ in range(size)]
    features = _FEATURES if any(result.draw for result in results) else _WITHOUT_DRAWS
    for result in results:
        places = (result.first, result.second, size - 1)
        counts = (result.win, result.draw, result.loss) if features is _FEATURES else (result.win, result.loss)
        exponents = [_product(row, [parameters[place] for place in places]) for row in features]
        logarithms = [exponent - _log_of_sum(exponents) for exponent in exponents]
        chances, total = [exp(logarithm) for logarithm in logarithms], sum(counts)
        columns = list(zip(*features, strict=True))
        means = [_product(chances, column) for column in columns]
        value += _product(counts, logarithms)
        for a, b in product(range(3), repeat=2):
            second = _product(chances, [x * y for x, y in zip(columns[a], columns[b], strict=True)])
            information[places[a]][places[b]] += total * (second - means[a] * means[b])
        for a, column in enumerate(columns):
            gradient[places[a]] += _product(counts, column) - total * means[a]
    return value, gradient, information


def _log_of_sum(exponents: Sequence[float]) -> float:
    """The logarithm of the sum of their exponentials."""
    greatest = max(exponents)
    return greatest + log(sum(exp(exponent - greatest) for exponent in exponents))


def _product(left: Sequence[float], right: Sequence[float]) -> float:
    """The scalar product."""
    return sum(a * b for a, b in zip(left, right, strict=True))


def _solution(matrix: _Matrix, right: _Vector, free: range) -> _Vector:
    """The solution of a linear system in the variables that are `free`; the others are 0. Gauss, without pivots: the
    matrix is positive definite."""
    rows = [[*(matrix[i][j] for j in free), right[i]] for i in free]
    for k, pivot in enumerate(rows):
        for row in rows[k + 1 :]:
            factor = row[k] / pivot[k]
            for j in range(k, len(row)):
                row[j] -= factor * pivot[j]
    values: _Vector = []
    for k in reversed(range(len(rows))):
        known = _product(rows[k][k + 1 : -1], values)
        values.insert(0, (rows[k][-1] - known) / rows[k][k])
    solution = [0.0] * len(right)
    solution[free.start : free.stop] = values
    return solution


def _inverse(matrix: _Matrix, free: range) -> _Matrix:
    """The inverse of the matrix of the variables that are `free`; all else is 0."""
    size = len(matrix)
    units = [[float(i == j and j in free) for j in range(size)] for i in range(size)]
    return [_solution(matrix, unit, free) for unit in units]


def _in_elo(players: int, parameters: _Vector, covariance: _Matrix) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The ratings and their standard errors, as differences from the mean of all players."""
    everyone = range(players)
    mean = sum(parameters[:players]) / players
    with_mean = [sum(covariance[i][:players]) / players for i in everyone]  # the covariance of a strength and the mean
    of_mean = sum(with_mean) / players
    elo = tuple(_ELO * (parameters[i] - mean) for i in everyone)
    errors = tuple(_ELO * sqrt(covariance[i][i] - 2 * with_mean[i] + of_mean) for i in everyone)
    return elo, errors
