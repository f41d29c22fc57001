"""Line scoring: every line is worth what a table says of the stones on it, every free cell the sum of its lines.

With P the (lines, cells) 0/1 matrix, `own` and `theirs` the stones of the mover and the other as (batch, cells):

    s = T[P own, P theirs]     (batch, lines)     the table T is (k+1, k+1): T[i, j] for i own, j of theirs
    c = P^T s                  (batch, cells)     a move goes to a free cell of greatest c

Three strategies are tables: `weights`, `paths`, `potential`. Their entries are multiples of a power of two, so as long
as the sums fit in the 53 bits of a float they are exact, and equal scores are equal.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from noughts.core.game import Game, Line, Move
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.core.strategy import Decision
from noughts.errors import StrategyError
from noughts.strategies.options import Named

Stones = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


class LineScoring(Named):
    """A table of line scores as a strategy. Subclasses give `table`; `ties` says which of the best cells it plays."""

    ties: Literal["any", "first"] = "any"
    view = "grid"

    def table(self, game: Game) -> Floats:
        """Return T, (k+1, k+1): the score of a line by the own and the other's stones on it."""
        raise NotImplementedError

    def drawn_table(self, game: Game, rng: random.Random) -> Floats:
        """Return the table for one decision: T, or T with a random error."""
        return self.table(game)

    def exception(self, game: Game, own: Stones, theirs: Stones) -> tuple[Bools, Move] | None:
        """Return where in the batch, (batch,), a fixed cell overrides the scores, and that cell; or None."""
        return None

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        game = position.game
        own, theirs = _stones_of(position)
        scores = self._free_scores(game, self.drawn_table(game, rng), own, theirs)
        moves = self._choose(game, own, theirs, scores)[0].nonzero()[0].tolist()
        shown = [score if score > -np.inf else None for score in scores[0].tolist()]
        return Decision(tuple(moves), shown, self._reason(position, moves, shown))

    def decide_batch(self, game: Game, own: Stones, theirs: Stones) -> Bools:
        """Return the moves as booleans (batch, cells); `own` and `theirs` are 0 or 1, (batch, cells)."""
        return self._choose(game, own, theirs, self._free_scores(game, self.table(game), own, theirs))

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with its score; each free cell on the line gets this score."""
        scores = line_scores(position.game, self.drawn_table(position.game, rng), *_stones_of(position))
        return list(zip(position.game.lines, scores[0].tolist(), strict=True))

    def _free_scores(self, game: Game, table: Floats, own: Stones, theirs: Stones) -> Floats:
        # The batch is the last axis of the product: later operations run along it, not along short rows.
        scores: Floats = (path_matrix(game).T @ line_scores(game, table, own, theirs).T).T
        scores[(own | theirs) != 0] = -np.inf
        return scores

    def _choose(self, game: Game, own: Stones, theirs: Stones, scores: Floats) -> Bools:
        if self.ties == "any":
            moves: Bools = scores == scores.max(axis=1, keepdims=True)
        else:
            moves = np.arange(game.cells) == scores.argmax(axis=1)[:, np.newaxis]
        if (fixed := self.exception(game, own, theirs)) is not None:
            where, cell = fixed
            moves[where] = np.arange(game.cells) == cell
        return moves

    def _reason(self, position: Position, moves: list[Move], scores: list[float | None]) -> str:
        game = position.game
        fixed = self.exception(game, *_stones_of(position))
        if fixed is not None and fixed[0][0]:
            return f"override: {game.name(moves[0])}, whatever the scores"
        best = scores[moves[0]]
        equal = scores.count(best)
        named = ", ".join(game.name(move) for move in moves[:6]) + (", ..." if len(moves) > 6 else "")
        choice = "" if equal == 1 else f", {'any' if self.ties == 'any' else 'the first'} of {equal} equal cells"
        return f"greatest score {best:g}{choice}: {named}"


@dataclass(frozen=True)
class Weights(LineScoring):
    """A weight grid: 1 for each line still open to one side, far more for a cell that completes or stops a line."""

    title = "weights"
    origin = "'potential lines', a weight grid for a board of any size"

    def table(self, game: Game) -> Floats:
        table = _completions_first(game)
        table[1 : game.k - 1, 0] = table[0, 1 : game.k - 1] = 1
        return table


@dataclass(frozen=True)
class Potential(LineScoring):
    """The Erdős-Selfridge potential: 2^-(free cells) for each line that holds no stone of one side; completions
    first.

    P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14 (1973).
    """

    title = "potential"
    origin = "Erdős and Selfridge, 'On a combinatorial game' (1973)"

    def table(self, game: Game) -> Floats:
        table = _completions_first(game)
        for stones in range(game.k - 1):
            table[stones, 0] = table[0, stones] = 2.0 ** (stones - game.k)
        return table


@dataclass(frozen=True)
class Paths(LineScoring):
    """The path matrix: a line scores 30, 10, 2, 1.5 or 1 by the stones on it; the first of the best cells.

    This is the published table for k = 3. `override` is its one exception, on 3,3,3: if the opponent holds two
    opposite corners and we hold only the centre, it plays the top middle cell. For k > 3 every further stone multiplies
    a line's score by `growth`, and a line that lacks one stone scores more than all others together. `level`: `medium`
    and `easy` add a random error to every entry of the table at each decision, larger for `easy`.
    """

    level: Literal["easy", "medium", "hard"] = "hard"
    override: bool = True
    growth: int = 4

    title = "paths"
    origin = "'Unbeatable Tic-Tac-Toe AI', a linear-algebra project with three levels"
    view = "matrix"
    ties = "first"

    def __post_init__(self) -> None:
        if not 1 <= self.growth <= _MAX_GROWTH:
            raise StrategyError(f"growth must be from 1 to {_MAX_GROWTH}, not {self.growth}")

    @property
    def noisy(self) -> bool:
        """Whether it draws random errors."""
        return self.level != "hard"

    def table(self, game: Game) -> Floats:
        k, growth = game.k, float(self.growth)
        table = np.zeros((k + 1, k + 1))
        table[0, 0] = 1
        for stones in range(1, k - 1):
            table[stones, 0] = 2 * growth ** (stones - 1)
            table[0, stones] = 1.5 * growth ** (stones - 1)
        # At most 4k lines meet in a cell: for k > 3 the factor 4 ranks a block above all of them, the factor 8 a win
        # above many blocks. The table for k = 3 is as published.
        table[0, k - 1] = 10 * (4 * growth) ** (k - 3)
        table[k - 1, 0] = 30 * (8 * growth) ** (k - 3)
        return table

    def drawn_table(self, game: Game, rng: random.Random) -> Floats:
        table = self.table(game)
        size = ERROR[self.level]
        if not size:
            return table
        errors = [[rng.gauss(0, size) for _ in range(game.k + 1)] for _ in range(game.k + 1)]
        noise: Floats = np.array(errors) * np.maximum(table, 1)
        return table + noise

    def exception(self, game: Game, own: Stones, theirs: Stones) -> tuple[Bools, Move] | None:
        if not self.override or game != STANDARD:
            return None
        centre = (own.sum(axis=1) == 1) & (own[:, 4] == 1)
        corners = (theirs[:, 0] & theirs[:, 8]) | (theirs[:, 2] & theirs[:, 6])
        return centre & (corners == 1) & (theirs.sum(axis=1) == 2), 1


# Far above any useful value, and far below the overflow of a float.
_MAX_GROWTH = 1000

# The standard deviation of a level's random error, in units of the entry (at least of 1).
ERROR = {"hard": 0.0, "medium": 0.5, "easy": 1.5}


def _completions_first(game: Game) -> Floats:
    """Return a table, (k+1, k+1), with two entries: mn+1 for a line that the opponent can complete, its square
    for one that we can complete (the source of `weights`: 10 and 100 on 3x3)."""
    table = np.zeros((game.k + 1, game.k + 1))
    table[0, game.k - 1] = game.cells + 1
    table[game.k - 1, 0] = (game.cells + 1) ** 2  # last: with k = 1 it is the same entry
    return table


@lru_cache(maxsize=16)
def path_matrix(game: Game) -> Floats:
    """Return P, (lines, cells): 1 where a cell lies on a line.

    >>> path_matrix(Game(3, 3, 3)).sum(axis=0)
    array([3., 2., 3., 2., 4., 2., 3., 2., 3.])
    """
    matrix = np.zeros((len(game.lines), game.cells))
    for row, line in zip(matrix, game.lines, strict=True):
        row[list(line)] = 1
    matrix.setflags(write=False)
    return matrix


def line_scores(game: Game, table: Floats, own: Stones, theirs: Stones) -> Floats:
    """Return s, (batch, lines): the table's score of every line; stones are 0 or 1, (batch, cells)."""
    stones = own * np.float64(game.k + 1) + theirs
    pairs = path_matrix(game) @ stones.T  # (lines, batch): i * (k+1) + j, a line's index into the table
    return table.reshape(-1)[pairs.astype(np.intp)].T


def _stones_of(position: Position) -> tuple[Stones, Stones]:
    """Return the stones of the side to move and of the other, each 0 or 1, (1, cells): a batch of one."""
    own, theirs = (_unpacked(board, position.game.cells) for board in (position.own, position.theirs))
    return own, theirs


def _unpacked(board: int, cells: int) -> Stones:
    octets = np.frombuffer(board.to_bytes((cells + 7) // 8, "little"), np.uint8)
    return np.unpackbits(octets, count=cells, bitorder="little")[np.newaxis]
