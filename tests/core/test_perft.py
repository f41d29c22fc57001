"""Move sequences, positions and games, against counts made without this package."""

from pathlib import Path

import pytest

from noughts.core.game import Game
from noughts.core.notation import parse_position
from noughts.core.position import Position
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
