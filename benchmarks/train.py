"""Fits what the search's estimate is made of, and writes `src/noughts/search/weights.npz`.

    python -m benchmarks.train              every k, as the package has it
    python -m benchmarks.train 5

The search plays itself from calm openings; each round with the weights of the last, the first with the formula. Every
position of a game is scored by the search that chooses its move, and some positions inside that search each by a search
of their own: an estimate is asked for there, and most of them are such as no good player would come to. Positions in
which a line or a double four decides are left out.

The estimate is a logit: a linear part, and a small network that adds to it (`noughts.search.alphabeta.evaluate`). Both
are fitted at once, by the least cross-entropy with the scores, and, in the positions of the games, with who won in the
end as well, if the recipe of k says so. What a pattern adds to a sum is itself a sum, of four parts for its classes,
one for its best two, and one for its best three, so that rare patterns take after frequent ones.

Everything follows from the seed: the same command writes the same file on the same machine, with any number of
processes.
"""

import argparse
import os
import random
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse

from benchmarks.openings import calm
from noughts.core.budget import Budget
from noughts.core.game import Game, mask_of
from noughts.core.position import Position
from noughts.errors import WorkersError
from noughts.processes.dispatch import in_order
from noughts.processes.pool import Processes
from noughts.processes.work import Work
from noughts.search import search_board
from noughts.search.alphabeta import evaluate, run, start
from noughts.search.finding import Finding
from noughts.search.line_shapes import CLASSES, Ints
from noughts.search.patterns import DOUBLE, MULTISETS, RANKS, THREE, multiset_numbers
from noughts.search.player import Searcher
from noughts.search.search_board import Board, board_of
from noughts.search.weights import FILE, FRACTION, SUMS, UNIT, Arrays, formula, read

ROUNDS = (4, 10, 40)  # positions of a round, as a multiple of those of the recipe
NODES = 800  # of a search that scores a position
TASK = 500  # positions of one task
LIKELY_MOVES = 12
INSIDE = 5  # positions inside a search, for each of a game
LOOKED_AT = 1500  # nodes of a search from which these are taken
STEPS = (3, 40)  # nodes from one to the next, at least and at most
PLIES = 80  # after which a game counts as drawn
RIDGE = 30.0  # how much the parts hold to 0: in positions, where a part is as large as what it changes
NETWORK_RIDGE = 6.0  # and the weights of the network
UNITS = 16  # of the hidden layer
ITERATIONS = 300
RARE = 0.02  # the root mean square of how often a part stands in a position, at least: rarer ones move less
SURE = 4.0  # logits: no score counts as more certain
LARGEST = 5.0  # of what a pattern adds to a sum, in logits

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Recipe:
    """Where the samples of a k come from."""

    game: Game
    slips: tuple[float, float] = (0.06, 0.06)  # the chance that X, and that O, goes on with another likely move
    positions: int = 2500
    outcomes: bool = True  # whether who won counts too, and not the scores alone


# Four in a row are soon made on larger boards. Six need a weak side; seven and eight are seldom made even then.
RECIPES = {
    4: Recipe(Game(6, 6, 4)),
    5: Recipe(Game(15, 15, 5), positions=10_000),
    6: Recipe(Game(15, 15, 6), (0.06, 0.6)),
    7: Recipe(Game(15, 15, 7), (0.06, 0.9), 1500, outcomes=False),
    8: Recipe(Game(15, 15, 8), (0.06, 0.9), 1500, outcomes=False),
}


@dataclass
class Sample:
    """A position: its patterns, its threats, own less theirs, and what is known about it."""

    patterns: npt.NDArray[np.int16]  # numbers of multisets; those of the other side follow those of the own
    counts: npt.NDArray[np.int16]  # how many free cells have each
    ranks: npt.NDArray[np.int8]  # whether there is one cell of a rank, and two
    estimate: float  # logits, of the weights that the search had
    score: float  # logits, of the search
    points: float = np.nan  # of the side to move in the end, in a position of a game whose outcome counts


