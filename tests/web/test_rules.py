"""Lists of rules over the API: what cards can say, what a list does, and games and proofs of a list."""

from typing import Any

import pytest

from noughts.app.rule_lists import shelf, study
from noughts.core.game import Game
from noughts.results.codec import encode
from tests.web.serving import API, problem

LIST = "win, block, centre, corner, any"


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "15,15,5"])
def test_the_shelf(client: Any, game: str) -> None:
    assert client.get(f"{API}/rules", params={"game": game}).json() == encode(shelf(Game.from_text(game)))


@pytest.mark.parametrize("game", ["3,3,3", "4,4,4"])
def test_a_study(client: Any, game: str) -> None:
    found = client.get(f"{API}/rules/study", params={"rules": LIST, "game": game})
    assert (found.status_code, found.json()) == (200, encode(study(LIST, Game.from_text(game))))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("win, blok", "no condition 'blok': did you mean 'block'"),
        ("", "query.rules"),
        ("win, " * 201, "query.rules: it has 1,005 characters, at most 1,000 are accepted"),
        ("mine.rules", "no condition 'mine.rules'"),
    ],
)
def test_what_is_refused(client: Any, rules: str, words: str) -> None:
    response = client.get(f"{API}/rules/study", params={"rules": rules})
    assert problem(response) == (422, "invalid-request")
    assert words in response.json()["detail"]


def test_a_game_against_a_list(client: Any) -> None:
    """Its moves come with their rules."""
    created = client.post(f"{API}/games", json={"x": "human", "o": f"rules: {LIST}"}).json()
    token, game = created["tokens"]["X"], created["game"]
    moved = client.post(
        f"{API}/games/{game['id']}/moves",
        json={"cell": "a1", "version": game["version"]},
        headers={"Authorization": f"Bearer {token}"},
    ).json()
    assert [(move["side"], move["cell"], move["reason"]) for move in moved["moves"]][1:] == [
        ("O", "b2", "3. centre: takes the middle")
    ]
