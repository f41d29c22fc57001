"""Random play in the environments: ours in batches and PettingZoo's way, beside others' in the same run.

Batches run on one thread. The peers are driven from Python as their users drive them: PettingZoo's tictactoe_v3,
OpenSpiel's tic_tac_toe and mnk, and Pgx's tic_tac_toe where it can be imported. Each asserts how random games end.
"""

import importlib
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from statistics import median
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.envs import noughts_v0
from noughts.envs.batch import Batch

CHANCES = {(3, 3, 3): (737 / 1260, 121 / 420, 8 / 63)}  # exact: X wins, O wins, draw
SAMPLE = 2000  # games that say the chances where they are not known

Ends = tuple[int, int, int]


def agree(found: Ends, sizes: tuple[int, int, int]) -> None:
    """Assert that games end as their chances say, within five standard deviations."""
    games, of = sum(found), math.inf
    chances = CHANCES.get(sizes)
    if chances is None:
        chances, of = sampled(sizes), SAMPLE
    for count, chance in zip(found, chances, strict=True):
        assert abs(count / games - chance) <= 5 * math.sqrt(chance * (1 - chance) * (1 / games + 1 / of)) + 1e-9


@cache
def sampled(sizes: tuple[int, int, int]) -> tuple[float, float, float]:
    """Return how often random games end in each way, played by the rules of core."""
    rng, ends = random.Random(7), Counter[Side | None]()
    for _ in range(SAMPLE):
        position = Position(Game(*sizes))
        while (outcome := position.outcome) is None:
            position = position.play_unchecked(rng.choice(position.legal_moves))
        ends[outcome.winner] += 1
    return ends[Side.X] / SAMPLE, ends[Side.O] / SAMPLE, ends[None] / SAMPLE


class Play:
    """Random play in a batch, counted; the first steps are not, so that games of every age are under way."""

    def __init__(self, sizes: tuple[int, int, int], games: int) -> None:
        self.batch, self.rng = Batch(Game(*sizes), games), np.random.default_rng(1)
        self.ends = np.zeros(3, np.int64)
        self(4 * self.batch.game.cells)
        self.ends[:] = 0

    def __call__(self, steps: int) -> None:
        batch = self.batch
        for _ in range(steps):
            o_moved = batch.plies & 1
            rewards, done = batch.step(batch.random_actions(self.rng))
            won, o_won = np.count_nonzero(rewards), np.count_nonzero(rewards & o_moved)
            self.ends += won - o_won, o_won, np.count_nonzero(done) - won


