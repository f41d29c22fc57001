"""Every client is answered in its language: by its cookie, else by the header Accept-Language."""

from typing import Any

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.web.browser.host import BrowserHost
from tests.web.hosts import until
from tests.web.serving import API, Seated

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
    assert told["de"]["reason"] == "das erste Feld, dessen Reihen ihr am meisten wert sind, darunter a1-c3"
    assert told["de"]["saw"] == "höchste Bewertung 3.5, das erste von 4 gleichen Feldern"


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
    assert english.headers["vary"] == "Accept-Language, Cookie"


def test_a_strategy_that_thinks_in_a_worker(server: Any) -> None:
    game = Seated(server, game="4,4,4", x="human", o="search:nodes=50,plain=on")
    game.move("b2")
    until(server, game, lambda state: len(state["moves"]) == 2)
    address = f"{API}/games/{game.state['id']}"
    begins = {"en": "looked ", "de": "sah "}
    for code, begin in begins.items():
        assert server.get(address, headers={"Accept-Language": code}).json()["moves"][1]["reason"].startswith(begin)


async def test_a_browser_s_own_host() -> None:
    host = BrowserHost(Jobs(Application()))
    asked = {"method": "GET", "path": ASKED.removeprefix(API), "headers": GERMAN}
    assert "das Feld" in (await host.answer(asked, lambda state: None))["body"]
