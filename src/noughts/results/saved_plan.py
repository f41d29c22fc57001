"""A plan that `noughts plan --json` has written, read again; it needs the decoder, which takes a while to import."""

from noughts.core.json_text import read_json
from noughts.errors import NotationError, NoughtsError
from noughts.prove.plan import SCHEMA, Plan
from noughts.results.codec import decode
from noughts.words import Said, Words


def read_plan(text: str) -> Plan:
    """Return the plan of a document noughts/plan/1. Raises NotationError where it is none, or has no moves.

    >>> from noughts.core.game import Game
    >>> from noughts.core.position import Side
    >>> from noughts.prove.plan import smallest_plan
    >>> from noughts.results.codec import encode, to_json
    >>> plan = smallest_plan(Game(3, 3, 3), Side.X)
    >>> encode(read_plan(to_json(plan))) == encode(plan)
    True
    """
    try:
        document = read_json(text)
    except ValueError as error:
        raise _no_plan(Said("error.not-json", {"reason": error.args[0]})) from None
    try:
        if document["schema"] != SCHEMA:
            values = {"schema": repr(document["schema"]), "expected": repr(SCHEMA)}
            raise _no_plan(Said("error.plan-schema", values))
        if document["verdict"] != Plan.verdict:
            raise _no_plan(Said("error.plan-loses", {"strategy": repr(document["strategy"])}))
        plan = decode(Plan, document)
        for lesson in plan.lessons:
            lesson.position.play(lesson.move)
    except NotationError:
        raise
    except NoughtsError as error:
        raise _no_plan(error.said) from None
    except (ValueError, LookupError, TypeError):
        raise _no_plan(Said("error.plan-damaged", {"schema": SCHEMA})) from None
    return plan


def _no_plan(reason: Words) -> NotationError:
    return NotationError(Said("error.not-a-plan", {"reason": reason}))
