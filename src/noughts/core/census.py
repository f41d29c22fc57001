"""The size of a game: how many positions and games it has, and the count of a small one by walking all of it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.core.game import Game
from noughts.core.position import Position, Side

WALKED = 12  # cells: up to so many a walk takes some seconds


@dataclass(frozen=True)
class Census:
    """The size of a game: reachable positions, positions up to symmetry, and complete games by result."""

    positions: int
    up_to_symmetry: int
    x_wins: int
    o_wins: int
    draws: int

    @property
    def games(self) -> int:
        """All complete games."""
        return self.x_wins + self.o_wins + self.draws


def walked(game: Game, progress: Callable[[float], None] = lambda share: None) -> Census:
    """Return the census of a game by visiting every position; `progress` receives the share of the plies.

    >>> walked(Game(3, 3, 3))
    Census(positions=5478, up_to_symmetry=765, x_wins=131184, o_wins=77904, draws=46080)
    """
    positions = classes = 0
    results = Counter[Side | None]()
    for ply, layer in enumerate(_layers(Position(game))):
        positions += len(layer)
        classes += len({position.canonical() for position in layer})
        for position, ways in layer.items():
            if position.outcome is not None:
                results[position.outcome.winner] += ways
        progress((ply + 1) / (game.cells + 1))
    return Census(positions, classes, results[Side.X], results[Side.O], results[None])


def _layers(start: Position) -> Iterator[dict[Position, int]]:
    """Yield, ply by ply, the distinct positions, each with the number of ways there."""
    layer = {start: 1}
    while layer:
        yield layer
        below = Counter[Position]()
        for position, ways in layer.items():
            for move in position.legal_moves:
                below[position.play_unchecked(move)] += ways
        layer = dict(below)
