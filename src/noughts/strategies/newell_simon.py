"""`newell-simon`: the eight rules of the tic-tac-toe player that Newell and Simon describe, for 3,3,3.

*Two in a row* is a line with two stones of one side and a free cell. A *fork cell* of a side is a free cell that gives
it two of them at once.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Move, cells_of
from noughts.core.notation import STANDARD
from noughts.core.position import Position
from noughts.core.strategy import Decision
from noughts.strategies.strategy_options import NamedByOptions

_CENTRE = 4
_CORNERS = (0, 2, 6, 8)
_SIDES = (1, 3, 5, 7)
_FIRST = {
    "centre": Decision((_CENTRE,), reason="the first move: the centre"),
    "corner": Decision(_CORNERS, reason="the first move: any corner"),
}

_Moves = tuple[Move, ...]
_Rule = tuple[str, _Moves]  # in words, and the cells that it names; those that are free are its moves


@dataclass(frozen=True)
class NewellSimon(NamedByOptions):
    """Win, block, fork, block a fork, the centre, the corner opposite to theirs, any corner, any side.

    `first`: the move on the empty board. `fork`: the reading of "block a fork". `current`: their fork cell, where they
    have one only; of several, two in a row that leaves them none, else two in a row whose forced answer is no fork,
    else one of the fork cells. `older`: two in a row whose forced answer is no fork, else one of the fork cells.
    `careless`: one of the fork cells.
    """

    first: Literal["centre", "corner"] = "centre"
    fork: Literal["current", "older", "careless"] = "current"

    title = "newell-simon"
    origin = "the rules of A. Newell and H. A. Simon, 'Human Problem Solving' (1972), as later pages copy them"

    def supports(self, game: Game) -> bool:
        return game == STANDARD

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if position.ply == 0:
            return _FIRST[self.first]
        free = position.legal_moves
        return next(
            Decision(moves, reason=f"{number}. {words}")
            for number, (words, cells) in enumerate(self._rules(position.own, position.theirs), start=1)
            if (moves := tuple(cell for cell in free if cell in cells))
        )

    def _rules(self, own: int, theirs: int) -> Iterator[_Rule]:
        yield "win: completes a line", _completing(own, theirs)
        yield "block: fills the cell that would complete their line", _completing(theirs, own)
        yield "fork: makes two in a row twice", _forks(own, theirs)
        yield self._block_fork(own, theirs)
        yield "the centre", (_CENTRE,)
        yield "the corner opposite to theirs", tuple(corner for corner in _CORNERS if theirs >> (8 - corner) & 1)
        yield "any corner", _CORNERS
        yield "any side", _SIDES

    def _block_fork(self, own: int, theirs: int) -> _Rule:
        """Return rule 4; neither side has two in a row."""
        forks = _forks(theirs, own)
        if not forks or self.fork == "careless" or (self.fork == "current" and len(forks) == 1):
            return "block a fork: fills a cell where they could make one", forks
        after = {move: own | 1 << move for move in _free(own, theirs)}
        left = {move: _forks(theirs, stones) for move, stones in after.items() if _completing(stones, theirs)}
        none_left = tuple(move for move, cells in left.items() if not cells)
        if none_left and self.fork == "current":
            return "block a fork: two in a row that leaves them no fork", none_left
        harmless = tuple(move for move, cells in left.items() if _completing(after[move], theirs)[0] not in cells)
        if harmless:
            return "block a fork: two in a row whose forced answer is no fork", harmless
        return "block a fork: fills one of the cells where they could make one", forks


def _forks(own: int, theirs: int) -> _Moves:
    """Return the fork cells of a side."""
    return tuple(move for move in _free(own, theirs) if len(_completing(own | 1 << move, theirs)) > 1)


def _completing(own: int, theirs: int) -> _Moves:
    """Return the cells that complete a line of a side."""
    missing = {mask & ~own for mask in STANDARD.line_masks if not mask & theirs}
    return tuple(cells[0] for cells in map(cells_of, missing) if len(cells) == 1)


def _free(own: int, theirs: int) -> _Moves:
    return cells_of(STANDARD.full & ~(own | theirs))
