"""A plan: what is to be learnt so as never to lose."""

import json
from dataclasses import dataclass
from typing import Any, Final, Literal

from noughts.core.game import Game
from noughts.core.notation import parse_cell, parse_position
from noughts.core.position import SEATS
from noughts.errors import NotationError, NoughtsError
from noughts.prove.plan import Lesson, NoPlan, Plan, PlanPlayer
from noughts.results.codec import decode
from noughts.results.notes import PlayerNotes
from noughts.results.proof import names_of

SCHEMA: Final = "noughts/plan/1"


@dataclass(frozen=True)
class PlanPosition:
    """A position that arises, the move, its reason, and whether it is obvious."""

    position: str
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
    game: list[int | str]
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
    game: list[int | str]
    seat: str
    verdict: Literal["can lose"]
    losing_line: list[str] | None


def plan(found: Plan | NoPlan) -> PlanDocument | NoPlanDocument:
    """Return the document of a plan."""
    game, seat = found.game.to_list(), found.seat.seat
    if isinstance(found, NoPlan):
        return NoPlanDocument(
            schema=SCHEMA,
            strategy=found.strategy,
            game=game,
            seat=seat,
            verdict="can lose",
            losing_line=names_of(found.game, found.losing_line),
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
            PlanPosition(str(one.position), found.game.name(one.move), one.reason, one.obvious) for one in found.lessons
        ],
    )


def follower_of(text: str) -> PlanPlayer:
    """Return the player who follows the plan of a document noughts/plan/1. Raises NotationError as `read_plan` does."""
    return PlanPlayer(read_plan(text))


def read_plan(text: str) -> Plan:
    """Return the plan of a document noughts/plan/1. Raises NotationError where it is none, or has no moves.

    >>> from noughts.core.position import Side
    >>> from noughts.prove.plan import smallest_plan
    >>> from noughts.results.codec import encode
    >>> found = smallest_plan(Game(3, 3, 3), Side.X)
    >>> read_plan(json.dumps(encode(plan(found)))) == found
    True
    """
    try:
        document = json.loads(text)
        _require_plan(document)
        return _plan_of(decode(PlanDocument, document))
    except NotationError:
        raise
    except (ValueError, LookupError, TypeError, RecursionError, NoughtsError) as error:
        raise NotationError(f"no plan: expected a document {SCHEMA} ({type(error).__name__}: {error})") from None


def _require_plan(document: Any) -> None:
    """Raise NotationError for a document of another kind, and for one that says that there is no plan."""
    if document["schema"] != SCHEMA:
        raise NotationError(f"no plan: the schema is {document['schema']!r}, expected {SCHEMA!r}")
    if document["verdict"] != "never loses":
        raise NotationError(f"no plan: {document['strategy']!r} can lose, so the document has no moves")


def _plan_of(document: PlanDocument) -> Plan:
    game, (seat,) = Game.from_list(document.game), SEATS[document.seat]
    lessons = tuple(_lesson(game, entry) for entry in document.positions)
    return Plan(document.strategy, game, seat, lessons, document.at_least, document.skip_obvious)


def _lesson(game: Game, entry: PlanPosition) -> Lesson:
    position, move = parse_position(entry.position, game), parse_cell(game, entry.move)
    position.play(move)
    return Lesson(position, move, entry.reason, entry.obvious)
