"""Games over the API: seats, moves, replies, undo, requests that cross."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.core.game import Game
from noughts.core.position import Side
from noughts.web.browser.host import InlinePool
from noughts.web.hub import Hub
from noughts.web.play.documents import DocumentStore
from noughts.web.play.games import GameService
from noughts.web.play.live import (
    LiveGame,
    LoggedMove,
    hashed,
    places_of,
)
from tests.refusals import refused
from tests.web.hosts import until
from tests.web.serving import API, Seated, problem, serving, sqlite


def test_an_exact_game_goes_on_after_an_overline(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, game="6,2,3-exact", x="human", o="friend")
        for cell, answer in (("a1", "a2"), ("b1", "b2"), ("d1", "d2"), ("c1", "f2")):
            game.move(cell)
            game.move(answer, seat="O")
        assert (game.state["game"], game.state["outcome"]) == ("6,2,3-exact", None)
        path = f"{API}/games/{game.state['id']}"
        assert client.get(f"{path}/record/json").json()["game"] == [6, 2, 3, "exact"]
    with serving(sqlite(tmp_path)) as client:
        again = client.get(path).json()
        assert (again["game"], len(again["moves"]), again["outcome"]) == ("6,2,3-exact", 8, None)


def test_a_slow_strategy_thinks_in_a_process_of_its_own(client: Any) -> None:
    game = Seated(client, game="4,3,3", x="human", o="perfect")
    game.move("b2")
    assert (game.state["waits_for"], game.state["thinking"]) == ("strategy", True)
    state = until(client, game, lambda state: not state["thinking"])
    assert [move["side"] for move in state["moves"]] == ["X", "O"]
    assert state["moves"][1]["reason"].startswith("loses in")


def test_what_changes_while_a_strategy_thinks(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:  # whose workers have to start first
        game = Seated(client, game="4,3,3", x="human", o="perfect")
        game.move("b2")
        assert game.state["thinking"]
        game.post("undo")
        assert game.cells == []
        game.move("c2")
        state = until(client, game, lambda state: not state["thinking"])
        assert state["moves"][0]["cell"] == "c2"
        assert len(state["moves"]) == 2


FAILING = """
from noughts import Decision

class Failing:
    name = "failing"
    noisy = False

    def supports(self, game):
        return True

    def decide(self, position, rng):
        raise ValueError("no idea")
