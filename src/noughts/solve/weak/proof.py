"""Breaker's strategy as a proof: a reply to every move of Maker, and pairs for every position where the proof ends.

A position of the proof has Maker to move. It is two sets of cells: Maker's stones and the free cells, both on live
lines. A line is live if it has no other cells, so every other cell counts as Breaker's. There are two kinds:

- a `Leaf` has pairs of free cells by which Breaker holds: `static.pairs_hold` is the whole check;
- an `Inner` position has Breaker's reply to each free cell. After both moves, and without the cells that are no longer
  on a live line (`core`), a symmetry of the board makes it a position of the proof.

So a checker needs a set of positions, `core`, `pairs_hold` and the symmetries. The first position is the starting
position; the others follow depth first, each once up to symmetry.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from noughts.core.game import Game, Move, Permutation, cells_of, image_of
from noughts.errors import LimitExceeded
from noughts.solve.boards import Board, board_of, mask_of_words
from noughts.solve.static import Pair
from noughts.solve.weak.closing import closing_pairs, closing_reply, open_moves, replies_in_order
from noughts.solve.weak.frame import EVERYTHING, new_search
from noughts.solve.weak.lines import line_table
from noughts.solve.weak.solver import WeakSolver, as_width, labelled
from noughts.solve.weak.verdict import Verdict, WeakResult

Core = tuple[int, int]  # Maker's stones and the free cells

_LEAF_STEPS = (60, 1000)  # of the pairing search: few for every reply first, then more
_CANDIDATES = 8  # replies that are compared if none decides the position


@dataclass(frozen=True)
class Leaf:
    """A position that pairs decide (without pairs: the potential)."""

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

    This is fast if the solver has just solved the position. Raises LimitExceeded if a search exceeds the solver's
    limits or the board is too large, ValueError if Maker wins.
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
    """Finds the pairs and the replies, with the kernels."""

    def __init__(self, solver: WeakSolver, breaker: int) -> None:
        table = line_table(solver.game, breaker, solver.width)
        if table is None:
            raise LimitExceeded(f"{solver.game} from this position is too large to search")
        self.solver = solver
        self.table = table
        self.search = new_search(table, EVERYTHING)

    def pairs(self, position: Core, steps: int) -> tuple[Pair, ...] | None:
        """Return the pairs that decide a position, or None: none were found."""
        maker, free = (labelled(self.table, cells) for cells in position)
        count = closing_pairs(self.table, self.search, maker, free, steps)
        if count < 0:
            return None
        found = []
        for pair in self.search.pairs[:count].tolist():
            found.append((int(self.table.board[pair & 255]), int(self.table.board[pair >> 8])))
        return tuple(found)

    def reply(self, position: Core, move: Move) -> Move:
        """Return a reply to the move: one that decides the position, or one that leaves few open moves."""
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

    def by_open_moves(self, stones: Board, rest: Board) -> list[Move]:
        """Return some replies, those first that leave the fewest open moves."""
        order = np.zeros_like(self.table.board)
        count = replies_in_order(self.table, self.search, stones, rest, order)
        ranked, fewest = [], len(order)
        for label in order[: min(count, _CANDIDATES)].tolist():
            left = board_of(mask_of_words(rest) & ~(1 << label), len(rest))
            number = open_moves(self.table, self.search, stones, left, _LEAF_STEPS[0], fewest)
            if number < fewest:
                fewest = number
                ranked.append(int(self.table.board[label]))
            if number == 0:
                break
        return ranked[::-1]

    def _solve(self, maker: int, free: int, maker_moves: bool) -> WeakResult:
        return self.solver.solve(maker, self.solver.game.full & ~(maker | free), maker_moves)


def compile_kernels(*width: int) -> None:
    """Run each kernel of the proof once, so that its compiled code is in the user's cache."""
    game = Game(4, 4, 4)
    writer = _Writer(WeakSolver(game, width=as_width(width)), 0)
    writer.pairs((0, game.full), 1)
    writer.reply((0, game.full), 0)
    writer.by_open_moves(labelled(writer.table, 1), labelled(writer.table, game.full - 1))


def after(game: Game, position: Core, move: Move, reply: Move) -> Core:
    """Return the position after a move of Maker and Breaker's reply."""
    maker, free = position
    return core(game, maker | 1 << move, free & ~(1 << move | 1 << reply))


def _image(position: Core, permutation: Permutation) -> Core:
    maker, free = position
    return image_of(maker, permutation), image_of(free, permutation)