def sample_of(board: Board, side: int, finding: Finding) -> Sample:
    """Return the sample of a position with a side to move."""
    numbers, free, many = multiset_numbers(), board.stone == 0, len(MULTISETS)
    own, theirs = (np.bincount(numbers[board.pattern[who][free]], minlength=many) for who in (side, 1 - side))
    all_counts = np.concatenate((own, theirs))
    patterns = np.flatnonzero(all_counts)
    mine, others = (
        np.stack((ranks > 0, ranks > 1), axis=1).ravel() for ranks in board.counts[[side, 1 - side], THREE:DOUBLE]
    )
    score = finding.score / UNIT if finding.result is None else SURE * finding.result
    return Sample(
        patterns.astype(np.int16),
        all_counts[patterns].astype(np.int16),
        np.concatenate((mine, -1 * others)).astype(np.int8),
        evaluate(board, side) / UNIT,
        max(-SURE, min(SURE, score)),
    )


def samples(recipe: Recipe, rng: random.Random) -> Iterator[Sample]:
    """Yield the positions of one game, and those inside its searches."""
    game = recipe.game
    player, judge, scout = (Searcher(game, Budget(nodes=NODES)) for _ in range(3))
    position, seen = calm(game, rng)[1], list[tuple[Sample, int]]()
    result, mover = 0, 0
    while position.outcome is None and position.ply < PLIES:
        finding, side = player.find(position), position.ply & 1
        if is_quiet(board := board_of(position)):
            seen.append((sample_of(board, side, finding), side))
        if finding.result is not None:
            result, mover = finding.result, side
            break
        met = list(inside(position, scout, rng))
        for one in rng.sample(met, min(INSIDE, len(met))):
            yield sample_of(board_of(one), one.ply & 1, judge.find(one))
        position = position.play(finding.move if rng.random() > recipe.slips[side] else likely(finding, rng))
    if position.outcome is not None:
        result, mover = int(position.outcome.winner is not None), 1 - (position.ply & 1)
    for sample, side in seen:
        if recipe.outcomes:
            sample.points = 0.5 * (1 + (result if side == mover else -result))
        yield sample


def inside(position: Position, scout: Searcher, rng: random.Random) -> Iterator[Position]:
    """Yield the quiet positions to which a search comes, some nodes apart."""
    scout._set_up(position)
    board, tree, table = scout._board, scout._tree, scout._table
    for depth in range(1, LOOKED_AT):
        start(board, tree, table, depth)
        done = False
        while not done:
            limit = int(tree.now[0]["nodes"]) + rng.randint(*STEPS)
            if limit > LOOKED_AT:
                return
            done = run(board, tree, scout._fours, scout._threes, table, limit)
            if not done and is_quiet(board):
                x, o = (mask_of(tuple(np.flatnonzero(board.stone == stone).tolist())) for stone in (1, 2))
                yield Position.from_boards(position.game, x, o)


def is_quiet(board: Board) -> bool:
    """Return whether the search could ask for the estimate: neither side completes a line or makes a double four."""
    return not board.counts[:, DOUBLE:].any()


def likely(finding: Finding, rng: random.Random) -> int:
    """Return one of the moves with the best scores, each as likely."""
    best = sorted(finding.scores, key=lambda move: (-finding.scores[move], move))[:LIKELY_MOVES]
    return rng.choice(best or [finding.move])


@dataclass(frozen=True, eq=False)
class Sampling(Work[None, str, list[Sample]]):
    """Gathers the samples of some games for each seed, with some weights."""

    k: int
    weights: Arrays | None

    @property
    def key(self) -> Hashable:
        """A process uses one set of weights at a time."""
        return self.k, *((name, array.tobytes()) for name, array in (self.weights or {}).items())

    @contextmanager
    def prepared(self) -> Iterator[None]:
        """Use the weights in this process."""
        weights = replace(formula(self.k), **(self.weights or {}))
        with patch.object(search_board, "weights_of", lambda k: weights):
            yield

    def do(self, state: None, item: str) -> list[Sample]:
        """Return the samples of a seed."""
        rng, found = random.Random(item), list[Sample]()
        while len(found) < TASK:
            found += samples(RECIPES[self.k], rng)
        return found

    def lost(self, item: str, reason: str) -> list[Sample]:
        """End the training: without these samples its file would be another."""
        raise WorkersError(f"no samples of seed {item!r}: {reason}")


