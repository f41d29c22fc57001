"""The baselines: `random`, `first`, `tactical`.

Their batch forms use only methods of the arrays they are given, so they do not import NumPy.
"""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core.game import Game, cells_of
from noughts.core.position import Position, completions
from noughts.core.strategy import Decision
from noughts.strategies.strategy_options import NamedByOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bools = npt.NDArray[np.bool_]
    Stones = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Random(NamedByOptions):
    """Any free cell, each equally likely."""

    title = "random"
    origin = "the customary baseline"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves, reason="any free cell")

    def decide_batch(self, game: Game, own: "Stones", theirs: "Stones") -> "Bools":
        free: Bools = (own | theirs) == 0
        return free


@dataclass(frozen=True)
class First(NamedByOptions):
    """The lowest free cell, row by row."""

    title = "first"
    origin = "the customary baseline"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves[:1], reason="the lowest free cell")

    def decide_batch(self, game: Game, own: "Stones", theirs: "Stones") -> "Bools":
        free = (own | theirs) == 0
        moves: Bools = free & (free.cumsum(axis=1) == 1)
        return moves


@dataclass(frozen=True)
class Tactical(NamedByOptions):
    """Win, else block, else any free cell."""

    title = "tactical"
    origin = "the customary baseline"

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        if wins := completions(position, position.own):
            return Decision(wins, reason="win: completes a line")
        if blocks := completions(position, position.theirs):
            return Decision(blocks, reason="block: fills a cell that would complete the opponent's line")
        return Decision(position.legal_moves, reason="neither a win nor a block: any free cell")

    def decide_batch(self, game: Game, own: "Stones", theirs: "Stones") -> "Bools":
        free = (own | theirs) == 0
        moves: Bools = free & False
        for choice in (_completing(game, own), _completing(game, theirs), free):
            undecided = ~moves.any(axis=1, keepdims=True)
            moves |= choice & free & undecided
        return moves


def _completing(game: Game, stones: "Stones") -> "Bools":
    """The cells of lines that lack one stone; a free one among them completes its line."""
    cells: Bools = stones > 1  # all False
    for line, window in game.windows:
        own, beyond = list(cells_of(line)), list(cells_of(window ^ line))
        lacks_one = (stones[:, own].sum(axis=1) == game.k - 1) & ~stones[:, beyond].any(axis=1)
        cells[:, own] |= lacks_one[:, None]
    return cells
