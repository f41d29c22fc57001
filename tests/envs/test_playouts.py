import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, astuple
from math import sqrt

import numpy as np
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.envs import playouts
from noughts.envs.playouts import LANES, Results, random_games
from noughts.errors import GameError
from noughts.prove import prove
from noughts.strategies.registry import load

SIZES = [
    *((3, 3, 3), (4, 3, 3), (3, 4, 3), (4, 4, 4), (7, 6, 4), (5, 7, 2), (3, 3, 1), (9, 3, 5), (3, 9, 5), (10, 10, 10)),
    *((1, 1, 1), (5, 1, 3), (1, 5, 3), (26, 1, 2), (1, 26, 26)),
    *((15, 15, 5), (15, 17, 6), (16, 16, 5), (26, 26, 4), (26, 26, 8), (2, 26, 26)),  # 225, 255, 256, 676 cells
]


def shuffled(game: Game, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Return the ranks of the first games of a seed, a row for each."""
    ranks = playouts.room(game)
    state = np.uint64(playouts.first_state(np.uint64(seed)))
    playouts.shuffle(ranks, state, np.empty(LANES, np.uint64), np.empty(LANES, np.uint64))
    return ranks.astype(np.int64).reshape(game.cells, LANES).T


def ended(game: Game, moves: list[int]) -> int:
    """Return 0, 1 or 2 for a game won by X, by O, or drawn, played by the rules of core."""
    position = Position(game)
    for move in moves:
        position = position.play(move)
        if position.outcome is not None:
            break
    assert position.outcome is not None
    winner = position.outcome.winner
    return 2 if winner is None else [Side.X, Side.O].index(winner)


def close(found: int, games: int, chance: float) -> bool:
    """Whether a count is within five standard deviations of its mean."""
    return abs(found - games * chance) <= 5 * sqrt(games * chance * (1 - chance))


@pytest.mark.parametrize("sizes", SIZES)
def test_games_end_as_by_the_rules(sizes: tuple[int, int, int]) -> None:
    game, games = Game(*sizes), LANES if sizes[0] * sizes[1] <= 100 else 8_000 // (sizes[0] * sizes[1])
    ranks = shuffled(game, 7)
    assert (np.sort(ranks) == np.arange(game.cells)).all()
    ends = Counter(ended(game, [int(cell) for cell in np.argsort(row)]) for row in ranks[:games])
    assert random_games(game, games, 7) == Results(ends[0], ends[1], ends[2])


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 3, 3)])
def test_frequencies_are_the_exact_chances(sizes: tuple[int, int, int]) -> None:
    game, games = Game(*sizes), 3_000_000
    exact = prove(load("random"), game, Side.X).against_random
    found = random_games(game, games, 20)
    assert all(
        close(count, games, float(chance))
        for count, chance in zip(astuple(found), (exact.win, exact.loss, exact.draw), strict=True)
    )


def test_chances_of_the_standard_game() -> None:
    found = random_games(Game(3, 3, 3), 12_600_000, 0)
    exact = (737 / 1260, 121 / 420, 8 / 63)
    assert all(close(count, 12_600_000, chance) for count, chance in zip(astuple(found), exact, strict=True))


@pytest.mark.parametrize("sizes", [(5, 4, 4), (7, 6, 4)])
def test_frequencies_are_those_of_random_moves(sizes: tuple[int, int, int]) -> None:
    game, few = Game(*sizes), 2000
    rng = random.Random(1)
    plain = Counter(ended(game, rng.sample(range(game.cells), game.cells)) for _ in range(few))
    many = random_games(game, 1_000_000, 1)
    assert all(close(plain[end], few, count / 1_000_000) for end, count in enumerate(astuple(many)))


def test_every_order_is_as_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(50):
        orders.update(tuple(map(int, row)) for row in shuffled(Game(4, 1, 3), seed))
    assert len(orders) == 24
    assert all(close(count, 50 * LANES, 1 / 24) for count in orders.values())


@pytest.mark.parametrize("cells", [225, 676])
def test_every_cell_has_every_rank(cells: int) -> None:
    game = Game(cells // {225: 15, 676: 26}[cells], {225: 15, 676: 26}[cells], 5)
    ranks = np.concatenate([shuffled(game, seed) for seed in range(20)])
    mean, deviation = (cells - 1) / 2, sqrt((cells**2 - 1) / 12 / len(ranks))
    assert (abs(ranks.mean(axis=0) - mean) < 5 * deviation).all()
    corner = np.bincount(ranks[:, 0] * 4 // cells, minlength=4)
    assert all(close(int(count), len(ranks), 1 / 4) for count in corner)


@pytest.mark.parametrize("games", [0, 1, 63, LANES - 1, LANES, LANES + 1, 10_000])
def test_totals_add_up(games: int) -> None:
    assert sum(astuple(random_games(Game(3, 3, 3), games, 3))) == games


def test_a_seed_gives_the_same_games() -> None:
    game = Game(5, 4, 4)
    first = random_games(game, 100_000, 5)
    assert random_games(game, 100_000, 5) == random_games(game, 100_000, 5 + 2**64) == first
    assert len({random_games(game, 100_000, seed) for seed in (-1, 0, 1, 5, 2**63, 10**30)}) == 6


def test_more_games_begin_with_the_same_ones() -> None:
    fewer, more = (astuple(random_games(Game(4, 4, 4), games, 8)) for games in (1000, 1100))
    assert all(0 <= b - a <= 100 for a, b in zip(fewer, more, strict=True))


def test_threads_do_not_disturb_each_other() -> None:
    alone = [random_games(Game(7, 6, 4), 50_000, seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: random_games(Game(7, 6, 4), 50_000, seed), range(4))) == alone


@pytest.mark.parametrize(
    ("sizes", "results"),
    [
        ((3, 3, 1), (1000, 0, 0)),  # the first stone is a line
        ((26, 26, 1), (1000, 0, 0)),
        ((2, 1, 2), (0, 0, 1000)),
        ((3, 1, 3), (0, 0, 1000)),
        ((26, 1, 26), (0, 0, 1000)),
        ((2, 2, 2), (1000, 0, 0)),  # any two cells are a line
    ],
)
def test_games_with_one_end(sizes: tuple[int, int, int], results: tuple[int, int, int]) -> None:
    assert random_games(Game(*sizes), 1000, 4) == Results(*results)


def test_a_row() -> None:
    # X's two cells of three are neighbours 2 times in 3
    found = random_games(Game(3, 1, 2), 300_000, 2)
    assert close(found.x_wins, 300_000, 2 / 3)
    assert found.o_wins == 0


def test_results_are_a_value() -> None:
    results = Results(1, 2, 3)
    with pytest.raises(FrozenInstanceError):
        results.x_wins = 2  # type: ignore[misc]
    assert hash(results) == hash(Results(1, 2, 3))


def test_less_than_no_games() -> None:
    with pytest.raises(ValueError, match="number of games must be 0 or more, not -1"):
        random_games(Game(3, 3, 3), -1, 0)


def test_an_exact_game_is_refused() -> None:
    with pytest.raises(GameError, match="playouts do not support exact games, and '3,3,3=' is one"):
        random_games(Game(3, 3, 3, exact=True), 1, seed=0)
