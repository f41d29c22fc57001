"""The result of a proof."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.position import Side
from noughts.core.tally import Tally

_NEVER_LOSES = "never loses"
_CAN_LOSE = "can lose"


@dataclass(frozen=True)
class Asked:
    """How often a strategy was asked again: `times` times in `positions` of the `decisions` positions it decided."""

    positions: int
    decisions: int
    times: int


@dataclass(frozen=True)
class Proof:
    """The results of a strategy in one seat, against every reply and over every tie it may break.

    `games`: distinct games. `sequences`: the same results, counted over all sequences of the opponent's choices ("the
    i-th free cell"), each continued to the full board; None for a strategy that breaks ties. `positions`: distinct
    positions reached, including the empty board and the final ones. `losing_line`: a shortest game that it loses, or
    None. `against_random`: its chances against a uniformly random opponent, ties broken uniformly. `asked_again`: how
    often it was asked again, in another order; all answers were the same.
    """

    strategy: str
    game: Game
    seat: Side
    games: Tally[int]
    sequences: Tally[int] | None
    positions: int
    losing_line: tuple[Move, ...] | None
    against_random: Tally[Fraction]
    asked_again: Asked

    @property
    def never_loses(self) -> bool:
        """Whether it cannot lose in this seat."""
        return self.games.loss == 0

    @property
    def verdict(self) -> str:
        """`never loses` or `can lose`."""
        return _NEVER_LOSES if self.never_loses else _CAN_LOSE

    def to_dict(self) -> dict[str, Any]:
        """Return the seat's part of the document noughts/proof/1."""
        line = self.losing_line
        return {
            "verdict": self.verdict,
            "games": vars(self.games),
            "sequences": None if self.sequences is None else vars(self.sequences),
            "positions": self.positions,
            "losing_line": None if line is None else [self.game.name(move) for move in line],
            "against_random": {name: str(chance) for name, chance in vars(self.against_random).items()},
            "asked_again": vars(self.asked_again),
        }
