"""Two rule lists that begin with the centre."""

import random

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import Side
from noughts.prove import prove
from noughts.strategies.registry import load

GAME = Game(3, 3, 3)


@pytest.mark.parametrize(
    ("spec", "side", "games"),
    [
        ("centre-corner", Side.X, (408, 64, 0)),
        ("centre-corner", Side.O, (1072, 488, 64)),
        ("centre-block", Side.X, (191, 66, 5)),
        ("centre-block", Side.O, (382, 383, 62)),
    ],
)
def test_games(spec: str, side: Side, games: tuple[int, int, int]) -> None:
    found = prove(load(spec), GAME, side).games
    assert (found.win, found.draw, found.loss) == games


def test_a_shortest_loss_of_centre_block() -> None:
    line = prove(load("centre-block"), GAME, Side.X).losing_line
    assert line == tuple(parse_cell(GAME, name) for name in ["b2", "a1", "b1", "b3", "c1", "a3", "c3", "a2"])


@pytest.mark.parametrize(
    ("spec", "board", "cells", "rule"),
    [
        ("centre-corner", "XX./OO./...", "c1", "1. win"),
        ("centre-corner", "XX./.O./...", "c1", "2. block"),
        ("centre-corner", "X../.../...", "b2", "3. the centre"),
        ("centre-corner", ".../.X./...", "a1 c1 a3 c3", "4. any corner"),
        ("centre-corner", "XOX/OX./OXO", "c2", "5. any free cell"),
        ("centre-block", "OO./.../XX.", "b2", "1. the centre"),
        ("centre-block", "OO./.X./X..", "c1", "2. block"),
        ("centre-block", ".X./OX./..O", "a1", "3. the first free cell"),
        ("centre-block", "X.X/OOX/.O.", "b1", "2. block: the first line"),
    ],
)
def test_rules(spec: str, board: str, cells: str, rule: str) -> None:
    decision = load(spec).decide(parse_position(board), random.Random(0))
    assert " ".join(map(GAME.name, decision.moves)) == cells
    assert decision.reason.startswith(rule)


@pytest.mark.parametrize("spec", ["centre-corner", "centre-block"])
def test_plays_only_the_standard_game(spec: str) -> None:
    assert load(spec).supports(GAME)
    assert not load(spec).supports(Game(3, 3, 2))
