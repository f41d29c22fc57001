"""Every problem that a client can provoke is a sentence of the catalogue, in the client's language."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.serving import API, Seated, problem

READ = "/records"
PROVOKED: list[tuple[str, Any]] = [  # an address, and the body where there is one
    ("/nothing/here", None),
    ("/games/nothing", None),
    ("/analysis/proof", None),
    ("/games", ["a"]),
    ("/games", {"game": 3, "x": "human", "o": "human"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "human", "more": 1}),
    ("/games", {"game": "9" * 50, "x": "human", "o": "human"}),
    ("/games", {"game": "3,3", "x": "human", "o": "human"}),
    ("/games", {"game": "3,3,4", "x": "human", "o": "human"}),
    ("/games", {"game": "3,27,3", "x": "human", "o": "human"}),
    ("/games", {"game": "4,4,4", "x": "human", "o": "ring"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "nobody"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "paths:level=none"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "paths:nothing=1"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "paths:growth=0"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "paths:growth=x"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules: wn"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules: xyzzy"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules: if so: win"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules:"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules: win [a=b]"}),
    ("/games?before=x", None),
    ("/games?limit=1000", None),
    ("/analysis/hint?game=3,3,3&position=XX./.../...", None),
    ("/analysis/hint?game=3,3,3&position=XXX/OO./...", None),
    ("/analysis/hint?game=3,3,3&position=XXX/OOO/...", None),
    ("/analysis/hint?game=3,3,3&position=XO/...", None),
    ("/analysis/hint?game=3,3,3&position=Q../.../...", None),
    ("/analysis/hint?game=3,3,3&position=1_x--------", None),
    ("/analysis/tree?game=3,3,3&position=X../.O./...", None),
    ("/analysis/review?game=3,3,3&moves=a1,a1", None),
    ("/analysis/review?game=3,3,3&moves=zz", None),
    ("/analysis/review?game=3,3,3&moves=a1,b1,a2,b2,a3,c3", None),
    ("/analysis/lessons?game=3,3,3&moves=a1&seat=third", None),
    ("/analysis/values/events?game=3,3,3", None),
    ("/lessons/nothing", None),
    ("/lessons/win?seed=-1", None),
    ("/gallery/plan?game=3,3,3&strategy=nobody&seat=first", None),
    ("/rules/study?game=3,3,3&rules=", None),
    (READ, {"text": "X../.../..O/X.."}),
    (READ, {"text": "game 3,3,3\na1\nresult nobody"}),
    (READ, {"text": "(;GM[1])"}),
    (READ, {"text": "(;GM[4];B[aa])"}),
    (READ, {"text": "(;GM[4]SZ[3];B[aa];B[bb])"}),
    (READ, {"text": "(;GM[4]SZ[3];B[zz])"}),
    (READ, {"text": "(;GM[4]SZ[3];B[])"}),
    (READ, {"text": "(;GM[4]SZ[x];B[aa])"}),
    (READ, {"text": "(;GM[4]SZ[4:3];B[aa])"}),
    (READ, {"text": "(;GM[4]SZ[3]"}),
    (READ, {"text": "Piskvorky nothing"}),
    (READ, {"text": "Piskvorky 15x15, 0:0, 0\n16,1,0\n"}),
    (READ, {"text": "{}"}),
    (READ, {"text": "[" * 3000 + '{"a": 1}'}),
    (READ, {"text": '{"schema": "noughts/record/2"}'}),
    (READ, {"text": '{"schema": "noughts/record/1", "game": [3, 3]}'}),
    (READ, {"text": '{"schema": "noughts/record/1", "game": [3, 3, 3], "moves": [1]}'}),
    (READ, {"text": '{"schema": "noughts/record/1", "schema": 1}'}),
]


def told(client: Any, address: str, body: Any, language: str) -> dict[str, Any]:
    """Return the problem of a request, whose shape is checked."""
    headers = {"Accept-Language": language}
    address = API + quote(address, safe="/?=&,%")
    response = (
        client.get(address, headers=headers) if body is None else client.post(address, json=body, headers=headers)
    )
    problem(response)
    document: dict[str, Any] = response.json()
    return document


@pytest.mark.parametrize(("address", "body"), PROVOKED)
def test_a_problem_is_said_in_the_client_s_language(server: Any, address: str, body: Any) -> None:
    english, german = (told(server, address, body, language) for language in ("en", "de"))
    assert english["said"] == german["said"], english["detail"]
    assert english["detail"] != german["detail"]
    assert english["title"] != german["title"]
    pairs = zip(english.get("errors", ()), german.get("errors", ()), strict=True)
    assert all(one["where"] == other["where"] and one["message"] != other["message"] for one, other in pairs)


def changes(game: Seated) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the requests to a game, after a move of X, that it refuses, with the seat."""
    yield "moves", {"cell": "b2", "seat": "O"}
    yield "moves", {"cell": "a1", "seat": "X"}
    yield "moves", {"cell": "a1", "seat": None}
    yield "moves", {"cell": "a1", "seat": "nobody"}
    yield "moves", {"cell": "a1", "seat": "O", "version": 0}
    yield "redo", {"seat": "O"}
    yield "undo", {"seat": "O"}
    yield "step", {"seat": "O"}


def test_a_game_refuses_in_the_client_s_language(server: Any) -> None:
    game = Seated(server, game="3,3,3", x="human", o="human")
    game.move("b2")
    for what, asked in changes(game):
        details = []
        for language in ("en", "de"):
            server.headers["Accept-Language"] = language
            response = game.post(what, **asked)
            problem(response)
            details.append(response.json())
        assert details[0]["said"] == details[1]["said"], details[0]["detail"]
        assert details[0]["detail"] != details[1]["detail"]
    del server.headers["Accept-Language"]


def test_a_sentence_in_german(server: Any) -> None:
    assert (
        told(server, "/analysis/review?game=3,3,3&moves=a1,a1", None, "de")["detail"]
        == "Zug 2: a1 ist schon von X besetzt"
    )