"""


def test_a_strategy_that_fails_is_told_and_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    player = f"{path}:Failing"
    with serving(sqlite(tmp_path), players=(player,)) as client:
        assert player in [one["name"] for one in client.get(f"{API}/strategies").json()["strategies"]]
        game = Seated(client, x="human", o=player)
        game.move("b2")
        state = until(client, game, lambda state: state["failure"])
        assert "ValueError" in state["failure"]
        assert (state["waits_for"], state["thinking"]) == ("strategy", False)
        game.state = state
        assert game.post("step").json()["thinking"]
        assert until(client, game, lambda state: state["failure"])["version"] == 1
        assert client.get(f"{API}/games/{state['id']}").json()["failure"]


def test_a_rematch_swaps_sides_and_keeps_tokens(client: Any) -> None:
    game = Seated(client, x="human", o="friend")
    game.move("a1")
    first = game.post("rematch", "X")
    assert first.status_code == 201
    again = client.post(
        f"{API}/games/{game.state['id']}/rematch", headers={"Authorization": f"Bearer {game.tokens['O']}"}
    ).json()
    assert first.json()["game"]["id"] == again["game"]["id"]
    assert first.json()["tokens"] == {"O": game.tokens["X"]}
    assert again["tokens"] == {"X": game.tokens["O"]}
    assert again["game"]["players"] == {"X": "friend", "O": "human"}
    assert client.get(f"{API}/games/{game.state['id']}").json()["rematch"] == again["game"]["id"]
    opened = Seated(client, x="human", o="ring").post("rematch", "X").json()["game"]
    assert [move["cell"] for move in opened["moves"]] == ["b2"]


def test_hints_are_agreed_on_at_creation(client: Any) -> None:
    """Both people see what was agreed, also in the rematch; without a word about it there are none."""
    assert Seated(client, x="human", o="friend").state["hints"] is False
    agreed = Seated(client, x="human", o="friend", hints=True)
    assert agreed.state["hints"] is True
    agreed.move("a1")
    assert client.get(f"{API}/games/{agreed.state['id']}").json()["hints"] is True
    assert agreed.post("rematch", "X").json()["game"]["hints"] is True
    refused = client.post(f"{API}/games", json={"x": "human", "o": "friend", "hints": "yes"})
    assert problem(refused) == (422, "invalid-request")


def test_everybody_lists_their_own_games_only(server: TestClient) -> None:
    server.cookies.clear()
    mine = Seated(server, x="human", o="friend")
    listed = server.get(f"{API}/games").json()["games"]
    assert [(one["id"], one["seats"]) for one in listed] == [(mine.state["id"], ["X"])]
    server.cookies.clear()
    assert server.get(f"{API}/games").json() == {"games": [], "next": None}
    assert problem(mine.post("seats", "nobody")) == (403, "wrong-token")
    assert mine.post("seats", "O").json() == {"seats": ["O"]}
    listed = server.get(f"{API}/games").json()["games"]
    assert [(one["id"], one["seats"]) for one in listed] == [(mine.state["id"], ["O"])]


def test_only_hashes_are_kept_of_tokens(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, x="human", o="friend")
    files = b"".join(path.read_bytes() for path in tmp_path.glob("games.sqlite*"))
    assert hashed(game.tokens["X"]).encode() in files
    assert game.tokens["X"].encode() not in files


def test_a_game_as_it_stands_is_not_sent_twice(client: Any) -> None:
    game = Seated(client, x="human", o="ring")
    read = client.get(f"{API}/games/{game.state['id']}")
    assert read.json() == game.state
    same = client.get(f"{API}/games/{game.state['id']}", headers={"If-None-Match": read.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    game.move("a1")
    assert (
        client.get(f"{API}/games/{game.state['id']}", headers={"If-None-Match": read.headers["etag"]}).json()
        == game.state
    )


@pytest.mark.parametrize(
    "new",
    [
        {"game": "three"},
        {"x": "os:system"},
        {"moves": ["z1"]},
        {"game": 333},
        {"x": "x" * 201},
    ],
)
def test_what_cannot_be_played_is_refused(client: Any, new: dict[str, Any]) -> None:
    assert problem(client.post(f"{API}/games", json=new)) == (422, "invalid-request")


def test_a_game_that_is_not_there(client: Any) -> None:
    for address in ("nothing", "nothing/events", "nothing/record/sgf"):
        assert problem(client.get(f"{API}/games/{address}")) == (404, "no-such-game")


def test_a_reply_that_was_not_made_is_made_after_a_restart(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, game="4,3,3", x="human", o="perfect")
        game.move("b2")  # the server stops before the strategy has answered
    with serving(sqlite(tmp_path)) as client:
        state = until(client, game, lambda state: state["waits_for"] == "person")
        assert len(state["moves"]) == 2


async def soon(messages: AsyncIterator[int]) -> int:
    """Return the next message, which has to be there already or come at once."""
    return await asyncio.wait_for(anext(messages), 5)


async def test_a_slow_follower_gets_the_newest_alone() -> None:
    hub = Hub[int]()
    with hub.listening("a") as listener:
        messages = aiter(listener)
        for message in (5, 9, 7):
            hub.tell("a", message)
        assert await soon(messages) == 7
        hub.tell("a", 8)
        hub.close()
        assert [message async for message in messages] == [8]


async def test_what_was_read_before_is_not_told_after_a_move() -> None:
    """Two threads read a game, and the one that read it first comes last."""
    service = GameService(DocumentStore({}), Application(), InlinePool(Jobs(Application())), alone=True)
    before = replace(begun(), players=("human", "friend"))
    with service.hub.listening(before.id) as listener:
        messages = aiter(listener)
        for game in (before.move("X", 4), before):
            service._published(game)
        service.hub.close()
        assert [state.version async for state in messages] == [1]


async def test_who_comes_when_all_is_over_is_not_kept() -> None:
    hub = Hub[int]()
    hub.close()
    with hub.listening("a") as listener:
        assert [message async for message in listener] == []


def begun(*opening: int) -> LiveGame:
    """Return a game before its first move."""
    players = "human", "paths"
    tokens = {place: hashed(place) for place in places_of(players)}
    return LiveGame.start("A" * 22, Game(3, 3, 3), players, tokens, opening)


def test_a_move_says_why() -> None:
    game = begun().move("X", 4)
    assert (game.version, game.waits_for, game.over) == (1, "strategy", False)
    game = game.move("O", 0, "a\ud800 corner")
    assert game.moves == (LoggedMove(4, Side.X), LoggedMove(0, Side.O, "a? corner"))
    assert (game.version, game.waits_for) == (2, "person")
    assert abs(datetime.now(UTC) - game.updated) < timedelta(minutes=1)


def test_a_request_is_known_by_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.play.live._REQUESTS", 2)
    game = begun().noting("a", "move b2").noting("b", "undo").noting("c", "redo").noting(None, "move")
    assert [game.seen(key, "undo") for key in ("a", "b", None)] == [False, True, False]
    with refused("error.key-reused"):
        game.seen("c", "undo")
