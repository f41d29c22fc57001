"""The value of empty boards by `solve`, and certificates. Each asserts its answer.

The long ones are named `slow`: `make bench-slow` runs them.
"""

import time
from pathlib import Path
from typing import Any

import pytest

from noughts.certify import check
from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.position import Position
from noughts.core.value import Value
from noughts.solve.certificates import write_certificate
from noughts.solve.solver import solve

QUICK = {
    **dict.fromkeys(["4,4,4", "5,5,4", "7,4,4", "8,4,4", "5,5,5", "7,6,5", "7,7,5", "9,6,5"], "draw"),
    **dict.fromkeys(["6,5,4", "6,6,4", "7,7,4", "8,8,4"], "win"),
}
SLOW = {**dict.fromkeys(["8,7,5", "10,6,5", "12,5,5", "9,7,5", "8,8,5"], "draw"), "9,4,4": "win"}


def value(text: str) -> str:
    solution = solve(Position(Game.from_text(text)), moves=False)
    assert solution.value is not None
    return solution.value.word


@pytest.mark.parametrize("text", QUICK)
def bench_value(benchmark: Any, text: str) -> None:
    """From nothing: the tables are empty at the start of each round."""
    assert benchmark.pedantic(value, (text,), rounds=3, warmup_rounds=1) == QUICK[text]


@pytest.mark.slow
@pytest.mark.parametrize("text", SLOW)
def bench_value_slow(benchmark: Any, text: str) -> None:
    value("7,7,5")
    value("6,5,4")
    assert benchmark.pedantic(value, (text,), rounds=1) == SLOW[text]


@pytest.mark.parametrize("text", ["7,7,5", pytest.param("8,7,5", marks=pytest.mark.slow), "5,5,4", "6,5,4"])
def bench_check_certificate(benchmark: Any, tmp_path: Path, text: str) -> None:
    """The check alone; how long it took to write, and how large it is, stand below the table."""
    position, path = Position(Game.from_text(text)), tmp_path / "certificate"
    word = {**QUICK, **SLOW}[text]
    worth = Value({"win": 1, "draw": 0}[word])
    began = time.perf_counter()
    entries = write_certificate(path, position, worth, Budget())
    benchmark.extra_info["seconds to write"] = round(time.perf_counter() - began, 2)
    benchmark.extra_info["entries"], benchmark.extra_info["bytes"] = entries, path.stat().st_size
    checked = benchmark.pedantic(check, (path,), rounds=3)
    assert checked.conclusion == {"win": "X wins", "draw": "draw"}[word]
