"""A plan: what is to be learnt so as never to lose."""

from dataclasses import dataclass
from typing import Final, Literal

from noughts.core.game import Game, Moves
from noughts.core.position import Position
from noughts.prove.plan import NoPlan, Plan
from noughts.results.notes import PlayerNotes

SCHEMA: Final = "noughts/plan/1"


@dataclass(frozen=True)
class PlanPosition:
    """A position that arises, the move, its reason, and whether it is obvious."""

    position: Position
    move: str
    reason: str
    obvious: bool


@dataclass(frozen=True, kw_only=True)
class PlanDocument(PlayerNotes):
    """A plan: every position that arises, the obvious ones too.

    `size`: the number of positions to learn; `at_least`: no plan has fewer; `smallest`: whether it is proved that none
    is smaller than this one: else its size is only the most that are needed.
    """

    schema: Literal["noughts/plan/1"]
    strategy: str | None
    game: Game
    seat: str
    verdict: Literal["never loses"]
    skip_obvious: bool
    size: int
    at_least: int
    smallest: bool
    positions: list[PlanPosition]


@dataclass(frozen=True, kw_only=True)
class NoPlanDocument(PlayerNotes):
    """There is no plan: the strategy can lose; or, without a strategy, every one can."""

    schema: Literal["noughts/plan/1"]
    strategy: str | None
    game: Game
    seat: str
    verdict: Literal["can lose"]
    losing_line: Moves | None


def plan(found: Plan | NoPlan) -> PlanDocument | NoPlanDocument:
    """Return the document of a plan."""
    game, seat = found.game, found.seat.seat
    if isinstance(found, NoPlan):
        return NoPlanDocument(
            schema=SCHEMA,
            strategy=found.strategy,
            game=game,
            seat=seat,
            verdict="can lose",
            losing_line=found.losing_line,
        )
    return PlanDocument(
        schema=SCHEMA,
        strategy=found.strategy,
        game=game,
        seat=seat,
        verdict="never loses",
        skip_obvious=found.skip_obvious,
        size=len(found.to_learn),
        at_least=found.at_least,
        smallest=found.is_smallest,
        positions=[
            PlanPosition(one.position, found.game.name(one.move), str(one.reason), one.obvious) for one in found.lessons
        ],
    )
