"""Exact values of small positions in plain Python; nothing heavy is imported.

A position is one int, X's bitboard in the lower bits and O's above it. A move adds one bit. On 3,3,3, with X on a1 and
O on a2 (the cell below, cell 3):

>>> f"{_key(Position(Game(3, 3, 3)).play(0).play(3)):018b}"  # O: bits 17-9, X: bits 8-0
'000001000000000001'

The search is depth-first and visits each position once. Its score is the greatest of its children's, each negated.
"""

from math import comb

from noughts.core.game import Game, Move
from noughts.core.position import Position
from noughts.core.value import Value, ended, from_score, to_score
from noughts.errors import LimitExceeded

_Scores = dict[int, int]  # the position as an int -> its score (see value.from_score)

LIMIT = 250_000  # positions: up to 12 free cells, where stones fall 16 in four columns; 0.3 s at most
_FORGET = 4  # times the limit: about the most positions of a game that are kept


class Plain:
    """Values of positions by enumerating all positions below them, in plain Python, with a cache.

    >>> plain = Plain()
    >>> position = Position(Game(3, 3, 3))
    >>> plain.value(position), max(plain.values(position.play(0).play(1)).values())
    (Value(result=0, distance=9), Value(result=1, distance=5))
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._known: dict[Game, _Scores] = {}

    def value(self, position: Position) -> Value:
        """Return the value for the side to move. Raises LimitExceeded at once if it takes too many positions."""
        scores = self._known.setdefault(position.game, {})
        key = _key(position)
        if key not in scores:
            if len(scores) > _FORGET * self.limit:  # a long game on a large board reaches ever new positions
                scores = self._known[position.game] = {}  # another thread may still read the old ones
            scores |= scores_below(position, self.limit)
        return from_score(scores[key], position.game.cells, position.ply)

    def values(self, position: Position) -> dict[Move, Value]:
        """Return, for every legal move, what it is worth to the side to move. Raises LimitExceeded."""
        self.value(position)  # one enumeration for all moves
        return {move: self.value(position.play_unchecked(move)).parent() for move in position.legal_moves}


def scores_below(position: Position, limit: int = LIMIT) -> _Scores:
    """Return the score of every position reachable from here, this one included.

    Raises LimitExceeded at once if there could be more than `limit` (see is_small).

    >>> len(scores_below(Position(Game(3, 3, 3))))
    5478
    """
    game = position.game
    cells, full = game.cells, game.full
    scores: _Scores = {}
    known = scores.get
    has_line = _LineTest(game)
    moves = (_MoveBits(game, 0), _MoveBits(game, cells))
    sign = 1 if game.line_wins else -1

    def walk(key: int, ply: int) -> int:
        best = -cells - 1
        shift = cells if ply % 2 else 0
        for bit in moves[ply % 2][(key | key >> cells) & full]:
            child = key + bit
            score = known(child)
            if score is None:
                if has_line[child >> shift & full]:
                    score = scores[child] = sign * (ply - cells)
                elif ply + 1 == cells:
                    score = scores[child] = 0
                else:
                    score = walk(child, ply + 1)
            if -score > best:
                best = -score
        scores[key] = best
        return best

    if position.outcome is not None:
        return {_key(position): to_score(ended(position), cells, position.ply)}
    if not is_small(position, limit):
        raise LimitExceeded(f"more than {limit:,} positions to walk in plain Python")
    walk(_key(position), position.ply)
    return scores


def is_small(position: Position, limit: int = LIMIT) -> bool:
    """Return whether there can be no more than `limit` positions below one, itself included."""
    if position.outcome is not None:
        return True
    is_open = position.game.cells_stay_open
    return (positions_below(position.empty.bit_count()) if is_open else falling_below(position)) <= limit


def positions_below(free: int) -> int:
    """Return the most positions that there can be below one with `free` free cells, itself included.

    >>> positions_below(9)
    6046
    """
    return sum(comb(free, placed) * comb(placed, placed // 2) for placed in range(free + 1))


def falling_below(position: Position) -> int:
    """Return the most positions that there can be below one where stones fall, itself included, if no game ends early.

    >>> falling_below(Position(Game.from_text("4,4,4-gravity")))
    201755
    """
    game, sets = position.game, [1]  # the number of sets of cells that can be filled next, by size
    for column in range(game.m):
        free = sum(position.empty >> cell & 1 for cell in range(column, game.cells, game.m))
        longer = [0] * (len(sets) + free)
        for size, count in enumerate(sets):
            for more in range(free + 1):
                longer[size + more] += count
        sets = longer
    return sum(count * comb(placed, placed // 2) for placed, count in enumerate(sets))


class _LineTest(dict[int, bool]):
    """Whether a set of stones holds a line that wins, cached by set."""

    def __init__(self, game: Game) -> None:
        self.windows = game.windows

    def __missing__(self, stones: int) -> bool:
        for line, window in self.windows:  # a plain loop: this is most of a small walk's time
            if stones & window == line:
                self[stones] = True
                return True
        self[stones] = False
        return False


class _MoveBits(dict[int, list[int]]):
    """The bits that a move can add, cached by the set of taken cells; `shift` is 0 for X, the number of cells for O."""

    def __init__(self, game: Game, shift: int) -> None:
        self.game = game
        self.pairs = [(1 << cell, 1 << cell + shift) for cell in range(game.cells)]

    def __missing__(self, taken: int) -> list[int]:
        legal = self.game.legal(taken)
        bits = self[taken] = [bit for cell, bit in self.pairs if cell & legal]
        return bits


def _key(position: Position) -> int:
    return position.x | position.o << position.game.cells
