"""Exact values in plain Python, for what is small: nothing heavy is imported.

A position is one int, X's bitboard below O's, and a move adds one bit to it (3,3,3: X bits 0-8, O bits 9-17):

     O  17 16 15 14 13 12 11 10  9 | X  8  7  6  5  4  3  2  1  0

Depth first, each position once: its score is the best of its children's, negated.
"""

from math import comb

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value, from_score
from noughts.errors import LimitExceeded

Scores = dict[int, int]  # the position as an int -> its score (see value.from_score)

LIMIT = 200_000  # positions: boards with up to 12 free cells, 0.2 s at most
_FORGET = 4  # times the limit: what is remembered of a game at most, nearly


class Plain:
    """Values of positions by walking everything below them, in plain Python; what was walked is remembered.

    >>> plain = Plain()
    >>> position = Position(Game(3, 3, 3))
    >>> plain.value(position), max(plain.values(position.play(0).play(1)).values())
    (Value(result=0, distance=9), Value(result=1, distance=5))
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._known: dict[Game, Scores] = {}

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises LimitExceeded at once where it takes too many positions."""
        scores = self._known.setdefault(position.game, {})
        key = _key(position)
        if key not in scores:
            if len(scores) > _FORGET * self.limit:  # a long game on a large board meets ever new ends
                scores.clear()
            scores |= strong(position, self.limit)
        return from_score(scores[key], position.game.cells, _ply(position))

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        self.value(position)  # one walk for all the moves
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}


def strong(position: Position, limit: int = LIMIT) -> Scores:
    """Return the score of every position reachable from here, this one included.

    Raises LimitExceeded at once where there could be more than `limit` (see positions_below).

    >>> len(strong(Position(Game(3, 3, 3))))
    5478
    """
    game = position.game
    cells, full = game.cells, game.full
    scores: Scores = {}
    known = scores.get
    has_line = _LineTest(game)
    moves = (_MoveBits(game, 0), _MoveBits(game, cells))

    def walk(key: int, ply: int) -> int:
        best = -cells - 1
        shift = cells if ply % 2 else 0
        for bit in moves[ply % 2][(key | key >> cells) & full]:
            child = key + bit
            score = known(child)
            if score is None:
                if has_line[child >> shift & full]:
                    score = scores[child] = ply - cells
                elif ply + 1 == cells:
                    score = scores[child] = 0
                else:
                    score = walk(child, ply + 1)
            if -score > best:
                best = -score
        scores[key] = best
        return best

    if position.outcome is not None:
        return {_key(position): _score(position)}
    if positions_below(cells - _ply(position)) > limit:
        raise LimitExceeded(f"more than {limit:,} positions to walk in plain Python")
    walk(_key(position), _ply(position))
    return scores


def positions_below(free: int) -> int:
    """Return how many positions there are at most below one with so many free cells, this one included.

    >>> positions_below(9)
    6046
    """
    return sum(comb(free, placed) * comb(placed, placed // 2) for placed in range(free + 1))


class _LineTest(dict[int, bool]):
    """Whether a set of stones holds a line, remembered for each set."""

    def __init__(self, game: Game) -> None:
        self.masks = game.line_masks

    def __missing__(self, stones: int) -> bool:
        for mask in self.masks:  # a plain loop: this is most of a small walk's time
            if stones & mask == mask:
                self[stones] = True
                return True
        self[stones] = False
        return False


class _MoveBits(dict[int, list[int]]):
    """The bits that a move can add, for each set of taken cells: `shift` is 0 for X and the board's size for O."""

    def __init__(self, game: Game, shift: int) -> None:
        self.pairs = [(1 << cell, 1 << cell + shift) for cell in range(game.cells)]

    def __missing__(self, taken: int) -> list[int]:
        bits = self[taken] = [bit for cell, bit in self.pairs if not cell & taken]
        return bits


def _key(position: Position) -> int:
    return position.x | position.o << position.game.cells


def _ply(position: Position) -> int:
    return (position.x | position.o).bit_count()


def _score(position: Position) -> int:
    """The score of a finished game: the side to move has lost, or nobody has."""
    drawn = position.outcome is not None and position.outcome.winner is None
    return 0 if drawn else _ply(position) - position.game.cells - 1
