"""The documents: one shape for one result, with its JSON Schema; what a command prints is read back as it was."""

import json
import math
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import fastjsonschema
import pytest

from benchmarks import schemas
from noughts.arena.play import measure
from noughts.board_text.position_text import parse_position
from noughts.core.game import Game, Moves
from noughts.core.notation import STANDARD
from noughts.core.position import Position, Side
from noughts.core.record import Record
from noughts.core.value import Value
from noughts.errors import LimitExceeded, NotationError
from noughts.players.player import Decision
from noughts.prove import Uncounted, prove
from noughts.prove.regret import regret
from noughts.results.codec import decode, encode
from noughts.results.decision import decision_of, explanation
from noughts.results.json_schema import schemas as schemas_of
from noughts.results.proof import proof
from noughts.results.review import replay, review
from noughts.results.values import exact_values
from noughts.review.judgement import SearchJudgement, judge_game
from noughts.solve.minimax import Plain
from noughts.strategies import load
from tests.cli.conftest import Run
from tests.refusals import refused

POSITION = parse_position("XOX/OXO/.X.")  # O may move at a3 or c3: X then wins at the other


def test_a_decision() -> None:
    scores = [*[None] * 6, math.inf, None, -math.inf]
    decision = Decision((6,), tuple(scores), "why", saw="6 of 9")
    lines = [((2, 4, 6), 2.5), ((0, 4, 8), 0.0), ((6, 7, 8), math.inf)]
    found = encode(decision_of("own", POSITION, decision, lines))
    assert found == {
        "strategy": "own",
        "side": "O",
        "moves": ["a3"],
        "chances": None,
        "reason": "why",
        "saw": "6 of 9",
        "effect": {"kind": "stops-but-lost", "stops": True, "cells": ["c3"], "count": 0},
        "passed": None,
        "scores": {"a3": 1e300, "c3": -1e300},
        "lines": [{"cells": ["c1", "b2", "a3"], "score": 2.5}, {"cells": ["a3", "b3", "c3"], "score": 1e300}],
    }
    assert json.dumps(found, allow_nan=False)
    other = encode(decision_of("own", POSITION, decision, lines, 8))
    assert other["effect"] == {"kind": "stops-but-lost", "stops": True, "cells": ["a3"], "count": 0}
    told = encode(explanation("own", POSITION, decision, None, None))
    assert [*told][:4] == ["schema", "game", "position", "side"]
    assert (told["schema"], told["game"], told["lines"], told["truth"]) == (
        "noughts/explanation/1",
        [3, 3, 3],
        [],
        None,
    )


def test_one_shape_of_values() -> None:
    values = {6: Value(-1, 2), 8: Value(0, 2)}
    told = encode(explanation("own", POSITION, Decision((6,), reason="why"), None, values))
    assert told["truth"] == {
        "value": "draw",
        "distance": 2,
        "moves": {"a3": {"value": "loss", "distance": 2}, "c3": {"value": "draw", "distance": 2}},
        "unknown": [],
        "reason": None,
    }
    assert told["keeps"] is False
    assert explanation("own", POSITION, Decision((8,), reason="why"), None, values).keeps
    sent = encode(exact_values(POSITION, values))
    place = {"schema": "noughts/analysis/1", "game": [3, 3, 3], "position": "XOX/OXO/.X.", "side": "O"}
    assert sent == place | told["truth"]
    partly = encode(exact_values(POSITION, {6: Value(-1, 2)}, "no time"))
    assert partly == sent | {
        "value": None,
        "distance": None,
        "moves": {"a3": {"value": "loss", "distance": 2}},
        "unknown": ["c3"],
        "reason": "no time",
    }


def test_a_judged_game() -> None:
    truth = Plain().values

    def late(position: Position) -> dict[int, Value]:
        if position.ply < 2:
            raise LimitExceeded("no time")
        return dict(truth(position))

    record = Record(STANDARD, (4, 1, 0, 3))  # O at b1 loses; X at a1 wins; O at a2 does not answer
    judged = [*judge_game(record, late)][::-1]
    sent = review(record, judged)
    assert [move.known for move in sent.moves] == [False, False, True, True]
    assert sent.moves[0].reason == "no time"
    assert (sent.moves[2].before, sent.moves[2].after, sent.mistakes) == ("win", "win", [])
    assert replay(record, judged).review == sent.moves
    assert replay(record, None).review is None
    judgement = SearchJudgement("missed", before=1, after=0, better=2, line=(2, 5))
    move = (encode(replay(record, [judgement, *judged[1:]]))["review"])[0]
    assert (move["known"], move["reason"], move["mistake"]) == (False, "missed", None)
    assert move["search"] == {
        "before": "win",
        "after": "draw",
        "mistake": True,
        "estimate": None,
        "drop": 0,
        "better": "c1",
        "line": ["c1", "c2"],
        "words": "missed",
    }
    mistaken = review(Record(STANDARD, (4, 1)), [*judge_game(Record(STANDARD, (4, 1)), truth)][::-1])
    assert mistaken.mistakes == [1]


