"""Proof-number search against plain minimax, against the depth-first search, and known values."""

import random

import pytest

from noughts.core.budget import Budget
from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.solve.strong.dfpn import ProofSearch, proof_number
from noughts.solve.strong.solver import strong
from tests.solve.minimax import every_position, forced, nearly_full_position, random_position


@pytest.mark.parametrize("name", ["3,3,3", "4,3,3"])
def test_every_position_agrees_with_minimax(name: str) -> None:
    game = Game.from_text(name)
    plies = forced(game)
    for attacker in Side:
        search = ProofSearch(game, attacker)
        for position in every_position(game):
            assert search.ask(position).forces is (plies(position, attacker) is not None), (
                position,
                attacker,
            )


@pytest.mark.parametrize(("name", "fewest"), [("4,4,3", 3), ("5,4,4", 6), ("5,5,4", 10), ("6,6,4", 12), ("5,5,5", 6)])
def test_both_engines_agree(name: str, fewest: int) -> None:
    game, rng = Game.from_text(name), random.Random(name)
    for _ in range(60):
        position = random_position(game, rng.randint(fewest, game.cells - 1), rng)
        for attacker in Side:
            assert proof_number(position, attacker).forces is strong(position, attacker).forces, (
                position,
                attacker,
            )


@pytest.mark.parametrize("name", ["8,8,4", "9,8,5"])
def test_boards_of_one_word_and_more_agree_with_minimax(name: str) -> None:
    game, rng = Game.from_text(name), random.Random(name)
    for _ in range(20):
        position = nearly_full_position(game, rng.randint(4, 9), rng)
        plies = forced(game)
        for attacker in Side:
            expected = plies(position, attacker) is not None
            assert proof_number(position, attacker).forces is expected, (position, attacker)


@pytest.mark.parametrize(("name", "wins"), [("4,4,3", True), ("6,5,4", True), ("7,7,4", True), ("5,5,4", False)])
def test_known_values(name: str, wins: bool) -> None:
    assert proof_number(Position(Game.from_text(name)), Side.X).forces is wins


def test_a_finished_game_needs_no_search() -> None:
    assert proof_number(parse_position("XXX/OO./..."), Side.O).forces is False


def test_a_spent_budget_is_no_answer() -> None:
    answer = proof_number(Position(Game(8, 8, 4)), Side.X, Budget(nodes=50))
    assert (answer.forces, answer.nodes) == (None, 50)


def test_a_limit_on_plies_is_refused() -> None:
    with pytest.raises(ValueError, match="plies"):
        ProofSearch(Game(3, 3, 3), Side.X).ask(Position(Game(3, 3, 3)), 5)


def test_slices_and_checkpoints_change_nothing() -> None:
    empty = Position(Game(6, 5, 4))
    nodes = proof_number(empty, Side.X).nodes
    sliced = ProofSearch(empty.game, Side.X)
    sliced.start(empty)
    while not sliced.advance(700):
        saved = {name: array.copy() for name, array in sliced.checkpoint().items()}
        sliced = ProofSearch(empty.game, Side.X)
        sliced.restore(saved)
    assert (sliced.answer().forces, sliced.nodes) == (True, nodes)


def test_a_small_table_changes_the_cost_and_not_the_answer() -> None:
    assert proof_number(Position(Game(6, 5, 4)), Side.X, Budget(memory=1 << 17)).forces is True
