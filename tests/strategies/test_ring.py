"""The rule list, its readings, and its reasons."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.notation import RING_CELLS, parse_position
from noughts.core.position import Side
from noughts.prove import prove
from noughts.strategies.registry import load
from tests.witnesses import every_position

GAME = Game(3, 3, 3)


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("ring:average=plain", (328, 127, 2)),
        ("ring:gap=edge", (350, 99, 8)),
        ("ring:gap=first", (342, 111, 4)),
        ("ring:gap=last", (338, 115, 4)),
        ("ring", (330, 127, 0)),
        ("ring:away=anticlockwise", (330, 127, 0)),
    ],
)
def test_readings_moving_second(spec: str, games: tuple[int, int, int]) -> None:
    proof = prove(load(spec), GAME, Side.O)
    assert (proof.games.win, proof.games.draw, proof.games.loss) == games


@pytest.mark.parametrize("away", ["clockwise", "anticlockwise"])
def test_moving_first(away: str) -> None:
    proof = prove(load(f"ring:away={away}"), GAME, Side.X)
    assert (proof.games.win, proof.games.draw, proof.games.loss) == (72, 4, 0)


@pytest.mark.parametrize(
    ("board", "ring_number", "rule"),
    [
        ("XX./OO./...", 2, "1. win"),
        ("XX./.O./...", 2, "2. block"),
        (".../.../...", 8, "3. opening: the centre"),
        ("X../.../...", 8, "3. opening: the centre"),
        (".../.X./...", 0, "3. opening: the centre is taken"),
        ("O../.X./...", 3, "3. opening: 3 away"),
        ("O../.X./..X", 6, "3. opening: they hold the centre"),
        (".X./XO./...", 0, "3. opening: they hold two edges"),
        ("..X/.O./X..", 1, "3. opening: they hold two opposite corners"),
        ("..X/.O./.X.", 4, "3. opening: they hold a corner and a far edge"),
        ("OX./.XO/...", 5, "1. win"),
        ("XO./.X./..O", 2, "4. default"),
    ],
)
def test_rules(board: str, ring_number: int, rule: str) -> None:
    decision = load("ring").decide(parse_position(board), random.Random(0))
    assert decision.moves == (RING_CELLS[ring_number],)
    assert decision.reason.startswith(rule)


def test_plays_only_the_standard_game() -> None:
    ring = load("ring")
    assert ring.supports(GAME)
    assert not ring.supports(Game(4, 4, 4))
    assert not ring.supports(Game(3, 3, 2))


def test_decides_every_position() -> None:
    ring, rng = load("ring"), random.Random(0)
    positions = every_position(GAME)
    assert len(positions) == 5478
    for position in positions:
        if position.outcome is None:
            (move,) = ring.decide(position, rng).moves
            assert move in position.legal_moves
