"""Fits what cells and threats are worth to the search, and writes `src/noughts/search/weights.json`.

    python -m benchmarks.train              every k, as the package has it
    python -m benchmarks.train 5

The search plays itself from calm openings; each round with the weights of the last, the first with the formula. Every
position of a game is scored by the search that chooses its move, and so is a position beside it, some moves at random
away: a search asks for the estimate of positions that no good player would come to. Those in which a line or a double
four decides are left out, since no estimate is asked for there.

A logistic regression then finds the weights with which the estimate comes nearest to the scores, and, in the positions
of the games, to who won in the end as well, if the recipe of k says so. What a pattern is worth is a sum of four parts
for its classes, one for its best two, and one for its best three, so that rare patterns take after frequent ones.

Everything follows from the seed: the same command writes the same file, with any number of processes.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import optimize, sparse

from benchmarks.openings import calm
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import WorkersError
from noughts.processes.dispatch import in_order
from noughts.processes.pool import Processes
from noughts.processes.work import Work
from noughts.search.alphabeta import evaluate
from noughts.search.finding import Finding
from noughts.search.line_shapes import CLASSES
from noughts.search.patterns import DOUBLE, MULTISETS, RANKS, THREE, multiset_numbers
from noughts.search.player import Searcher
from noughts.search.search_board import Board, board_of
from noughts.search.weights import FILE, formula, from_numbers, try_out

ROUNDS = ((3, 1500), (10, 4000))  # positions, as a multiple of those of the recipe; nodes of the search that scores one
TASK = 500  # positions of one task
SCOUT = 150  # nodes of the search that tells likely moves from others
LIKELY_MOVES = 12
AWAY = (1, 1, 2, 2, 3, 4)  # moves to a position beside a game
PLIES = 80  # after which a game counts as drawn
RIDGE = 300.0  # how much the weights hold to 0: in positions, where a weight is as large as what it changes
UNIT = 1000  # of the file: a thousandth of a logit
SURE = 4.0  # logits: no score counts as more certain
LARGEST = 5.0  # of a weight, in logits

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Recipe:
    """Where the samples of a k come from."""

    game: Game
    slips: tuple[float, float] = (0.06, 0.06)  # the chance that X, and that O, goes on with another likely move
    positions: int = 5000
    outcomes: bool = True  # whether who won counts too, and not the scores alone


# Four in a row are soon made on larger boards. Six need a weak side; seven and eight are seldom made even then.
RECIPES = {
    4: Recipe(Game(6, 6, 4)),
    5: Recipe(Game(15, 15, 5), positions=10_000),
    6: Recipe(Game(15, 15, 6), (0.06, 0.6)),
    7: Recipe(Game(15, 15, 7), (0.06, 0.9), 3000, outcomes=False),
    8: Recipe(Game(15, 15, 8), (0.06, 0.9), 3000, outcomes=False),
}


@dataclass
class Sample:
    """A position: its patterns and threats, own less theirs, and what is known about it."""

    patterns: npt.NDArray[np.int16]  # numbers of multisets; those of the other side follow those of the own
    counts: npt.NDArray[np.int16]  # how many free cells have each; of the other side as negative numbers
    ranks: npt.NDArray[np.int8]  # whether there is one cell of a rank, and two
    estimate: float  # logits, of the weights that the search had
    score: float  # logits, of the search
    points: float = np.nan  # of the side to move in the end, in a position of a game whose outcome counts


def sample_of(board: Board, side: int, finding: Finding) -> Sample:
    """Return the sample of a position with a side to move."""
    numbers, free, many = multiset_numbers(), board.stone == 0, len(MULTISETS)
    own, theirs = (np.bincount(numbers[board.pattern[who][free]], minlength=many) for who in (side, 1 - side))
    all_counts = np.concatenate((own, -theirs))
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


def samples(recipe: Recipe, nodes: int, rng: random.Random) -> Iterator[Sample]:
    """Yield the positions of one game and those beside it."""
    game = recipe.game
    player, scout = Searcher(game, Budget(nodes=nodes)), Searcher(game, Budget(nodes=SCOUT))
    position, seen = calm(game, rng)[1], list[tuple[Sample, int]]()
    result, mover = 0, 0
    while position.outcome is None and position.ply < PLIES:
        finding, side = player.find(position), position.ply & 1
        if is_quiet(board := board_of(position)):
            seen.append((sample_of(board, side, finding), side))
        if finding.result is not None:
            result, mover = finding.result, side
            break
        beside = wander(position, scout, rng)
        if beside is not None and is_quiet(board := board_of(beside)):
            yield sample_of(board, beside.ply & 1, player.find(beside))
        position = position.play(finding.move if rng.random() > recipe.slips[side] else likely(finding, rng))
    if position.outcome is not None:
        result, mover = int(position.outcome.winner is not None), 1 - (position.ply & 1)
    for sample, side in seen:
        if recipe.outcomes:
            sample.points = 0.5 * (1 + (result if side == mover else -result))
        yield sample


def is_quiet(board: Board) -> bool:
    """Return whether the search could ask for the estimate: neither side completes a line or makes a double four."""
    return not board.counts[:, DOUBLE:].any()


def wander(position: Position, scout: Searcher, rng: random.Random) -> Position | None:
    """Return a position some likely moves away, or None if the game is decided before."""
    for _ in range(rng.choice(AWAY)):
        finding = scout.find(position)
        if finding.result is not None:
            return None
        position = position.play(likely(finding, rng))
        if position.outcome is not None:
            return None
    return position


def likely(finding: Finding, rng: random.Random) -> int:
    """Return one of the moves with the best scores, each as likely."""
    best = sorted(finding.scores, key=lambda move: (-finding.scores[move], move))[:LIKELY_MOVES]
    return rng.choice(best or [finding.move])


@dataclass(frozen=True, eq=False)
class Sampling(Work[None, str, list[Sample]]):
    """Gathers the samples of some games for each seed, with some weights."""

    k: int
    nodes: int
    weights: dict[str, Any] | None

    @property
    def key(self) -> Hashable:
        """A process uses one set of weights at a time."""
        return self.k, json.dumps(self.weights)

    @contextmanager
    def prepared(self) -> Iterator[None]:
        """Use the weights in this process."""
        try_out(self.k, from_numbers(self.k, self.weights) if self.weights else formula(self.k))
        try:
            yield
        finally:
            try_out(self.k, None)

    def do(self, state: None, item: str) -> list[Sample]:
        """Return the samples of a seed."""
        rng, found = random.Random(item), list[Sample]()
        while len(found) < TASK:
            found += samples(RECIPES[self.k], self.nodes, rng)
        return found

    def lost(self, item: str, reason: str) -> list[Sample]:
        """End the training: without these samples its file would be another."""
        raise WorkersError(f"no samples of seed {item!r}: {reason}")


def gathered(k: int, count: int, nodes: int, seed: str, weights: dict[str, Any] | None) -> list[Sample]:
    """Return samples of games with some weights, in a fixed order; say how far it is."""
    found, seeds = list[Sample](), [f"{seed} {i}" for i in range(-(-count // TASK))]
    with Processes(os.cpu_count() or 1) as pool:
        for _, some in in_order(Sampling(k, nodes, weights), seeds, pool):
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


def features(seen: list[Sample]) -> sparse.csr_array:
    """Return a row for each sample: the parts of its patterns, its ranks, and 1 for the side to move."""
    ends = np.cumsum([0] + [len(sample.patterns) for sample in seen])
    patterns, counts = (np.concatenate([getattr(sample, name) for sample in seen]) for name in ("patterns", "counts"))
    table = sparse.csr_array((counts.astype(float), patterns.astype(np.int32), ends), (len(seen), 2 * len(MULTISETS)))
    rest = np.array([[*sample.ranks, 1] for sample in seen], float)
    return sparse.hstack((table @ sparse.block_diag((parts(), parts())), sparse.csr_array(rest))).tocsr()


def chances(logits: Array) -> Array:
    """Return the points that logits stand for."""
    return np.asarray(0.5 * (1 + np.tanh(logits / 2)))


def loss(logits: Array, points: Array) -> float:
    """Return the mean cross-entropy in bits."""
    return float((np.logaddexp(0, logits) - points * logits).mean() / np.log(2))


def unit_of(scores: Array, points: Array) -> float:
    """Return the factor with which the scores of games tell best who won: the formula's are no logits."""
    return float(optimize.minimize_scalar(lambda unit: loss(unit * scores, points), (0.3, 1.0)).x)


