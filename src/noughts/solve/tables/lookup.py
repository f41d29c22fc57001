"""A table: the exact value of every position of a game. This module needs only the standard library."""

from collections.abc import Sequence
from functools import cache

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import GameError, TableError
from noughts.solve.tables.index import Layout

_Numbers = Sequence[int]


class Table:
    """Looks up the values of the positions of one game.

    >>> from noughts.solve.tables.retrograde import solve_all
    >>> table = solve_all(Game(3, 3, 3)).table
    >>> table.value(Position(Game(3, 3, 3)))
    Value(result=0, distance=9)
    """

    def __init__(self, layout: Layout, layers: Sequence[_Numbers], name: str = "the table") -> None:
        self.layout = layout
        self.layers = layers
        self.name = name

    @property
    def game(self) -> Game:
        """The game of these positions."""
        return self.layout.game

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises GameError for another game, TableError for a damaged file."""
        if position.game != self.game:
            raise GameError(f"this is a table of {self.game}, and the position is one of {position.game}")
        if position.outcome is not None and position.outcome.winner is not None:
            return Value(-1, 0)
        try:
            ply, place = self.layout.place(position)
        except KeyError:
            raise TableError(f"{self.name} has no row for {str(position)!r}: it was not written properly") from None
        score = self.layers[ply][place]
        if score not in _possible(self.game.cells, ply):
            raise TableError(f"{self.name} has the score {score} for {str(position)!r}, which no position can have")
        return from_score(score, self.game.cells, ply)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises as `value` does."""
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}


@cache
def _possible(cells: int, ply: int) -> frozenset[int]:
    """Return the scores that a position after `ply` moves may have: the winner moves last, and the cells suffice."""
    left = cells - ply
    wins, losses = range(1, left + 1, 2), range(2, left + 1, 2)  # plies to the end
    return frozenset([0, *(cells + 1 - ply - end for end in wins), *(ply + end - cells - 1 for end in losses)])
