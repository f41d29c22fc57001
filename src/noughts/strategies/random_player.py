"""`random`: the baseline. Its batch form uses only methods of the arrays it is given, so it does not import NumPy."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.core.game import Game
from noughts.core.position import Position
from noughts.players.player import Decision
from noughts.strategies.strategy_options import NamedByOptions
from noughts.words import Said

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bools = npt.NDArray[np.bool_]
    Stones = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Random(NamedByOptions):
    """Plays any free cell, each as likely as the others."""

    title = "random"
    origin = "the customary baseline"
    in_batches = True

    def supports(self, game: Game) -> bool:
        return True

    def decide(self, position: Position, rng: random.Random) -> Decision:
        return Decision(position.legal_moves, reason=Said("reason.any-free"))

    def decide_batch(self, game: Game, own: "Stones", theirs: "Stones") -> "Bools":
        free: Bools = (own | theirs) == 0
        if not game.cells_stay_open:
            free[:, : -game.m] &= ~free[:, game.m :]
        return free
