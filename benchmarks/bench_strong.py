"""The value of empty boards by the strong-game searches: a second at most each, but for 9,4,4, which is slow.

Each asserts its answer while it is timed. Node counts stand in tests/signature/signature.txt.
"""

from typing import Any

import pytest

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.search_engine import Status
from noughts.solve.strong.strong_search import StrongSearch

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


def depth_first(position: Position) -> Status:
    """Ask whether X forces a line, with an empty table."""
    return StrongSearch(position.game, Side.X, is_compiled=True).ask(position)


@pytest.mark.parametrize("name", VALUES)
def bench_depth_first(benchmark: Any, name: str) -> None:
    position = Position(Game.from_text(name))
    depth_first(position)
    answer = benchmark.pedantic(depth_first, (position,), rounds=5)
    assert answer.forces is VALUES[name]


@pytest.mark.parametrize(("name", "plies"), [("5,4,3", 5), ("6,3,3", 7), ("6,5,4", 11), ("7,7,4", 11)])
def bench_distance(benchmark: Any, name: str, plies: int) -> None:
    position = Position(Game.from_text(name))

    def from_nothing() -> int | None:
        return StrongSearch(position.game, Side.X, is_compiled=True).distance(position)

    assert benchmark.pedantic(from_nothing, rounds=3, warmup_rounds=1) == plies


@pytest.mark.slow
def bench_9_4_4(benchmark: Any) -> None:
    answer = benchmark.pedantic(depth_first, (Position(Game(9, 4, 4)),), rounds=1)
    assert answer.forces is True
