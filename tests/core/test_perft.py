"""Games and counts that were made without this package: OpenSpiel's `mnk`, and a table of move sequences."""

import random
from pathlib import Path

import pyspiel
import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position, Side
from noughts.walk.game_size import sequences
from tests.witnesses import layers

TABLE = [
    (row.split()[0], [int(count) for count in row.split()[1:]])
    for row in Path(__file__).with_name("perft.txt").read_text().splitlines()
    if not row.startswith("#")
]


@pytest.mark.parametrize(
    ("game", "counts"),
    [pytest.param(*row, marks=pytest.mark.slow if row[0] == "4,3,3" else (), id=row[0]) for row in TABLE],
)
def test_every_ply_of_the_table(game: str, counts: list[int]) -> None:
    found = []
    for layer in layers(Position(Game.from_text(game))):
        found.append(sum(ways * len(position.legal_moves) for position, ways in layer.items()))
        if len(found) == len(counts):
            break
    # Where games end early there is no layer left to count.
    assert found + [0] * (len(counts) - len(found)) == counts


@pytest.mark.parametrize(("game", "counts"), TABLE, ids=[game for game, _ in TABLE])
def test_sequences_are_one_entry_of_the_table(game: str, counts: list[int]) -> None:
    depths = range(1, len(counts) + 1) if game == "3,3,3" else range(1, min(len(counts), 4) + 1)
    assert [sequences(Game.from_text(game), depth) for depth in depths] == [counts[depth - 1] for depth in depths]


def test_layers_count_the_ways_to_each_position() -> None:
    first, second, third, *_ = layers(Position(Game(2, 2, 2)))
    assert (len(first), len(second), len(third)) == (1, 4, 12)
    *_, last = layers(Position(Game(4, 1, 2)))
    assert last[parse_position("XOXO", Game(4, 1, 2))] == 4  # two orders of X, two of O


def returns(position: Position) -> list[float]:
    """Return the result for X and O: 0 while the game is on, as OpenSpiel has it."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return [0, 0]
    return [1, -1] if outcome.winner is Side.X else [-1, 1]


@pytest.mark.gate
@pytest.mark.parametrize(
    "size",
    [
        *[(3, 3, 1), (3, 3, 3), (4, 3, 3), (3, 4, 4), (1, 5, 3), (5, 1, 3), (2, 7, 4)],
        *[(7, 6, 5), (15, 15, 5), (26, 3, 6)],
    ],
    ids=str,
)
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
