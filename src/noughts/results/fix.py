"""The exceptions with which a strategy never loses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from noughts.core.game import Game, Moves
from noughts.core.position import Position, Side
from noughts.core.tally import Tally
from noughts.prove.fix import Fix
from noughts.prove.proof import AskedAgain, Proof
from noughts.results.notes import PlayerNotes

FixedSeats = Mapping[Side, tuple[Fix, Proof] | None]


@dataclass(frozen=True)
class ExceptionMove:
    """A position, the move to make there and in its images, and the strategy's own moves."""

    position: Position
    move: str
    instead_of: Moves


@dataclass(frozen=True)
class FixedSeat:
    """The exceptions of a seat, at least how many are needed, the proof with them, how often the strategy was asked
    again."""

    exceptions: list[ExceptionMove]
    at_least: int
    verdict: str
    games: Tally[int]
    asked_again: AskedAgain


@dataclass(frozen=True, kw_only=True)
class FixDocument(PlayerNotes):
    """The fewest exceptions in each seat; null where every strategy can lose."""

    schema: Literal["noughts/fix/1"]
    strategy: str
    game: Game
    seats: dict[str, FixedSeat | None]


def fix(strategy: str, game: Game, fixed: FixedSeats) -> FixDocument:
    """Return the document of a strategy's exceptions and of the proofs with them."""
    return FixDocument(
        schema="noughts/fix/1",
        strategy=strategy,
        game=game,
        seats={side.seat: seat and _seat(*seat) for side, seat in fixed.items()},
    )


def _seat(found: Fix, proof: Proof) -> FixedSeat:
    exceptions = [ExceptionMove(one.position, found.game.name(one.move), one.instead_of) for one in found.overrides]
    return FixedSeat(exceptions, found.at_least, proof.verdict, proof.games, found.asked_again)
