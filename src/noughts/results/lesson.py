"""A lesson as JSON: the position, the question, the answer, and the line that refutes every other move."""

from collections.abc import Iterable, Mapping
from typing import Any

from noughts.core.game import Game, Move
from noughts.core.value import WORDS
from noughts.lessons import Grade, OnlyMove, Refutation
from noughts.results.values import place


def lesson(asked: OnlyMove, wrong: Mapping[Move, Refutation]) -> dict[str, Any]:
    """Return the document noughts/lesson/1.

    `moves` lead to the position; `line` begins with the answer, and each line in `wrong` with its move. `after` is
    what the wrong move leaves its side, null where that is not known.
    """
    game = asked.game
    return {
        "schema": "noughts/lesson/1",
        "grade": asked.grade,
        "seed": asked.seed,
        **place(asked.position),
        "moves": _names(game, asked.moves),
        "question": asked.question,
        "answer": game.name(asked.answer),
        "why": asked.why,
        "line": _names(game, asked.line),
        "wrong": {
            game.name(move): {
                "line": _names(game, found.line),
                "words": found.words,
                "after": None if found.after is None else WORDS[found.after],
            }
            for move, found in wrong.items()
        },
    }


def grade(listed: Grade) -> dict[str, Any]:
    """Return a grade: its name, title, boards, and what its lessons have in common."""
    games = [str(game) for game in listed.games]
    return {"name": listed.name, "title": listed.title, "games": games, "about": listed.about}


def _names(game: Game, moves: Iterable[Move]) -> list[str]:
    return [game.name(move) for move in moves]
