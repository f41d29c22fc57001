"""The positions and games of a small game by walking all of it: a witness for the quick census."""

from collections import Counter

from noughts.core.game import Game
from noughts.core.position import Position, Side
from noughts.solve.tables.census import Census
from tests.witnesses import layers


def census(game: Game) -> Census:
    """Return the counts of a game."""
    positions = classes = 0
    results: Counter[Side | None] = Counter()
    for layer in layers(Position(game)):
        positions += len(layer)
        classes += len({position.canonical() for position in layer})
        for position, ways in layer.items():
            if position.outcome is not None:
                results[position.outcome.winner] += ways
    return Census(positions, classes, results[Side.X], results[Side.O], results[None])
