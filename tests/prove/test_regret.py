"""Regret, held against a plain minimax that shares no code with what is tested."""

import pytest

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.errors import LimitExceeded, StrategyError
from noughts.prove.regret import regret
from noughts.solve.minimax import Plain
from noughts.strategies.registry import load
from noughts.walk import decided
from tests.witnesses import minimax, values

STANDARD = Game(3, 3, 3)


@pytest.mark.parametrize("name", ["ring", "weights", "first", "random", "perfect", "sharp"])
def test_every_mistake_is_counted(name: str) -> None:
    strategy, counts = load(name), {"win to draw": 0, "win to loss": 0, "draw to loss": 0}
    shortest: dict[str, int] = {}
    words = {1: "win", 0: "draw", -1: "loss"}
    positions = values(STANDARD)
    for position, value in positions.items():
        if position.outcome is None:
            left = {-minimax(position.play(move)).result for move in decided(strategy, position)}
            for result in left - {value.result}:
                kind = f"{words[value.result]} to {words[result]}"
                counts[kind] += 1
                shortest[kind] = min(shortest.get(kind, 9), position.ply)
    found = regret(strategy, STANDARD, Plain().values)
    assert (found.positions, found.decisions) == (len(positions), 4520)
    assert {kind: slip.count for kind, slip in found.slips.items()} == {k: n for k, n in counts.items() if n}
    assert {kind: len(slip.line) for kind, slip in found.slips.items()} == shortest
    for kind, slip in found.slips.items():
        position = Position(STANDARD)
        for move in slip.line:
            position = position.play(move)
        assert slip.move in decided(strategy, position)
        assert kind == f"{words[minimax(position).result]} to {words[-minimax(position.play(slip.move)).result]}"


def test_who_knows_the_truth_regrets_nothing() -> None:
    assert not regret(load("perfect"), STANDARD, Plain().values).slips
    assert not regret(load("sharp"), STANDARD, Plain().values).slips


def test_noise_and_limits() -> None:
    with pytest.raises(StrategyError, match="is noisy"):
        regret(load("paths:level=easy"), STANDARD, Plain().values)
    with pytest.raises(LimitExceeded, match="6,046 positions, the limit is 6,000"):
        regret(load("first"), STANDARD, Plain().values, max_positions=6000)
