"""The value of empty boards by the strong-game searches: a second at most each, but for 9,4,4 (20 seconds).

Each asserts its answer while it is timed. Node counts stand in tests/signature/signature.txt.
"""

from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.strong.dfpn import proof_number
from noughts.solve.strong.distance import distance
from noughts.solve.strong.solver import strong

VALUES = {
    "3,3,3": False,
    "4,4,4": False,
    "5,5,4": False,
    "6,5,4": True,
    "7,4,4": False,
    "7,5,4": True,
    "6,6,4": True,
    "7,6,4": True,
    "7,7,4": True,
    "8,8,4": True,
    "8,4,4": False,
}


@pytest.mark.parametrize("name", VALUES)
def bench_depth_first(benchmark: Any, name: str) -> None:
    position = Position(Game.from_text(name))
    strong(position, Side.X)
    answer = benchmark.pedantic(strong, (position, Side.X), rounds=5)
    assert answer.forces is VALUES[name]


@pytest.mark.parametrize("name", ["6,5,4", "7,7,4", "8,8,4"])
def bench_proof_number(benchmark: Any, name: str) -> None:
    position = Position(Game.from_text(name))
    proof_number(Position(Game(4, 3, 3)), Side.X)
    answer = benchmark.pedantic(proof_number, (position, Side.X), rounds=3)
    assert answer.forces is VALUES[name]


@pytest.mark.parametrize(("name", "plies"), [("5,4,3", 5), ("6,3,3", 7), ("6,5,4", 11), ("7,7,4", 11)])
def bench_distance(benchmark: Any, name: str, plies: int) -> None:
    position = Position(Game.from_text(name))
    assert benchmark.pedantic(distance, (position, Side.X), rounds=3, warmup_rounds=1) == plies


def bench_9_4_4(benchmark: Any) -> None:
    answer = benchmark.pedantic(strong, (Position(Game(9, 4, 4)), Side.X), rounds=1)
    assert answer.forces is True
