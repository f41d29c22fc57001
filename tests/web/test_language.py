"""Every client is answered in its language, by its cookie, else by the header Accept-Language; problems too."""

from typing import Any
from urllib.parse import quote

import pytest

from tests.web.serving import API, Seated, problem

ASKED = f"{API}/analysis/decision?game=3,3,3&position=X../.../...&strategy=paths"
SEARCHED = f"{API}/analysis/decision?game=4,4,4&position=X.../..../..../....&strategy=search:nodes=50,plain=on"
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}


def test_an_answer_that_is_kept_is_kept_by_language(client: Any) -> None:
    """An instant one, and one that a worker makes."""
    for path, english, german in (
        (ASKED, "the cell whose lines", "das Feld, dessen Reihen"),
        (SEARCHED, "looked ", "sah "),
    ):
        for headers, begin in [({}, english), (GERMAN, german)] * 2:
            assert client.get(path, headers=headers).json()["reason"].startswith(begin)


def test_the_cookie_goes_first(client: Any) -> None:
    headers = {"Cookie": "noughts_player=x; noughts_language=en", **GERMAN}
    assert client.get(ASKED, headers=headers).json()["reason"].startswith("the cell")
    assert client.get(ASKED, headers={"Cookie": "noughts_language=de"}).json()["reason"].startswith("das Feld")


def test_the_players_of_a_game_read_it_in_their_own_languages(client: Any) -> None:
    """A strategy that moves at once, and one that thinks in a worker: the log keeps what each says, in no language."""
    game = Seated(client, game="3,3,3", x="human", o="paths")
    game.move("b2")
    address = f"{API}/games/{game.state['id']}"
    told = {code: client.get(address, headers={"Accept-Language": code}).json()["moves"][1] for code in ("en", "de")}
    assert told["en"]["reason"] == "the first cell whose lines are worth most to it, a1-c3 among them"
    assert told["de"]["reason"] == "das erste Feld, dessen Reihen am meisten zählen, darunter a1-c3"
    assert told["de"]["saw"] == "höchste Bewertung 3,5, das erste von 4 gleichen Feldern"


def test_a_game_that_a_client_has_is_another_in_another_language(client: Any) -> None:
    game = Seated(client, game="3,3,3", x="human", o="paths")
    game.move("b2")
    address = f"{API}/games/{game.state['id']}"
    english = client.get(address)
    kept = {"If-None-Match": english.headers["etag"]}
    assert client.get(address, headers=kept).status_code == 304
    german = client.get(address, headers={**kept, **GERMAN})
    assert german.status_code == 200
    assert "das erste Feld" in german.text
    assert english.headers["vary"].endswith("Accept-Language, Cookie")  # a server also compresses


PROVOKED: list[tuple[str, Any]] = [  # an address, and the body where there is one
    ("/nothing/here", None),
    ("/games/nothing", None),
    ("/analysis/proof", None),
    ("/games", ["a"]),
    ("/games", {"game": 3, "x": "human", "o": "human"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "human", "more": 1}),
    ("/games", {"game": "9" * 50, "x": "human", "o": "human"}),
    ("/games", {"game": "3,3", "x": "human", "o": "human"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "human", "moves": ["a1", "a1"]}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "nobody"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "paths:growth=x"}),
    ("/games", {"game": "3,3,3", "x": "human", "o": "rules: xyzzy"}),
    ("/games?before=x", None),
    ("/games?limit=1000", None),
    ("/analysis/hint?game=3,3,3&position=XXX/OOO/...", None),
    ("/analysis/hint?game=3,3,3&position=Q../.../...", None),
    ("/analysis/tree?game=3,3,3&position=X../.O./...", None),
    ("/analysis/review?game=3,3,3&moves=a1,a1", None),
    ("/analysis/lessons?game=3,3,3&moves=a1&seat=third", None),
    ("/analysis/values/events?game=3,3,3", None),
    ("/lessons/nothing", None),
    ("/lessons/win?seed=-1", None),
    ("/rules/study?game=3,3,3&rules=", None),
    ("/records", {"text": "X../.../..O/X.."}),
    ("/records", {"text": "(;GM[4]SZ[3];B[zz])"}),
    ("/records", {"text": '{"schema": "noughts/record/1", "game": [3, 3, 3], "moves": [1]}'}),
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
