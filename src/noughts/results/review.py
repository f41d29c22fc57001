"""A judged game as JSON: for every move what it did to the exact value."""

import json
from collections.abc import Sequence
from typing import Any

from noughts.core.judgement import Judged, Judgement, Opinion
from noughts.core.position import Side
from noughts.core.record import Record
from noughts.core.value import WORDS


def replay(record: Record, judged: Sequence[Judged] | None) -> dict[str, Any]:
    """Return the document noughts/replay/1 of a game; `review` is null if it was not requested."""
    moves = None if judged is None else _moves(record, judged, "move", "slip")
    for move, one in zip(moves or (), judged or (), strict=True):
        move["search"] = _opinion(record, one) if isinstance(one, Opinion) else None
    return {
        "schema": "noughts/replay/1",
        "record": json.loads(record.to_json()),
        "boards": [str(position) for position in record.positions()],
        "review": moves,
    }


def review(record: Record, judged: Sequence[Judged]) -> dict[str, Any]:
    """Return a judged game as the server sends it; `mistakes` are indices of moves."""
    found = _moves(record, judged, "cell", "mistake")
    return {"moves": found, "mistakes": [index for index, move in enumerate(found) if move["mistake"]]}


def _moves(record: Record, judged: Sequence[Judged], cell: str, mistake: str) -> list[dict[str, Any]]:
    """The judged moves; `cell` and `mistake` are the keys of a move's name and of whether it gave value away."""
    found = []
    for ply, (name, judgement) in enumerate(zip(record.cell_names, judged, strict=True)):
        known = judgement if isinstance(judgement, Judgement) else None
        found.append(
            {
                cell: name,
                "side": (Side.O if ply % 2 else Side.X).value,
                "before": known and WORDS[known.before],
                "after": known and WORDS[known.after],
                mistake: known and known.mistake,
                "words": known and str(known),
                "only": known and known.only,
                "forced": known and known.forced,
                "better": known and [record.game.name(move) for move in known.better],
                "known": known is not None,
                "reason": None if known else str(judgement),
            }
        )
    return found


def _opinion(record: Record, opinion: Opinion) -> dict[str, Any]:
    """What a search says of a move without a known value: proved results of the mover, else an estimate."""
    name = record.game.name
    return {
        "before": None if opinion.before is None else WORDS[opinion.before],
        "after": None if opinion.after is None else WORDS[opinion.after],
        "slip": opinion.mistake,
        "estimate": opinion.estimate,
        "drop": opinion.drop,
        "better": None if opinion.better is None else name(opinion.better),
        "line": [name(move) for move in opinion.line],
        "words": opinion.words,
    }
