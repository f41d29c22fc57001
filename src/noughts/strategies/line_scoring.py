"""Line scoring: every line is worth what a table says of the stones on it, every free cell the sum of its lines.

The table T is (k+1, k+1): T[i][j] for a line with i own stones and j of the other side. A move goes to a free cell of
greatest score. Three strategies are tables: `weights`, `paths`, `potential`. Their entries are multiples of a power of
two, so as long as the sums fit in the 53 bits of a float they are exact, and equal scores are equal.

One position is decided in plain Python, a batch of them by the products of matrices in module `linear`.
"""

import importlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING, ClassVar, Literal

from noughts.core.game import Game, Line, Move
from noughts.core.notation import STANDARD
from noughts.core.position import Position, completed
from noughts.players.player import Decision, View
from noughts.strategies.strategy_options import NamedByOptions, out_of_range
from noughts.words import Said

if TYPE_CHECKING:
    from noughts.strategies.linear import Bools, Stones

Table = Sequence[Sequence[float]]


class LineScoring(NamedByOptions):
    """A table of line scores as a strategy. Subclasses give `table`; `ties` says which of the best cells it plays,
    `wants` are the sentences that say what such a cell is, where it neither completes nor stops a line: the one, any of
    several, the first of several."""

    ties: Literal["any", "first"] = "any"
    wants: ClassVar[Mapping[str, str]] = {
        "one": "reason.worth-one",
        "any": "reason.worth-any",
        "first": "reason.worth-first",
    }
    view: View = "grid"
    in_batches = scores_lines = True
    plays = "error.plays-open-lines"
    steps = 3  # over the lines, of which four begin at a cell, their sums and the cells

    def table(self, game: Game) -> Table:
        """Return T, (k+1, k+1): the score of a line by the own and the other's stones on it."""
        raise NotImplementedError

    def drawn_table(self, game: Game, rng: random.Random) -> Table:
        """Return the table for one decision: T, or T with a random error."""
        return self.table(game)

    def exceptions(self, game: Game) -> Mapping[tuple[int, int], Move]:
        """Return the positions, as the bitboards of own and theirs, in which a fixed cell overrides the scores."""
        return {}

    def supports(self, game: Game) -> bool:
        return game.blocking_suffices

    def decide(self, position: Position, rng: random.Random) -> Decision:
        game = position.game
        worth = _worth(position, self.drawn_table(game, rng))
        sums = [fsum(map(worth.__getitem__, lines)) for lines in _lines_through(game)]
        scores = [score if position.stone(cell) is None else None for cell, score in enumerate(sums)]
        best = max(score for score in scores if score is not None)
        equal = [cell for cell, score in enumerate(scores) if score == best]
        fixed = self.exceptions(game).get((position.own, position.theirs))
        if fixed is not None:
            saw = Said("saw.override", {"cell": game.name(fixed)})
            return Decision((fixed,), scores, Said("reason.exception"), saw=saw)
        moves = tuple(equal if self.ties == "any" else equal[:1])
        which = "" if len(equal) == 1 else f"-{self.ties}"
        saw = Said(f"saw.greatest{which}", {"score": f"{best:g}", "count": len(equal)})
        if self.noisy:
            saw = Said("saw.by-chance")  # another decision would draw other numbers
        return Decision(moves, scores, self._reason(position, moves[0], len(equal), worth), saw=saw)

    def decide_batch(self, game: Game, own: "Stones", theirs: "Stones") -> "Bools":
        """Return the moves as booleans (batch, cells); `own` and `theirs` are 0 or 1, (batch, cells)."""
        linear = importlib.import_module(
            "noughts.strategies.linear"
        )  # NumPy, which gave the batch, is needed here only
        moves: Bools = linear.moves(game, self.table(game), self.ties, self.exceptions(game), own, theirs)
        return moves

    def line_scores(self, position: Position, rng: random.Random) -> list[tuple[Line, float]]:
        """Return every line with its score; each free cell on the line gets this score."""
        worth = _worth(position, self.drawn_table(position.game, rng))
        return list(zip(position.game.lines, worth, strict=True))

    def _reason(self, position: Position, move: Move, equal: int, worth: Sequence[float]) -> Said:
        game = position.game
        if line := completed(game, position.own, move):
            return Said("reason.worth-complete", {"line": game.ends(line)})
        if line := completed(game, position.theirs, move):
            return Said("reason.worth-stop", {"line": game.ends(line)})
        if self.noisy and (better := self._better(position, move)) is not None:
            return Said("reason.slip-level", {"cell": game.name(better)})
        if position.empty.bit_count() == 1:
            return Said("reason.last-free")
        if equal == position.empty.bit_count():
            return Said(f"reason.all-worth-{self.ties}")
        most = max(_lines_through(game)[move], key=worth.__getitem__)
        return Said(self.wants["one" if equal == 1 else self.ties], {"line": game.ends(game.line_masks[most])})

    def _better(self, position: Position, move: Move) -> Move | None:
        """Return a cell that is worth more than a move without the errors that are drawn, or None."""
        worth = _worth(position, self.table(position.game))
        sums = {
            cell: fsum(map(worth.__getitem__, _lines_through(position.game)[cell])) for cell in position.legal_moves
        }
        best = max(sums, key=sums.__getitem__)
        return best if sums[best] > sums[move] else None


