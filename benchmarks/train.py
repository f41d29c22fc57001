"""Fits what lines and threats are worth to the search, and writes `src/noughts/search/weights.json`.

    python -m benchmarks.train              every k, as the package has it
    python -m benchmarks.train 5 6

For each k the search plays itself on the boards of a table below, from openings at random in the middle in which
neither side wins by threats; each round with the weights of the last. Then a logistic regression finds the weights with
which the positions tell best who won in the end; it holds to those before, as the ridge does to 0. A position counts if
the evaluation could be asked for it: neither side completes a line or makes a double four. The first round begins with
the formula.

Last, with the lines as they are, a second regression finds what it is worth to have one or two cells of each rank: with
which the estimate comes nearest to the score of a search, in the positions of further games and beside them.

Everything follows from the seed: the same command writes the same file.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.openings import calm
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.jit.compiler import kernel
from noughts.search.alphabeta import evaluate
from noughts.search.board import DOUBLE, THREE, Board, board_of
from noughts.search.finding import Finding
from noughts.search.player import Player
from noughts.search.shapes import MADE, NOTHING, count_of, made_by, masks_of, reach_of
from noughts.search.weights import FILE, RANKS, LineWeights, formula, from_numbers, try_out, weights_of

GAMES = {
    4: (Game(8, 8, 4), Game(6, 6, 4)),
    5: (Game(15, 15, 5), Game(10, 10, 5)),
    6: (Game(15, 15, 6),),
    7: (Game(15, 15, 7),),
    8: (Game(15, 15, 8),),
}
ROUNDS = ((600, 1000), (1200, 2000))  # games, nodes of a move
SCORED = (1200, 3000)  # games of the second regression, nodes of a search
RIDGE = 0.02  # how much the weights hold to those before: in positions, where a weight is as large as what it changes
UNIT = 1000  # of the file: a thousandth of a logit
LIKELY = 4.0  # logits: no score counts as more certain
PLIES = 70  # after which a game counts as drawn

Array = npt.NDArray[np.float64]


@cache
def features_of(k: int) -> npt.NDArray[np.int8]:
    """Return for each index of a shape the lines with 0, 1, ..., k - 1 stones, and what a stone makes, one of MADE."""
    reach = reach_of(k, exact=False)
    found = np.zeros((3 ** (2 * reach), k + MADE), np.int8)
    _count_features(found, k, reach)
    return found


@kernel
def _count_features(found: npt.NDArray[np.int8], k: int, reach: int) -> None:
    for index in range(len(found)):
        own, blocked = masks_of(index, reach)
        for at in range(k):
            cells = ((1 << k) - 1) << at
            if not blocked & cells:
                found[index, count_of(own & cells)] += 1
        made = made_by(own, blocked, k, 0)
        if made != NOTHING:
            found[index, k + made] += 1


def counted(board: Board, side: int, k: int) -> Array:
    """Return the lines and threats of the free cells: of the side to move, then of the other as negative numbers."""
    places = board.codes[np.repeat(board.stone == 0, 4)]
    halves = (places & 0xFFFFFFFF, places >> 32)
    own, theirs = (features_of(k)[halves[who]].sum(axis=0, dtype=np.float64) for who in (side, 1 - side))
    return np.concatenate((own, -theirs))


def games(game: Game, count: int, nodes: int, rng: random.Random) -> Iterator[tuple[Array, float]]:
    """Yield for the positions of some games what they have, and the points of the side to move in the end."""
    player = Player(game, Budget(nodes=nodes))
    for _ in range(count):
        position, seen = calm(game, rng)[1], list[tuple[Array, int]]()
        result, mover = None, 0
        while position.outcome is None and position.ply < PLIES:
            finding = player.find(position)
            side = position.ply & 1
            board = board_of(position)
            if not board.counts[:, DOUBLE:].any():
                seen.append((counted(board, side, game.k), side))
            if finding.result is not None:
                result, mover = finding.result, side
                break
            move = finding.move if rng.random() > 0.05 else rng.choice(sorted(finding.scores) or [finding.move])
            position = position.play(move)
        if result is None:
            winner = position.outcome.winner if position.outcome else None
            result, mover = (0, 0) if winner is None else (1, 1 - (position.ply & 1))
        for features, side in seen:
            yield features, 0.5 * (1 + (result if side == mover else -result))


def scored(game: Game, count: int, nodes: int, rng: random.Random) -> Iterator[tuple[Array, float]]:
    """Yield for positions of some games, and beside them, the estimate and the ranks, and what the search says."""
    player = Player(game, Budget(nodes=nodes))
    for _ in range(count):
        _, position = calm(game, rng)
        while position.outcome is None and position.ply < PLIES:
            finding = player.find(position)
            yield from _scored(position, finding)
            if finding.result is not None:
                break
            moves = sorted(finding.scores) or [finding.move]
            beside = position.play(rng.choice(moves))
            if beside.outcome is None:
                yield from _scored(beside, player.find(beside))
            position = position.play(finding.move if rng.random() > 0.1 else rng.choice(moves))


def _scored(position: Position, finding: Finding) -> Iterator[tuple[Array, float]]:
    board, side = board_of(position), position.ply & 1
    if not board.counts[:, DOUBLE:].any():
        score = UNIT * LIKELY * finding.result if finding.result is not None else finding.score
        chance = 0.5 * (1 + np.tanh(max(-LIKELY, min(LIKELY, score / UNIT)) / 2))
        counts = board.counts[:, THREE:DOUBLE]
        own, theirs = (np.stack((ranks > 0, ranks > 1), axis=1).ravel() for ranks in (counts[side], counts[1 - side]))
        yield np.concatenate(([evaluate(board, side) / UNIT], own, -1.0 * theirs)), chance


def with_threats(k: int, found: dict[str, Any], count: int, nodes: int, rng: random.Random) -> dict[str, Any]:
    """Return the weights with those of the ranks; say what it brought."""
    seen = [one for game in GAMES[k] for one in scored(game, count // len(GAMES[k]), nodes, rng)]
    size = np.maximum(np.sqrt((with_move(np.array([one for one, _ in seen])) ** 2).mean(axis=0)), 1e-6)

    def near(features: Array, points: Array, before: Array) -> Array:
        return np.asarray(_newton(with_move(features) / size, points, before * size) / size)

    weights = regression(f"k = {k}, threats", seen, np.eye(1, len(size))[0], near)  # near the estimate as it is
    whole = np.rint(UNIT * weights[1:] / weights[0]).astype(int)  # the lines keep theirs
    pairs = np.zeros((2, RANKS, 2), int)
    pairs[:, THREE:DOUBLE] = whole[:-1].reshape(2, -1, 2)
    mover, waiter = pairs.tolist()
    return found | {"threats_mover": mover, "threats_waiter": waiter, "tempo": found["tempo"] + int(whole[-1])}


def regression(
    name: str, seen: list[tuple[Array, float]], before: Array, fit: Callable[[Array, Array, Array], Array]
) -> Array:
    """Return the weights that `fit` finds; say what they bring on the last games, which are held back."""
    features, points = np.array([one for one, _ in seen]), np.array([one for _, one in seen])
    first, last = slice(0, -len(points) // 10), slice(-len(points) // 10, None)
    weights = fit(features[first], points[first], before)
    old, new = (loss(features[last], points[last], one) for one in (before, weights))
    print(f"{name}: {len(points):,} positions, loss {old:.4f} -> {new:.4f} bits", flush=True)
    return weights


def with_move(features: Array) -> Array:
    """Return features with one more that every position has: to be the side to move."""
    return np.hstack((features, np.ones((len(features), 1))))


def fitted(features: Array, points: Array, before: Array) -> Array:
    """Return the weights, the last of them to be the side to move: near those before, none below 0."""
    data = with_move(features)
    size = np.sqrt((data**2).mean(axis=0)) + 1e-9
    size[size < 1e-6] = 1  # what no position has keeps its weight
    data, centre, times = data / size, before * size, 1.0
    for _ in range(20):  # first one factor for all
        chance = 0.5 * (1 + np.tanh(times * (data @ centre) / 2))
        slope = (data @ centre) @ (chance - points)
        times -= slope / ((data @ centre) ** 2 @ (chance * (1 - chance)) + 1e-9)
    there = data.any(axis=0)
    kept = there.copy()
    while True:
        weights = np.where(there, 0.0, times * centre)
        weights[kept] = _newton(data[:, kept], points, times * centre[kept])
        below = kept & (weights < 0)
        below[-1] = False
        if not below.any():
            return np.asarray(weights / size)
        kept &= ~below


def _newton(data: Array, points: Array, centre: Array) -> Array:
    """Return the weights with the least cross-entropy and distance, by Newton's method with shorter steps if needed."""
    ridge = RIDGE * len(points)

    def cost(weights: Array) -> float:
        sums, off = data @ weights, weights - centre
        return float((np.logaddexp(0, sums) - points * sums).sum() + ridge / 2 * off @ off)

    weights, least = centre.copy(), cost(centre)
    for _ in range(50):
        chance = 0.5 * (1 + np.tanh(data @ weights / 2))
        slope = data.T @ (chance - points) + ridge * (weights - centre)
        curve = (data * (chance * (1 - chance))[:, None]).T @ data + ridge * np.eye(len(weights))
        move, step = np.linalg.solve(curve, slope), 1.0
        while (now := cost(weights - step * move)) > least and step > 1e-6:
            step /= 2
        if now >= least * (1 - 1e-9):
            break
        weights, least = weights - step * move, now
    return weights


