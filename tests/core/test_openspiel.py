"""Random games played here and in OpenSpiel's `mnk` at once: moves, endings, returns and boards agree."""

import random

import pyspiel
import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side

pytestmark = pytest.mark.gate

SIZES = [
    *[(3, 3, k) for k in (1, 2, 3)],
    *[(4, 3, 3), (3, 4, 3), (4, 3, 4), (3, 4, 4), (4, 4, 3), (4, 4, 4), (5, 4, 4), (4, 5, 3), (5, 5, 5)],
    *[(1, 1, 1), (1, 5, 3), (5, 1, 3), (2, 7, 4), (7, 2, 2), (9, 3, 3), (7, 6, 5), (8, 8, 8)],
    *[(10, 10, 5), (12, 5, 5), (15, 15, 5), (26, 3, 6), (3, 26, 4), (26, 26, 5), (19, 19, 19)],
]


def returns(position: Position) -> list[float]:
    """Return the result for X and O: 0 while the game is on, as OpenSpiel has it."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return [0, 0]
    return [1, -1] if outcome.winner is Side.X else [-1, 1]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_same_game(size: tuple[int, int, int]) -> None:
    game, rng = Game(*size), random.Random(str(size))
    theirs = pyspiel.load_game(f"mnk(m={game.m},n={game.n},k={game.k})")
    assert theirs.num_distinct_actions() == game.cells
    for _ in range(20 if game.cells < 200 else 2):
        position, state = Position(game), theirs.new_initial_state()
        while not state.is_terminal():
            assert list(position.legal_moves) == state.legal_actions()
            assert position.outcome is None
            assert ["X", "O"][state.current_player()] == str(position.side)
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            state.apply_action(move)
            assert parse_position(str(state), game) == position
        assert position.outcome is not None
        assert returns(position) == state.returns()