@dataclass(frozen=True)
class Weights(LineScoring):
    """A weight grid: 1 for each line still open to one side, far more for a cell that completes or stops a line."""

    title = "weights"
    origin = "'potential lines', a weight grid for a board of any size"
    wants: ClassVar[Mapping[str, str]] = {"one": "reason.begun-one", "any": "reason.begun-any"}

    def table(self, game: Game) -> Table:
        table = _completions_first(game)
        for stones in range(1, game.k - 1):
            table[stones][0] = table[0][stones] = 1.0
        return table


@dataclass(frozen=True)
class Potential(LineScoring):
    """The Erdős-Selfridge potential: 2^-(free cells) for each line that holds no stone of one side; completions
    first.

    P. Erdős, J. L. Selfridge, On a combinatorial game, J. Combinatorial Theory A 14 (1973).
    """

    title = "potential"
    origin = "Erdős and Selfridge, 'On a combinatorial game' (1973)"
    wants: ClassVar[Mapping[str, str]] = {"one": "reason.open-one", "any": "reason.open-any"}

    def table(self, game: Game) -> Table:
        table = _completions_first(game)
        for stones in range(game.k - 1):
            table[stones][0] = table[0][stones] = 2.0 ** (stones - game.k)
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
            raise out_of_range("growth", 1, _MAX_GROWTH, self.growth)

    @property
    def noisy(self) -> bool:
        """Whether it draws random errors."""
        return self.level != "hard"

    def table(self, game: Game) -> Table:
        k, growth = game.k, float(self.growth)
        table = _zeros(k)
        table[0][0] = 1.0
        for stones in range(1, k - 1):
            table[stones][0] = 2 * growth ** (stones - 1)
            table[0][stones] = 1.5 * growth ** (stones - 1)
        # At most 4k lines meet in a cell: for k > 3 the factor 4 ranks a block above all of them, the factor 8 a win
        # above many blocks. The table for k = 3 is as published.
        table[0][k - 1] = 10 * (4 * growth) ** (k - 3)
        table[k - 1][0] = 30 * (8 * growth) ** (k - 3)
        return table

    def drawn_table(self, game: Game, rng: random.Random) -> Table:
        table = self.table(game)
        size = ERROR[self.level]
        if not size:
            return table
        return [[entry + rng.gauss(0, size) * max(entry, 1.0) for entry in row] for row in table]

    def exceptions(self, game: Game) -> Mapping[tuple[int, int], Move]:
        return _OVERRIDE if self.override and game == STANDARD else {}


# On 3,3,3: only the centre against two opposite corners; the top middle cell.
_OVERRIDE = {(1 << 4, 1 << 0 | 1 << 8): 1, (1 << 4, 1 << 2 | 1 << 6): 1}

# Far above any useful value, and far below the overflow of a float.
_MAX_GROWTH = 1000

# The standard deviation of a level's random error, in units of the entry (at least of 1).
ERROR = {"hard": 0.0, "medium": 0.5, "easy": 1.5}


def _zeros(k: int) -> list[list[float]]:
    return [[0.0] * (k + 1) for _ in range(k + 1)]


def _completions_first(game: Game) -> list[list[float]]:
    """Return a table, (k+1, k+1), with two entries: mn+1 for a line that the opponent can complete, its square
    for one that we can complete (the source of `weights`: 10 and 100 on 3x3)."""
    table = _zeros(game.k)
    table[0][game.k - 1] = game.cells + 1.0
    table[game.k - 1][0] = (game.cells + 1.0) ** 2  # last: with k = 1 it is the same entry
    return table


def _worth(position: Position, table: Table) -> list[float]:
    """Return the table's score of every line."""
    own, theirs = position.own, position.theirs
    return [table[(own & line).bit_count()][(theirs & line).bit_count()] for line in position.game.line_masks]


@lru_cache(maxsize=16)
def _lines_through(game: Game) -> tuple[tuple[int, ...], ...]:
    through: list[list[int]] = [[] for _ in range(game.cells)]
    for index, line in enumerate(game.lines):
        for cell in line:
            through[cell].append(index)
    return tuple(map(tuple, through))
