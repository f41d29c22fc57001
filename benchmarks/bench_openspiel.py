"""OpenSpiel's own games beside ours, in the same run: its C++ states, driven from Python as its users drive them.

OpenSpiel's figures hold the calls from Python: driven from C++ it is quicker.
"""

import random
import time
from collections import Counter
from typing import Any

import pyspiel
import pytest

from noughts.core.game import Game
from noughts.envs.playouts import random_games
from noughts.solve.solver import solve


def spiel_games(game: Any, games: int) -> Counter[float]:
    """Return how random games end, by the first player's return."""
    ends: Counter[float] = Counter()
    rng = random.Random(0)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        ends[state.returns()[0]] += 1
    return ends


@pytest.mark.parametrize(
    ("name", "sizes", "games"), [("tic_tac_toe", (3, 3, 3), 5000), ("mnk(m=15,n=15,k=5)", (15, 15, 5), 100)]
)
def bench_random_games(benchmark: Any, name: str, sizes: tuple[int, int, int], games: int) -> None:
    """Random games a second: ours in a batch, OpenSpiel's one by one."""
    batch, game = 200_000, Game(*sizes)
    random_games(game, 1, 0)
    found = benchmark.pedantic(random_games, (game, batch, 1), rounds=5)
    assert found.x_wins + found.o_wins + found.draws == batch
    spiel = pyspiel.load_game(name)
    began = time.perf_counter()
    ends = spiel_games(spiel, games)
    theirs = games / (time.perf_counter() - began)
    assert ends[1.0] / games == pytest.approx(found.x_wins / batch, abs=5 * 0.5 / games**0.5)
    benchmark.extra_info["OpenSpiel, games/s"] = round(theirs)
    benchmark.extra_info["times OpenSpiel"] = round(batch / benchmark.stats.stats.min / theirs)


def bench_value_333(benchmark: Any) -> None:
    """The value of 3,3,3 in plain Python, beside a plain walk over OpenSpiel's states with a dict."""
    from noughts.core.position import Position

    def value(state: Any, known: dict[str, float]) -> float:
        key = str(state)
        if key not in known:
            player = state.current_player()
            children = [state.child(action) for action in state.legal_actions()]
            known[key] = (
                state.returns()[0]
                if state.is_terminal()
                else (max if player == 0 else min)(value(child, known) for child in children)
            )
        return known[key]

    solution = benchmark.pedantic(solve, (Position(Game(3, 3, 3)),), {"moves": False}, rounds=5)
    assert solution.value is not None
    known: dict[str, float] = {}
    began = time.perf_counter()
    assert value(pyspiel.load_game("tic_tac_toe").new_initial_state(), known) == 0 == solution.value.result
    benchmark.extra_info["times OpenSpiel's walk"] = round((time.perf_counter() - began) / benchmark.stats.stats.min, 1)
    assert len(known) == 5478
