"""Counting: move sequences to a depth (perft, the usual test of a move generator), positions, games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side

Layer = dict[Position, int]


def layers(position: Position) -> Iterator[Layer]:
    """Return, ply by ply, the distinct positions reached from here, each with the number of ways there."""
    layer: Layer = {position: 1}
    while layer:
        yield layer
        below: Layer = Counter()
        for parent, ways in layer.items():
            for move in parent.legal_moves:
                below[parent.play_unchecked(move)] += ways
        layer = dict(below)


def perft(position: Position, depth: int) -> int:
    """Return the number of move sequences of exactly `depth` plies from here.

    >>> [perft(Position(Game(3, 3, 3)), depth) for depth in (1, 5, 9)]
    [9, 15120, 127872]
    """
    if depth == 0:
        return 1
    for ply, layer in enumerate(layers(position)):
        if ply == depth - 1:  # the last moves need no board
            return sum(ways * len(parent.legal_moves) for parent, ways in layer.items())
    return 0


def divide(position: Position, depth: int) -> dict[Move, int]:
    """Return perft split by the first move. `depth` is at least 1."""
    return {move: perft(position.play(move), depth - 1) for move in position.legal_moves}


@dataclass(frozen=True)
class Census:
    """What there is to a game: reachable positions, those up to symmetry, and complete games by result."""

    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws


def census(game: Game) -> Census:
    """Return the counts for a game small enough to be walked whole in plain Python.

    >>> census(Game(3, 3, 3))
    Census(positions=5478, up_to_symmetry=765, x_wins=131184, o_wins=77904, draws=46080)
    """
    positions = classes = 0
    results: Counter[Side | None] = Counter()
    for layer in layers(Position(game)):
        positions += len(layer)
        classes += len({position.canonical() for position in layer})
        for position, ways in layer.items():
            if position.outcome is not None:
                results[position.outcome.winner] += ways
    return Census(positions, classes, results[Side.X], results[Side.O], results[None])