def gathered(k: int, count: int, seed: str, weights: Arrays | None) -> list[Sample]:
    """Return samples of games with some weights, in a fixed order; say how far it is."""
    found, seeds = list[Sample](), [f"{seed} {i}" for i in range(-(-count // TASK))]
    with Processes(os.cpu_count() or 1) as pool:
        for _, some in in_order(Sampling(k, weights), seeds, pool):
            found += some
            print(f"\r{len(found):,} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found


def parts() -> sparse.csr_array:
    """Return which parts each multiset of classes is the sum of: its four classes, its best two, its best three."""
    rows = np.arange(len(MULTISETS))
    best = np.array(MULTISETS)
    found = [sparse.csr_array((np.ones(4 * len(rows)), (rows.repeat(4), best.ravel())), (len(rows), CLASSES))]
    for count in (2, 3):
        kinds, which = np.unique(best[:, -count:], axis=0, return_inverse=True)
        found.append(sparse.csr_array((np.ones(len(rows)), (rows, which.ravel())), (len(rows), len(kinds))))
    return sparse.hstack(found).tocsr()


@dataclass(frozen=True)
class Features:
    """What the estimates of some positions are made of."""

    own: sparse.csr_array  # [position, part] how often it stands in the patterns of free cells, to the side to move
    theirs: sparse.csr_array  # to the other side
    rest: Array  # [position, i] the threats, own less theirs, and 1 for being to move


def features(seen: list[Sample]) -> Features:
    """Return what the estimates of samples are made of."""
    ends = np.cumsum([0] + [len(sample.patterns) for sample in seen])
    patterns, counts = (np.concatenate([getattr(sample, name) for sample in seen]) for name in ("patterns", "counts"))
    shape = (len(seen), 2 * len(MULTISETS))
    table = sparse.csr_array((counts.astype(np.float32), patterns.astype(np.int32), ends), shape)
    own, theirs = ((table @ sparse.kron(side, parts())).tocsr() for side in ([[1], [0]], [[0], [1]]))
    return Features(own, theirs, np.array([[*sample.ranks, 1] for sample in seen], np.float32))


@dataclass(frozen=True)
class Model:
    """The estimate in floating point, in logits: see `noughts.search.alphabeta.evaluate`."""

    sums: Array  # [part, i] what it adds to the sums of a side
    rest: Array  # [i]
    hidden: Array  # [sum of the side to move, then of the other; unit]
    bias: Array  # [unit]
    out: Array  # [unit]

    @property
    def vector(self) -> Array:
        """All numbers of the model."""
        return np.concatenate([array.ravel() for array in vars(self).values()])

    def like(self, vector: Array) -> "Model":
        """Return the model of a vector."""
        arrays, ends = vars(self).items(), np.cumsum([array.size for array in vars(self).values()])
        found = zip(arrays, np.split(vector, ends[:-1]), strict=True)
        return Model(**{name: numbers.reshape(array.shape) for (name, array), numbers in found})

    def layers(self, data: Features) -> tuple[Array, Array, Array]:
        """Return the sums of both sides, the outputs of the units, and the estimates of positions."""
        own, theirs = data.own @ self.sums, data.theirs @ self.sums
        both = np.hstack((own, theirs))
        units = np.maximum(both @ self.hidden + self.bias, 0)
        return both, units, own[:, 0] - theirs[:, 1] + data.rest @ self.rest + units @ self.out

    def slopes(self, data: Features, both: Array, units: Array, errors: Array) -> "Model":
        """Return the slope of a cost in each number of the model, from those in the estimates."""
        inner = errors[:, None] * self.out * (units > 0)
        sides = inner @ self.hidden.T
        sides[:, 0] += errors
        sides[:, SUMS + 1] -= errors
        sums = data.own.T @ sides[:, :SUMS] + data.theirs.T @ sides[:, SUMS:]
        return Model(sums, errors @ data.rest, both.T @ inner, inner.sum(axis=0), errors @ units)


def chances(logits: Array) -> Array:
    """Return the points that logits stand for."""
    return np.asarray(0.5 * (1 + np.tanh(logits / 2)))


def loss(logits: Array, points: Array) -> float:
    """Return the mean cross-entropy in bits."""
    return float((np.logaddexp(0, logits) - points * logits).mean() / np.log(2))


def unit_of(scores: Array, points: Array) -> float:
    """Return the factor with which the scores of games tell best who won: the formula's are no logits."""
    return float(optimize.minimize_scalar(lambda unit: loss(unit * scores, points), (0.3, 1.0)).x)


def fit(name: str, seen: list[Sample]) -> Arrays:
    """Return the weights as they stand in the file; say what they bring on the last tenth, which is held back."""
    scores, points = np.array([sample.score for sample in seen]), np.array([sample.points for sample in seen])
    ended = ~np.isnan(points)
    unit = unit_of(scores[ended], points[ended]) if ended.any() else 1.0
    wanted = chances(unit * scores)
    wanted[ended] = (wanted[ended] + points[ended]) / 2
    first = len(seen) - len(seen) // 10
    known, held_back = features(seen[:first]), features(seen[first:])
    model = fitted(known, wanted[:first].astype(np.float32))
    estimates = unit * np.array([sample.estimate for sample in seen[first:]])
    old, new = (loss(logits, wanted[first:]) for logits in (estimates, model.layers(held_back)[-1]))
    least = loss(np.log(wanted / (1 - wanted))[first:], wanted[first:])
    print(f"{name}: {len(seen):,} positions, loss {old:.4f} -> {new:.4f} bits, at least {least:.4f}", flush=True)
    return arrays_of(model)


def fitted(data: Features, wanted: Array) -> Model:
    """Return the model with the least cross-entropy and ridge."""
    often = data.own.power(2).mean(axis=0) + data.theirs.power(2).mean(axis=0)
    size = np.maximum(np.sqrt(often / 2), RARE).astype(np.float32)
    own, theirs = ((side @ sparse.diags_array(1 / size)).tocsr() for side in (data.own, data.theirs))
    scaled, rng = Features(own, theirs, data.rest), np.random.default_rng(1)
    first = Model(
        np.hstack((np.zeros((len(size), 2)), rng.normal(0, 0.1, (len(size), SUMS - 2)))),
        np.zeros(data.rest.shape[1]),
        rng.normal(0, 0.3, (2 * SUMS, UNITS)),
        np.full(UNITS, 0.1),
        rng.normal(0, 0.1, UNITS),
    )
    ridges = dict.fromkeys(vars(first), NETWORK_RIDGE) | {"sums": RIDGE, "rest": 0.0}
    ridge = Model(**{name: np.full_like(array, ridges[name]) for name, array in vars(first).items()}).vector

    def cost(vector: Array) -> tuple[float, Array]:
        model = first.like(vector.astype(np.float32))
        both, units, logits = model.layers(scaled)
        entropy = (np.logaddexp(0, logits) - wanted * logits).sum(dtype=float)
        slopes = model.slopes(scaled, both, units, chances(logits) - wanted).vector
        return float(entropy + ridge @ vector**2 / 2), slopes + ridge * vector

    options = {"maxiter": ITERATIONS, "maxcor": 20}
    found = optimize.minimize(cost, first.vector, jac=True, method="L-BFGS-B", options=options)
    model = first.like(found.x)
    return replace(model, sums=model.sums / size[:, None])


def arrays_of(model: Model) -> Arrays:
    """Return a model as it stands in the file."""
    threats = np.zeros((2, RANKS, 2))
    threats[:, THREE:DOUBLE] = model.rest[:-1].reshape(2, -1, 2)
    return {
        "sums": _whole(UNIT, np.clip(parts() @ model.sums, -LARGEST, LARGEST)),
        "threats_mover": _whole(UNIT, threats[0]),
        "threats_waiter": _whole(UNIT, threats[1]),
        "tempo": _whole(UNIT, model.rest[-1]),
        "hidden": _whole(1 << FRACTION, model.hidden),
        "bias": _whole(UNIT << FRACTION, model.bias),
        "out": _whole(1 << FRACTION, model.out),
    }


def _whole(unit: int, numbers: Array) -> Ints:
    return np.rint(unit * numbers).astype(np.int64)


def train(k: int, seed: int) -> Iterator[Arrays]:
    """Yield the weights after each round, as they stand in the file; say what each round brought."""
    found: Arrays | None = None
    for number, times in enumerate(ROUNDS):
        seen = gathered(k, times * RECIPES[k].positions, f"{seed} {k} {number}", found)
        found = fit(f"k = {k}, round {number + 1}", seen)
        yield found


def main() -> None:
    """Fit the weights of some k, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("k", nargs="*", type=int, choices=list(RECIPES), default=list(RECIPES))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    fitted = read()
    for k in asked.k:
        for weights in train(k, asked.seed):
            fitted[k] = weights
            arrays: Any = {f"{k}.{part}": np.int32(array) for k, some in fitted.items() for part, array in some.items()}
            with FILE.open("wb") as file:
                np.savez_compressed(file, **arrays)


if __name__ == "__main__":
    main()
