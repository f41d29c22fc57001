"""OpenSpiel's own game beside ours, in the same run: its C++ states, driven from Python as its users drive them.

OpenSpiel's figure holds the calls from Python: driven from C++ it is quicker. Random games are in bench_envs.
"""

import time
from typing import Any

import pyspiel

from noughts.core.game import Game
from noughts.solve.solver import solve


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
