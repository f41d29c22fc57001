"""Positions that a seat must answer, up to the symmetries of the board, and those where it can avoid losing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from noughts.core.game import Game, Move
from noughts.core.position import Position, Side
from noughts.errors import LimitExceeded
from noughts.prove.least import Option

MAX_CLASSES = 20_000  # positions up to symmetry, or single ones, that a search of plans and exceptions holds
_MOST_CELLS = 64  # on larger boards there are far more positions than any limit lets through


class Seated:
    """A game from one seat, with the positions in which the seat need not lose, by plain minimax up to symmetry.

    `limit`: how many positions may be valued, up to symmetry; LimitExceeded beyond.
    """

    def __init__(self, game: Game, seat: Side, limit: int) -> None:
        self.game, self.seat, self.limit = game, seat, limit
        self._holds: dict[Position, bool] = {}

    def starts(self) -> tuple[Position, ...]:
        """Return the positions in which the seat makes its first move."""
        start = Position(self.game)
        return (start,) if self.seat is Side.X else tuple(replies(start))

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Return the moves of the seat after which it need not lose."""
        return tuple(move for move in position.legal_moves if self.holds(position.play_unchecked(move)))

    def holds(self, position: Position) -> bool:
        """Return whether the seat can avoid a loss from a position, with either side to move."""
        if position.outcome is not None:
            return position.outcome.winner is not self.seat.opponent
        if self.game.cells > _MOST_CELLS:
            raise LimitExceeded(f"{self.game} has too many positions to value: the limit is {self.limit:,}")
        position = position.canonical()
        if position not in self._holds:
            if len(self._holds) >= self.limit:
                raise LimitExceeded(f"the limit of {self.limit:,} positions is reached")
            after = (self.holds(position.play_unchecked(move)) for move in position.legal_moves)
            self._holds[position] = any(after) if position.side is self.seat else all(after)
        return self._holds[position]


class MovesUpToSymmetry(Mapping[Position, Move]):
    """Moves by position. Each holds for all images of its position under the symmetries of the board.

    >>> from noughts.board_text.position_text import parse_position
    >>> moves = MovesUpToSymmetry({parse_position("X../.../..."): 4, parse_position(".X./.../..."): 0})
    >>> moves[parse_position(".../..X/...")] in (2, 8), len(moves)
    (True, 2)
    """

    def __init__(self, moves: Mapping[Position, Move]) -> None:
        self._moves = {}
        for position, move in moves.items():
            image, permutation = represented(position)
            self._moves[image] = permutation[move]

    def __getitem__(self, position: Position) -> Move:
        image, permutation = represented(position)
        return permutation.index(self._moves[image])

    def __iter__(self) -> Iterator[Position]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)


def represented(position: Position) -> tuple[Position, tuple[Move, ...]]:
    """Return the canonical image of a position, and the first symmetry that leads there."""
    image = position.canonical()
    return image, next(each for each in position.game.symmetries if position.image(each) == image)


def replies(position: Position) -> list[Position]:
    """Return the positions after every move from a position, without those in which the game is over."""
    after = (position.play_unchecked(move) for move in position.legal_moves)
    return [reply for reply in after if reply.outcome is None]


def answered(position: Position, move: Move) -> list[Position]:
    """Return the positions after a move and every reply, without those in which the game is over."""
    return replies(position.play_unchecked(move))


def in_order(positions: Iterable[Position]) -> list[Position]:
    """Return the positions, each once, by their ply."""
    return sorted(set(positions), key=lambda position: (position.ply, position.x, position.o))


def ply_by_ply(
    roots: Sequence[Position],
    options: Callable[[Position], list[Option[Position]]],
    limit: int,
    expect: Callable[[Sequence[Position]], None] = lambda positions: None,
) -> dict[Position, list[Option[Position]]]:
    """Return the options in the roots, which are of one ply, and in every position that options bring.

    `expect` receives the positions of a ply before their options are asked for. Raises LimitExceeded for more than
    `limit` positions.
    """
    tasks = dict[Position, list[Option[Position]]]()
    ply = roots
    while ply:
        if len(tasks) + len(ply) > limit:
            raise LimitExceeded(f"more than {limit:,} positions may need a decision (--max-positions raises it)")
        expect(ply)
        tasks |= {position: options(position) for position in ply}
        ply = in_order(each for position in ply for option in tasks[position] for each in option.brings)
    return tasks