def loss(features: Array, points: Array, weights: Array) -> float:
    """Return the mean cross-entropy in bits."""
    sums = features @ weights[:-1] + weights[-1]
    return float((np.logaddexp(0, sums) - points * sums).mean() / np.log(2))


def vector(weights: LineWeights) -> Array:
    """Return weights as one list, in logits."""
    parts = (weights.mover, weights.made_mover, weights.waiter, weights.made_waiter, [weights.tempo])
    return np.concatenate(parts) / UNIT


def numbers(k: int, weights: Array) -> dict[str, Any]:
    """Return weights as they stand in the file."""
    whole = np.rint(weights * UNIT).astype(int).tolist()
    named = {"mover": whole[:k], "made_mover": whole[k : k + MADE]}
    rest = whole[k + MADE :]
    none = np.zeros((RANKS, 2), int).tolist()
    threats = {"threats_mover": none, "threats_waiter": none}
    return named | {"waiter": rest[:k], "made_waiter": rest[k : k + MADE]} | threats | {"tempo": whole[-1]}


def train(k: int, rounds: tuple[tuple[int, int], ...], seed: int) -> dict[str, Any]:
    """Return the weights after some rounds, as they stand in the file; say what each round brought."""
    try_out(k, formula(k))
    for number, (count, nodes) in enumerate(rounds):
        rng = random.Random(f"{seed} {k} {number}")
        seen = [one for game in GAMES[k] for one in games(game, count // len(GAMES[k]), nodes, rng)]
        found = numbers(k, regression(f"k = {k}, round {number + 1}", seen, vector(weights_of(k)), fitted))
        try_out(k, from_numbers(k, found))
    return with_threats(k, found, *SCORED, random.Random(f"{seed} {k} threats"))


def main() -> None:
    """Fit the weights of some k, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("k", nargs="*", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    for k in asked.k or GAMES:
        found[str(k)] = train(k, ROUNDS, asked.seed)
        FILE.write_text(json.dumps(dict(sorted(found.items()))) + "\n")


if __name__ == "__main__":
    main()
