"""A plan as flash cards, for a program that asks for what is to be learnt."""

import csv
import io
from html import escape

from noughts.core.notation import diagram
from noughts.prove.plan import Lesson, Plan

# What Anki reads from the first lines of a file of cards; other programs take them for comments.
_HEADERS = ("#separator:Comma", "#html:true", "#notetype:Basic", "#columns:Front,Back,Tags", "#tags column:3")


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
    reason = f": {escape(str(lesson.reason))}" if lesson.reason else ""
    return f"{_board(diagram(lesson.position.play(lesson.move), [lesson.move]))}<b>{name}</b>{reason}"


def _board(drawn: str) -> str:
    """Return a drawn board as HTML in one line."""
    return "<pre>" + escape(drawn).replace("\n", "<br>") + "</pre>"
