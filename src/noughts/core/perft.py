"""Perft: counts move sequences to a depth, the usual test of a move generator."""

from collections import Counter
from collections.abc import Iterator

from noughts.core.game import Move
from noughts.core.position import Position

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

    >>> from noughts.core.game import Game
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
