"""Plans and exceptions as JSON, and a plan as cards for a program that asks for what is to be learnt."""

import csv
import io
import json
from html import escape
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.notation import diagram, parse_cell, parse_position
from noughts.core.position import SEATS
from noughts.errors import NotationError, NoughtsError
from noughts.prove.fix import Fix
from noughts.prove.plan import Lesson, NoPlan, Plan
from noughts.prove.proof import Proof

_SCHEMA = "noughts/plan/1"

# What Anki reads from the first lines of a file of cards; other programs take them for comments.
_HEADERS = ("#separator:Comma", "#html:true", "#notetype:Basic", "#columns:Front,Back,Tags", "#tags column:3")


def plan(found: Plan | NoPlan) -> dict[str, Any]:
    """Return the document noughts/plan/1: every position that arises, the obvious ones too, each with its move."""
    document = {
        "schema": _SCHEMA,
        "strategy": found.strategy,
        "game": found.game.to_list(),
        "seat": found.seat.seat,
    }
    if isinstance(found, NoPlan):
        return document | {"verdict": "can lose", "losing_line": _names(found.game, found.losing_line)}
    return document | {
        "verdict": "never loses",
        "skip_obvious": found.skip_obvious,
        "size": len(found.to_learn),
        "at_least": found.at_least,
        "positions": [
            {
                "position": str(lesson.position),
                "move": found.game.name(lesson.move),
                "reason": lesson.reason,
                "obvious": lesson.obvious,
            }
            for lesson in found.lessons
        ],
    }


def read_plan(text: str) -> Plan:
    """Return the plan of a document noughts/plan/1. Raises NotationError where it is none, or has no moves.

    >>> from noughts.core.position import Side
    >>> from noughts.prove.plan import smallest_plan
    >>> found = smallest_plan(Game(3, 3, 3), Side.X)
    >>> read_plan(json.dumps(plan(found))) == found
    True
    """
    try:
        document = json.loads(text)
        if document["schema"] != _SCHEMA:
            raise NotationError(f"no plan: the schema is {document['schema']!r}, expected {_SCHEMA!r}")
        if document["verdict"] != "never loses":
            raise NotationError(f"no plan: {document['strategy']!r} can lose, so the document has no moves")
        game, (seat,) = Game.from_list(document["game"]), SEATS[document["seat"]]
        lessons = tuple(_lesson(game, entry) for entry in document["positions"])
        return Plan(document["strategy"], game, seat, lessons, document["at_least"], bool(document["skip_obvious"]))
    except NotationError:
        raise
    except (ValueError, LookupError, TypeError, RecursionError, NoughtsError) as error:
        raise NotationError(f"no plan: expected a document {_SCHEMA} ({type(error).__name__}: {error})") from None


def _lesson(game: Game, entry: dict[str, Any]) -> Lesson:
    position, move = parse_position(entry["position"], game), parse_cell(game, entry["move"])
    position.play(move)
    return Lesson(position, move, str(entry["reason"]), bool(entry["obvious"]))


def fix(found: Fix, proof: Proof) -> dict[str, Any]:
    """Return what the document noughts/fix/1 says about a seat: the exceptions, and the proof with them."""
    return {
        "exceptions": [
            {
                "position": str(override.position),
                "move": found.game.name(override.move),
                "instead_of": _names(found.game, override.instead_of),
            }
            for override in found.overrides
        ],
        "at_least": found.at_least,
        "verdict": proof.verdict,
        "games": vars(proof.games),
    }


def cards(found: Plan) -> str:
    """Return a plan as the text of a CSV file with a card for each position to learn: the board, the move, a tag."""
    text = io.StringIO()
    text.write("".join(f"{line}\n" for line in _HEADERS))
    rows = csv.writer(text, lineterminator="\n")
    tag = f"noughts::{str(found.game).replace(',', 'x')}::{found.seat.seat}"
    for lesson in found.to_learn:
        rows.writerow([_front(lesson), _back(lesson), tag])
    return text.getvalue()


def _front(lesson: Lesson) -> str:
    return f"{_board(diagram(lesson.position))}{lesson.position.side} to move"


def _back(lesson: Lesson) -> str:
    name = lesson.position.game.name(lesson.move)
    reason = f": {escape(lesson.reason)}" if lesson.reason else ""
    return f"{_board(diagram(lesson.position.play(lesson.move), [lesson.move]))}<b>{name}</b>{reason}"


def _board(drawn: str) -> str:
    """Return a drawn board as HTML in one line."""
    return "<pre>" + escape(drawn).replace("\n", "<br>") + "</pre>"


def _names(game: Game, moves: tuple[Move, ...] | None) -> list[str] | None:
    return None if moves is None else [game.name(move) for move in moves]
