"""The codec: what is encoded comes back, and what is not a document is refused in one line."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import pytest

from noughts.core.game import Game, Moves
from noughts.core.position import Position
from noughts.errors import NotationError
from noughts.results.codec import decode, encode
from noughts.results.json_schema import schemas
from tests.refusals import refused


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
    (one, many), definitions = schemas(Tree, list[Leaf])
    assert (one, many["items"]) == ({"$ref": "#/$defs/Tree"}, {"$ref": "#/$defs/Leaf"})
    assert definitions["Leaf"]["required"] == ["chance"]
    assert definitions["Tree"]["properties"]["schema"]["const"] == "noughts/tree/1"


def test_a_value_that_is_refused_says_why() -> None:
    with refused("error.line-too-long", most=3):
        decode(list[Played], [{"game": [3, 3, 4]}])


def test_a_position_without_a_game_is_refused() -> None:
    with refused("error.document-field", field="'position'"):
        decode(Loose, {"position": ".../.../..."})


def test_the_schema_of_a_value_of_core_is_that_of_its_json() -> None:
    _, definitions = schemas(Played)
    assert set(definitions) == {"Played"}
    game = {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}
    position = {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None}
    line = {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "default": None}
    assert definitions["Played"]["properties"] == {"game": game, "position": position, "line": line}
