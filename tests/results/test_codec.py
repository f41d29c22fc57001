"""The codec: what is encoded comes back, and what is no document is refused in one line."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import pytest

from noughts.errors import NotationError
from noughts.results.codec import decode, encode
from noughts.results.json_schema import schemas


@dataclass(frozen=True)
class Leaf:
    chance: Fraction


@dataclass(frozen=True)
class Tree:
    """A document."""

    leaves: dict[str, Leaf]
    best: Leaf | None = None
    schema: Literal["noughts/tree/1"] = "noughts/tree/1"


TREE = Tree({"a1": Leaf(Fraction(1, 3))})


def test_a_result_comes_back() -> None:
    document = encode(TREE)
    assert document == {"leaves": {"a1": {"chance": "1/3"}}, "best": None, "schema": "noughts/tree/1"}
    assert decode(Tree, document) == TREE


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
