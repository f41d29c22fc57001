"""A strategy for Breaker written out: every move of Maker has a reply, and every end is closed by arithmetic.

A position of the proof has Maker to move and is given by two sets of cells: Maker's stones and
the free cells, both on live lines. A line is live if it consists of such cells only, so every other cell
counts as Breaker's (a stone on it is nothing to anyone). There are two kinds:

- a `Leaf` has pairs of free cells. Breaker holds by them: `pairing.pairs_hold` is the whole check;
- an `Inner` position has for each free cell Breaker's reply. With Maker's stone on the cell, Breaker's on the
  reply, and then without the cells that are on no live line any more (`core`), one of the board's symmetries
  makes it a position of the proof.

So a checker needs: the positions in a set, `core`, `pairs_hold`, the symmetries. The starting position is the
first that is written; positions follow depth first, each once up to symmetry.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from noughts.core.game import Game, Move, Permutation, cells_of, image_of
from noughts.errors import LimitExceeded
from noughts.solve.static import Pair
from noughts.solve.weak.bits import Word
from noughts.solve.weak.closing import closing_pairs, closing_reply, open_moves, replies_in_order
from noughts.solve.weak.frame import EVERYTHING, new_search
from noughts.solve.weak.lines import MAX_CELLS, line_table
from noughts.solve.weak.solver import WeakSolver, labelled
from noughts.solve.weak.verdict import Verdict, WeakResult

Core = tuple[int, int]  # Maker's stones and the free cells

_LEAF_STEPS = (60, 1000)  # of the pairing search: for every reply few steps first, then more
_CANDIDATES = 8  # replies whose continuation is looked at where none closes the position


@dataclass(frozen=True)
class Leaf:
    """A position that the pairs close (none: the potential alone does)."""

    maker: int
    free: int
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Inner:
    """A position with Breaker's reply to each of Maker's moves."""

    maker: int
    free: int
    replies: dict[Move, Move]


def core(game: Game, maker: int, free: int) -> Core:
    """Return the part of Maker's stones and of the free cells that is on live lines."""
    live = 0
    for line in game.line_masks:
        if not line & ~(maker | free):
            live |= line
    return maker & live, free & live


def canonical(game: Game, position: Core) -> Core:
    """Return the least image of a position under the symmetries of the board."""
    return min(_image(position, permutation) for permutation in game.symmetries)


def strategy_tree(solver: WeakSolver, maker: int, breaker: int) -> Iterator[Leaf | Inner]:
    """Yield a proof that Breaker holds with Maker to move, the starting position first.

    The solver's table makes it quick where the position has just been solved. Raises LimitExceeded where a
    search runs out of the solver's limits or the board is too large, ValueError where Maker wins.
    """
    game = solver.game
    writer = _Writer(solver, breaker)
    start = canonical(game, core(game, maker, game.full & ~(maker | breaker)))
    todo, known = [start], {start}
    while todo:
        position = todo.pop()
        pairs = writer.pairs(position, _LEAF_STEPS[-1])
        if pairs is not None:
            yield Leaf(*position, pairs)
            continue
        replies: dict[Move, Move] = {}
        stabilizer = [p for p in game.symmetries if _image(position, p) == position]
        for move in cells_of(position[1]):
            if move not in replies:
                reply = writer.reply(position, move)
                for permutation in stabilizer:
                    replies.setdefault(permutation[move], permutation[reply])
        yield Inner(*position, replies)
        for move, reply in replies.items():
            child = canonical(game, after(game, position, move, reply))
            if child not in known:
                known.add(child)
                todo.append(child)


class _Writer:
    """Looks for the pairs and the replies, by the kernels."""

    def __init__(self, solver: WeakSolver, breaker: int) -> None:
        table = line_table(solver.game, breaker)
        if table is None:
            raise LimitExceeded(f"{solver.game} from this position is too large to search")
        self.solver = solver
        self.table = table
        self.search = new_search(table, EVERYTHING)

    def pairs(self, position: Core, steps: int) -> tuple[Pair, ...] | None:
        """The pairs that close a position, if they are found."""
        maker, free = (labelled(self.table, cells) for cells in position)
        count = closing_pairs(self.table, self.search, maker, free, steps)
        if count < 0:
            return None
        found = []
        for pair in self.search.pairs[:count].tolist():
            a, b = cells_of(pair)
            found.append((int(self.table.board[a]), int(self.table.board[b])))
        return tuple(found)

    def reply(self, position: Core, move: Move) -> Move:
        """A reply to the move: one that closes the position, or one that leaves little to write out."""
        maker, free = position[0] | 1 << move, position[1] & ~(1 << move)
        stones, rest = labelled(self.table, maker), labelled(self.table, free)
        for steps in _LEAF_STEPS:
            label = closing_reply(self.table, self.search, stones, rest, steps)
            if label >= 0:
                return int(self.table.board[label])
        for reply in self.by_open_moves(stones, rest):
            if self._solve(maker, free & ~(1 << reply), maker_moves=True).verdict is Verdict.HOLDS:
                return reply
        result = self._solve(maker, free, maker_moves=False)
        if result.verdict is Verdict.WINS:
            raise ValueError(f"there is nothing to prove: Maker wins {self.solver.game} from this position")
        if result.reply is None:
            raise LimitExceeded("no reply found within the limits")
        return result.reply

    def by_open_moves(self, stones: Word, rest: Word) -> list[Move]:
        """Some replies, those first after which fewest of Maker's moves stay open."""
        order = np.zeros(MAX_CELLS, np.uint64)
        count = replies_in_order(self.table, self.search, stones, rest, order)
        ranked, fewest = [], MAX_CELLS
        for label in order[: min(count, _CANDIDATES)].tolist():
            left = Word(int(rest) & ~(1 << label))
            number = open_moves(self.table, self.search, stones, left, _LEAF_STEPS[0], fewest)
            if number < fewest:
                fewest = number
                ranked.append(int(self.table.board[label]))
            if number == 0:
                break
        return ranked[::-1]

    def _solve(self, maker: int, free: int, maker_moves: bool) -> WeakResult:
        return self.solver.solve(maker, self.solver.game.full & ~(maker | free), maker_moves)


def compile_kernels() -> None:
    """Run each kernel of the proof once, so that its compiled code is in the user's cache."""
    game = Game(4, 4, 4)
    writer = _Writer(WeakSolver(game), 0)
    writer.pairs((0, game.full), 1)
    writer.reply((0, game.full), 0)
    writer.by_open_moves(Word(1), Word(game.full - 1))


def after(game: Game, position: Core, move: Move, reply: Move) -> Core:
    """Return the position after a move of Maker and Breaker's reply."""
    maker, free = position
    return core(game, maker | 1 << move, free & ~(1 << move | 1 << reply))


def _image(position: Core, permutation: Permutation) -> Core:
    maker, free = position
    return image_of(maker, permutation), image_of(free, permutation)