@pytest.mark.benchmark(group="environments, batch")
@pytest.mark.parametrize("sizes", [(3, 3, 3), (15, 15, 5)], ids=str)
@pytest.mark.parametrize("games", [64, 1024, 8192])
def bench_batch(benchmark: Any, sizes: tuple[int, int, int], games: int) -> None:
    """Steps and games a second, one thread; the goal is a multiple of every peer."""
    play = Play(sizes, games)
    steps, rounds = max(20, 400_000 // games), 7
    benchmark.pedantic(play, (steps,), rounds=rounds)
    ends = (int(play.ends[0]), int(play.ends[1]), int(play.ends[2]))
    agree(ends, sizes)
    rate = steps * games / benchmark.stats.stats.median
    per_second = rate * sum(ends) / (rounds * steps * games)
    info = benchmark.extra_info
    info["million steps/s"], info["games/s"] = round(rate / 1e6, 2), round(per_second)
    for name, peer in PEERS[sizes].items():
        theirs = peer()
        if theirs:
            info[f"{name}, games/s"], info[f"times {name}"] = round(theirs), round(per_second / theirs, 1)


@pytest.mark.benchmark(group="environments, PettingZoo")
@pytest.mark.parametrize("sizes", [(3, 3, 3), (15, 15, 5)], ids=str)
def bench_noughts_v0(benchmark: Any, sizes: tuple[int, int, int]) -> None:
    """Games a second by PettingZoo's way of doing things, wrappers and all. Goal: as fast as tictactoe_v3, by turns."""
    m, n, k = sizes
    games = 100 if sizes == (3, 3, 3) else 5
    environment, peer = noughts_v0.env(m=m, n=n, k=k), tictactoe_v3() if sizes == (3, 3, 3) else None
    ours, theirs = Counter[str](), Counter[str]()
    seconds: list[float] = []
    peer_seconds: list[float] = []

    def turn() -> None:
        seconds.append(agent_games(environment, games, ours))
        if peer is not None:
            peer_seconds.append(agent_games(peer, games, theirs))

    benchmark.pedantic(turn, rounds=11)
    agree((ours["player_1"], ours["player_2"], ours[""]), sizes)
    benchmark.extra_info["games/s"] = round(games / median(seconds))
    if peer is not None:
        agree((theirs["player_1"], theirs["player_2"], theirs[""]), sizes)
        benchmark.extra_info["times tictactoe_v3"] = round(median(peer_seconds) / median(seconds), 2)


def agent_games(environment: Any, games: int, ends: Counter[str]) -> float:
    """Play random games by PettingZoo's interface, and count who wins them; return the seconds of processor time."""
    began = time.process_time()
    for game in range(games):
        environment.reset(seed=game)
        for agent in environment.agent_iter():
            seen, reward, terminated, _, _ = environment.last()
            if terminated:
                ends[agent if reward > 0 else "" if reward == 0 else _other(agent)] += 1
                break
            environment.step(environment.action_space(agent).sample(seen["action_mask"]))
    return time.process_time() - began


def _other(agent: str) -> str:
    return "player_2" if agent == "player_1" else "player_1"


def tictactoe_v3() -> Any:
    """Return PettingZoo's own environment. It draws with pygame, which no game that is not shown needs."""
    try:
        importlib.import_module("pygame")
    except ModuleNotFoundError:
        sys.modules["pygame"] = ModuleType("pygame")
    return importlib.import_module("pettingzoo.classic.tictactoe.tictactoe").env()


def peer_games(games: int = 1000) -> float:
    """Return PettingZoo's own games a second."""
    ends = Counter[str]()
    rate = games / agent_games(tictactoe_v3(), games, ends)
    agree((ends["player_1"], ends["player_2"], ends[""]), (3, 3, 3))
    return rate


def open_spiel(name: str, sizes: tuple[int, int, int], games: int) -> float:
    """Return OpenSpiel's games a second."""
    rng, game, ends = random.Random(0), pyspiel.load_game(name), Counter[float]()
    began = time.perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        ends[state.returns()[0]] += 1
    rate = games / (time.perf_counter() - began)
    agree((ends[1.0], ends[-1.0], ends[0.0]), sizes)
    return rate


def pgx(games: int = 8192) -> float:
    """Return Pgx's games a second in a batch of this size, or 0 where it cannot be imported."""
    try:
        jax, module = importlib.import_module("jax"), importlib.import_module("pgx")
    except ModuleNotFoundError:
        return 0.0
    environment = module.make("tic_tac_toe")
    start, step = jax.jit(jax.vmap(environment.init)), jax.jit(jax.vmap(environment.step))
    choose = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf)))
    key, rates = jax.random.PRNGKey(0), []
    for _ in range(4):  # the first compiles
        state = start(jax.random.split(key, games))
        began = time.perf_counter()
        for _ in range(9):
            key, own = jax.random.split(key)
            state = step(state, choose(own, state.legal_action_mask))
            over = np.asarray(state.terminated)
        rates.append(games / (time.perf_counter() - began))
        assert over.all()
    return max(rates)


PEERS: dict[tuple[int, int, int], dict[str, Callable[[], float]]] = {
    (3, 3, 3): {
        "PettingZoo tictactoe_v3": cache(peer_games),
        "Pgx tic_tac_toe": cache(pgx),
        "OpenSpiel tic_tac_toe": cache(lambda: open_spiel("tic_tac_toe", (3, 3, 3), 20_000)),
    },
    (15, 15, 5): {"OpenSpiel mnk": cache(lambda: open_spiel("mnk(m=15,n=15,k=5)", (15, 15, 5), 100))},
}