def test_what_is_known_of_a_strategy() -> None:
    first = load("first")
    limited = Uncounted("first", Side.O, "beyond 10 positions")
    both = encode(proof(STANDARD, "first", {Side.X: prove(first, STANDARD, Side.X), Side.O: limited}))
    assert both["schema"] == "noughts/proof/1"
    assert both["seats"]["first"]["verdict"] == "can lose"
    assert both["seats"]["second"] == {"verdict": "no verdict", "reason": "beyond 10 positions", "losing_line": None}
    measured = measure(first, load("random"), STANDARD, Side.X, games=20)
    played = encode(proof(STANDARD, "first", {Side.X: measured}))
    assert played["schema"] == "noughts/measurement/1"
    assert sum(played["seats"]["first"]["games"].values()) == 20
    slips = encode(regret(first, STANDARD, Plain().values))
    assert slips["schema"] == "noughts/regret/1"
    assert slips["kinds"]["draw to loss"] == {"count": 514, "line": ["a1"], "move": "b1"}


LINES = {
    "analysis": "solve XX./.../O.. --moves",
    "census": "census 3,3,3",
    "check": "check FILE --strategy first; check FILE --max-entries 1; check PROGRAM; check TABLE --all; check TABLE",
    "explanation": "explain XX./.../O.. --strategy PROGRAM; explain .../.../... --strategy weights",
    "fix": "fix weights --seat first; fix first --game 3,3,2",
    "grade": "grade PROGRAM",
    "lesson": "lesson fork --seed 1",
    "match": "match ring random; match ring random --games 4",
    "measurement": "prove paths:level=easy --games 2",
    "plan": "plan ring --seat second; plan PROGRAM",
    "proof": "prove ring; prove ring --max-positions 2; prove PROGRAM; prove paths",
    "regret": "regret PROGRAM",
    "replay": "replay GAME --explain",
    "reply-tree": "solve XXO/OOX/X.. --tree",
    "sequences": "census 3,3,3 --depth 2",
    "solution": "solve 3,3,3",
    "strategies": "strategies",
    "tabulate": "tabulate 3,3,3 --out NEW",
}


def test_every_document_has_a_line() -> None:
    assert {f"noughts/{name}/1" for name in LINES} == {*schemas.DOCUMENTS}


@pytest.mark.parametrize("name", LINES)
def test_what_a_command_prints_fits_its_schema(run: Run, tmp_path: Path, name: str) -> None:
    """The schemas in the documents are for whoever reads what commands print."""
    files = {word: str(tmp_path / word.lower()) for word in ("FILE", "TABLE", "GAME", "NEW")}
    files["PROGRAM"] = str(tmp_path / "low.py")
    Path(files["PROGRAM"]).write_text("def move(board):\n    return board.index(' ')\n")
    Path(files["GAME"]).write_text("1. b2 a1 2. c3")
    if name == "check":
        run("prove", "ring", "--seat", "second", "--certificate", files["FILE"])
        run("tabulate", "3,3,3", "--out", files["TABLE"])
    fits = fastjsonschema.compile(schemas.schema_of(f"noughts/{name}/1"))
    for line in LINES[name].split("; "):
        document = json.loads(run(*(files.get(word, word) for word in line.split()), "--json").out)
        assert document["schema"] == f"noughts/{name}/1"
        fits(document)


@dataclass(frozen=True)
class Leaf:
    chance: Fraction


@dataclass(frozen=True)
class Tree:
    """A document."""

    leaves: dict[str, Leaf]
    best: Leaf | None = None
    schema: Literal["noughts/tree/1"] = "noughts/tree/1"


@dataclass(frozen=True)
class Played:
    """A document with values of core."""

    game: Game
    position: Position | None = None
    line: Moves | None = None
    traced: str = field(default="", metadata={"serialize": "omit"})


@dataclass(frozen=True)
class Loose:
    """A position, and no game."""

    position: Position


TREE = Tree({"a1": Leaf(Fraction(1, 3))})


def test_a_result_comes_back() -> None:
    document = encode(TREE)
    assert document == {"leaves": {"a1": {"chance": "1/3"}}, "best": None, "schema": "noughts/tree/1"}
    assert decode(Tree, document) == TREE


@pytest.mark.parametrize(
    ("game", "written"), [(Game(4, 3, 3), [4, 3, 3]), (Game(5, 5, 4, exact=True), [5, 5, 4, "exact"])]
)
def test_values_of_core_stand_in_fields(game: Game, written: list[int | str]) -> None:
    position = Position(game).play(1)
    document = encode(Played(game, position, Moves(game, (1, 5)), "not written"))
    assert document == {"game": written, "position": str(position), "line": ["b1", game.name(5)]}
    found = decode(Played, document)
    assert found == Played(game, position, Moves(game, (1, 5)))
    assert (found.position, found.line and found.line.game) == (position, game)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({}, "the document has no 'leaves'"),
        ({"leaves": 3}, "the document has an invalid 'leaves': 3"),
        ({"leaves": {}, "schema": "noughts/tree/2"}, "the document has an invalid 'schema': 'noughts/tree/2'"),
        ([], "not a document of Tree: '[]'"),
    ],
)
def test_what_is_no_document_is_refused(document: Any, message: str) -> None:
    with pytest.raises(NotationError) as error:
        decode(Tree, document)
    assert str(error.value) == message


def test_schemas_name_what_they_share() -> None:
    (one, many), definitions = schemas_of(Tree, list[Leaf])
    assert (one, many["items"]) == ({"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Leaf"})
    assert definitions["Leaf"]["required"] == ["chance"]
    assert definitions["Tree"]["properties"]["schema"]["const"] == "noughts/tree/1"


def test_a_value_that_is_refused_says_why() -> None:
    with refused("error.line-too-long", most=3):
        decode(list[Played], [{"game": [3, 3, 4]}])


def test_a_position_without_a_game_is_refused() -> None:
    with refused("error.document-field", field="'position'"):
        decode(Loose, {"position": ".../.../..."})
