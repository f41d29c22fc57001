"""Ratings of players from wins, draws and losses: Davidson's model, by maximum likelihood.

Player i has a strength r; with d = r(i) - r(j) the chances of a win, a draw and a loss against j are in the ratio

    exp(d/2)  :  v  :  exp(-d/2)

so the ratio of wins to losses is exp(d), and v tells how common draws are between equals (R. R. Davidson, J. Am. Stat.
Assoc. 65, 1970). Without draws v is 0: the model of Bradley and Terry. A rating in Elo is 400 / ln 10 times r; the mean
of all players is 0. The strengths p = exp(r) and v are the fixed point of the equations that set the likelihood's
derivatives to 0 (M. E. J. Newman, Efficient computation of rankings from pairwise comparisons, J. Mach. Learn. Res. 24,
2023); the standard errors follow from its second derivatives there.

The likelihood is concave, but it may have no maximum: a player who never loses would be infinitely strong. With
v = exp(c), it has none exactly where some direction (r, c) lowers no observed result's chance: see `unbounded`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

_ELO = 400 / log(10)
_PRIOR = 0.5  # of a win, a draw and a loss between every two players
_ROUNDS = 10_000  # of the fixed point, at most; ten to a hundred are usual
_SETTLED = 1e-13  # the change of a strength in a round, as a share of it


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
    strengths, draws = _fixed_point(players, results)
    logarithms = [log(strength) for strength in strengths]
    mean = sum(logarithms) / players
    elo = tuple(_ELO * (logarithm - mean) for logarithm in logarithms)
    return Ratings(elo, _errors(results, strengths, draws), draws, prior > 0)


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
    scored = {(a, b) for a, b, win, draw, _ in _directed(results) if win or draw}
    if not _connected(players, scored):
        return True
    if not any(result.draw for result in results):
        return False
    # r(b) - r(a) <= bound, for every a that beat b, or drew with b
    bounds = [(a, b, -2 if win else 2) for a, b, win, draw, _ in _directed(results) if win or draw]
    return not _negative_cycle(players, bounds)


def _directed(results: Sequence[PairResult]) -> list[tuple[int, int, float, float, float]]:
    """Every result from both sides: (player, other, wins, draws, losses)."""
    one_way = [(result.first, result.second, result.win, result.draw, result.loss) for result in results]
    return one_way + [(result.second, result.first, result.loss, result.draw, result.win) for result in results]


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


def _fixed_point(players: int, results: Sequence[PairResult]) -> tuple[list[float], float]:
    """The strengths, and v: each in turn is what the others make of it, until no one changes.

    A player's strength is what he gains from the others by it, divided by what he loses; a draw is half a win. And v is
    the draws, by how much a draw of these two lacks of being sure, divided by the other games, by how likely it was.
    """
    strengths, draws = [1.0] * players, float(any(result.draw for result in results))
    directed = _directed(results)
    for _ in range(_ROUNDS):
        before = [*strengths, draws]
        for player in range(players):
            gained = lost = 0.0
            for rated, other, win, draw, loss in directed:
                if rated == player:
                    total, drawn = _weights(strengths[player], strengths[other], draws)
                    gained += ((win + draw / 2) * strengths[other] + win * drawn / 2) / total
                    lost += (loss + draw / 2 + loss * drawn / 2 / strengths[player]) / total
            strengths[player] = gained / lost
        if draws:
            unsure = likely = 0.0
            for result in results:
                total, drawn = _weights(strengths[result.first], strengths[result.second], draws)
                unsure += result.draw * (1 - drawn / total)
                likely += (result.win + result.loss) * drawn / draws / total
            draws = unsure / likely
        changes = [abs(now / then - 1) for now, then in zip([*strengths, draws], before, strict=True) if then]
        if max(changes) < _SETTLED:
            break
    return strengths, draws


def _weights(first: float, second: float, draws: float) -> tuple[float, float]:
    drawn = draws * sqrt(first * second)
    return first + second + drawn, drawn


def _errors(results: Sequence[PairResult], strengths: Sequence[float], draws: float) -> tuple[float, ...]:
    """The standard errors of the ratings: the roots of the diagonal of the inverse of the information.

    Only differences of strengths matter, so the information has no inverse until a constant matrix is added, which says
    that the mean is known; its inverse, the same constants, is taken off again.
    """
    players, size = len(strengths), len(strengths) + bool(draws)
    information = [[float(max(i, j) < players) / players for j in range(size)] for i in range(size)]
    for result in results:
        i, j, games = result.first, result.second, result.win + result.draw + result.loss
        total, drawn = _weights(strengths[i], strengths[j], draws)
        slope, drawn = (strengths[i] - strengths[j]) / total / 2, drawn / total
        curve = games * ((1 - drawn) / 4 - slope * slope)
        for a, b, part in ((i, i, curve), (j, j, curve), (i, j, -curve), (j, i, -curve)):
            information[a][b] += part
        if draws:
            for a, part in ((i, -slope), (j, slope)):
                information[a][-1] += games * part * drawn
                information[-1][a] += games * part * drawn
            information[-1][-1] += games * drawn * (1 - drawn)
    covariance = _inverse(information)
    return tuple(_ELO * sqrt(covariance[i][i] - 1 / players) for i in range(players))


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse, by Gauss and Jordan without pivots: the matrix is positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for k in range(size):
        pivot = rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(size):
            if i != k:
                factor = rows[i][k]
                rows[i] = [value - factor * above for value, above in zip(rows[i], pivot, strict=True)]
    return [row[size:] for row in rows]
