"""Where a strategy gives value away."""

from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Moves
from noughts.prove.proof import AskedAgain
from noughts.prove.regret import Regret
from noughts.results.notes import PlayerNotes


@dataclass(frozen=True)
class MistakeKind:
    """One kind of mistake: the number of its positions, a shortest line to one of them, and the move there."""

    count: int
    line: Moves
    move: str


@dataclass(frozen=True, kw_only=True)
class RegretDocument(PlayerNotes):
    """Where a strategy gives value away, over all positions of a game: the kinds of mistakes that happen."""

    schema: Literal["noughts/regret/1"]
    strategy: str
    game: Game
    positions: int
    decisions: int
    kinds: dict[str, MistakeKind]
    asked_again: AskedAgain


def regret(found: Regret) -> RegretDocument:
    """Return the document of a strategy's regret."""
    return RegretDocument(
        schema="noughts/regret/1",
        strategy=found.strategy,
        game=found.game,
        positions=found.positions,
        decisions=found.decisions,
        kinds={
            kind: MistakeKind(slip.count, slip.line, found.game.name(slip.move)) for kind, slip in found.slips.items()
        },
        asked_again=found.asked_again,
    )