def fit(name: str, seen: list[Sample]) -> dict[str, Any]:
    """Return the weights as they stand in the file; say what they bring on the last tenth, which is held back."""
    scores, points = np.array([sample.score for sample in seen]), np.array([sample.points for sample in seen])
    ended = ~np.isnan(points)
    unit = unit_of(scores[ended], points[ended]) if ended.any() else 1.0
    wanted = chances(unit * scores)
    wanted[ended] = (wanted[ended] + points[ended]) / 2
    data, first = features(seen), len(seen) - len(seen) // 10
    weights = _regression(data[:first], wanted[:first])
    estimates = unit * np.array([sample.estimate for sample in seen])
    old, new = (loss(logits[first:], wanted[first:]) for logits in (estimates, data @ weights))
    least = loss(np.log(wanted / (1 - wanted))[first:], wanted[first:])
    print(f"{name}: {len(seen):,} positions, loss {old:.4f} -> {new:.4f} bits, at least {least:.4f}", flush=True)
    return numbers(weights)


def _regression(data: sparse.csr_array, wanted: Array) -> Array:
    """Return the weights with the least cross-entropy and ridge; the side to move has no ridge."""
    size = np.maximum(np.sqrt(data.power(2).mean(axis=0)), 1e-3)
    scaled = (data @ sparse.diags_array(1 / size)).tocsr()
    back = scaled.T.tocsr()
    ridge = np.full(len(size), RIDGE)
    ridge[-1] = 0

    def cost(weights: Array) -> tuple[float, Array]:
        logits = scaled @ weights
        entropy = (np.logaddexp(0, logits) - wanted * logits).sum()
        return float(entropy + ridge @ weights**2 / 2), back @ (chances(logits) - wanted) + ridge * weights

    options = {"maxiter": 300, "maxcor": 20}
    return np.asarray(
        optimize.minimize(cost, np.zeros(len(size)), jac=True, method="L-BFGS-B", options=options).x / size
    )


