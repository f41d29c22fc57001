"""A plan that `noughts plan --json` has written, read again; it needs the decoder, which takes a while to import."""

from typing import Any

from noughts.core.game import Game
from noughts.core.json_text import read_json
from noughts.core.notation import parse_cell
from noughts.core.position import SEATS
from noughts.errors import NotationError, NoughtsError
from noughts.prove.plan import Lesson, Plan, PlanPlayer
from noughts.results.codec import decode
from noughts.results.plan import SCHEMA, PlanDocument, PlanPosition
from noughts.words import Said, Words


def follower_of(text: str) -> PlanPlayer:
    """Return the player who follows the plan of a document noughts/plan/1. Raises NotationError as `read_plan` does."""
    return PlanPlayer(read_plan(text))


def read_plan(text: str) -> Plan:
    """Return the plan of a document noughts/plan/1. Raises NotationError where it is none, or has no moves.

    >>> import json
    >>> from noughts.core.position import Side
    >>> from noughts.prove.plan import smallest_plan
    >>> from noughts.results.codec import encode
    >>> from noughts.results.plan import plan
    >>> found = smallest_plan(Game(3, 3, 3), Side.X)
    >>> document = encode(plan(found))
    >>> encode(plan(read_plan(json.dumps(document)))) == document
    True
    """
    try:
        document = read_json(text)
    except ValueError as error:
        raise _no_plan(Said("error.not-json", {"reason": error.args[0]})) from None
    try:
        _require_plan(document)
        return _plan_of(decode(PlanDocument, document))
    except NotationError:
        raise
    except NoughtsError as error:
        raise _no_plan(error.said) from None
    except (ValueError, LookupError, TypeError):
        raise _no_plan(Said("error.plan-damaged", {"schema": SCHEMA})) from None


def _no_plan(reason: Words) -> NotationError:
    return NotationError(Said("error.not-a-plan", {"reason": reason}))


def _require_plan(document: Any) -> None:
    """Raise NotationError for a document of another kind, and for one that says that there is no plan."""
    if document["schema"] != SCHEMA:
        values = {"schema": repr(document["schema"]), "expected": repr(SCHEMA)}
        raise _no_plan(Said("error.plan-schema", values))
    if document["verdict"] != "never loses":
        raise _no_plan(Said("error.plan-loses", {"strategy": repr(document["strategy"])}))


def _plan_of(document: PlanDocument) -> Plan:
    game, (seat,) = document.game, SEATS[document.seat]
    lessons = tuple(_lesson(game, entry) for entry in document.positions)
    return Plan(document.strategy, game, seat, lessons, document.at_least, document.skip_obvious)


def _lesson(game: Game, entry: PlanPosition) -> Lesson:
    position, move = entry.position, parse_cell(game, entry.move)
    position.play(move)
    return Lesson(position, move, entry.reason, entry.obvious)