def numbers(weights: Array) -> dict[str, Any]:
    """Return weights as they stand in the file."""
    whole = np.rint(UNIT * np.clip(weights, -LARGEST, LARGEST)).astype(int)
    table = parts()
    patterns = [np.clip(table @ half, -LARGEST, LARGEST) for half in np.split(weights[: 2 * table.shape[1]], 2)]
    mover, waiter = (np.rint(UNIT * some).astype(int).tolist() for some in patterns)
    threats = np.zeros((2, RANKS, 2), int)
    threats[:, THREE:DOUBLE] = whole[2 * table.shape[1] : -1].reshape(2, -1, 2)
    own, theirs = threats.tolist()
    return {"mover": mover, "waiter": waiter, "threats_mover": own, "threats_waiter": theirs, "tempo": int(whole[-1])}


def train(k: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the weights after each round, as they stand in the file; say what each round brought."""
    found: dict[str, Any] | None = None
    for number, (times, nodes) in enumerate(ROUNDS):
        seen = gathered(k, times * RECIPES[k].positions, nodes, f"{seed} {k} {number}", found)
        found = fit(f"k = {k}, round {number + 1}", seen)
        yield found


def main() -> None:
    """Fit the weights of some k, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("k", nargs="*", type=int, choices=list(RECIPES), default=list(RECIPES))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    for k in asked.k:
        for weights in train(k, asked.seed):
            found[str(k)] = weights
            FILE.write_text(json.dumps(dict(sorted(found.items()))) + "\n")


if __name__ == "__main__":
    main()
