"""Games over the API: seats, moves, replies, undo, requests that cross."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.core.game import Game
from noughts.web.ask.pool import Pool
from noughts.web.play.games import GameService
from noughts.web.play.live import hashed
from noughts.web.play.store import Store
from tests.web.hosts import until
from tests.web.serving import API, WORKER, Seated, problem, serving, sqlite


def test_a_quick_strategy_replies_in_the_same_answer(client: Any) -> None:
    game = Seated(client, game="3,3,3", x="human", o="paths")
    assert set(game.tokens) == {"X"}
    game.move("b2")
    assert game.cells == ["b2", "a1"]
    assert game.state["moves"][1]["by"] == "paths"
    asked, made = game.state["moves"]
    assert (made["reason"], made["saw"]) == (
        "the first cell whose lines are worth most to it, a1-c3 among them",
        "greatest score 3.5, the first of 4 equal cells",
    )
    assert made["does"] == ""
    assert (asked["reason"], asked["saw"], asked["does"]) == (None, None, None)
    assert (game.state["version"], game.state["waits_for"], game.state["to_move"]) == (2, "person", "X")


def test_a_strategy_that_moves_first_has_moved_when_the_game_is_created(client: Any) -> None:
    game = Seated(client, game="3,3,3", x="ring", o="human")
    assert game.cells == ["b2"]
    assert set(game.tokens) == {"O"}


def test_a_game_to_its_end(client: Any) -> None:
    game = Seated(client, x="human", o="first")
    for cell in ("c3", "b2", "b3"):
        game.move(cell)
    assert game.cells == ["c3", "a1", "b2", "b1", "b3", "c1"]
    assert game.state["outcome"] == {"winner": "O", "line": ["a1", "b1", "c1"], "ending": "line"}
    assert (game.state["to_move"], game.state["waits_for"], game.state["may"]["resign"]) == (None, None, [])
    assert problem(game.move("a3")) == (422, "illegal-move")


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


def test_only_a_seats_holder_moves(client: Any) -> None:
    game = Seated(client, x="human", o="friend")
    assert set(game.tokens) == {"X", "O"}
    assert problem(game.move("a1", seat=None)) == (401, "no-token")
    assert problem(game.move("a1", seat="somebody")) == (403, "wrong-token")
    early = game.move("a1", seat="O")
    assert problem(early) == (409, "not-your-turn")
    assert early.json()["state"]["version"] == 0
    assert game.move("a1").status_code == 200
    assert game.move("b2", seat="O").status_code == 200


def test_what_the_rules_forbid_is_said_in_words(client: Any) -> None:
    game = Seated(client, x="human", o="human")
    game.move("b2")
    taken = game.move("b2", seat="O")
    assert problem(taken) == (422, "illegal-move")
    assert taken.json()["detail"] == "b2 is taken by X"
    nowhere = game.move("z9", seat="O")
    assert problem(nowhere) == (422, "invalid-request")
    assert "'z9'" in nowhere.json()["detail"]


def test_a_request_that_saw_an_older_game_changes_nothing_and_brings_the_newer(client: Any) -> None:
    game = Seated(client, x="human", o="paths")
    game.move("b2")
    stale = game.move("c3", version=0)
    assert problem(stale) == (409, "conflict")
    assert stale.json()["state"] == game.state


def test_a_repeated_request_changes_nothing(client: Any) -> None:
    game = Seated(client, x="human", o="paths")
    first = game.move("b2", key="one", version=0).json()
    again = game.move("b2", key="one", version=0)
    assert (again.status_code, again.json()) == (200, first)
    other = game.move("c3", key="one", version=2)
    assert problem(other) == (422, "invalid-request")
    assert "'one'" in other.json()["detail"]


def test_of_two_who_move_at_once_exactly_one_wins(server: TestClient) -> None:
    for _ in range(5):
        game = Seated(server, game="15,15,5", x="human", o="human")
        game_id, token = game.state["id"], game.tokens["X"]
        answers: list[Any] = []

        def send(cell: str, game_id: str = game_id, token: str = token, answers: list[Any] = answers) -> None:
            answers.append(
                server.post(
                    f"{API}/games/{game_id}/moves",
                    json={"cell": cell, "version": 0},
                    headers={"Authorization": f"Bearer {token}"},
                )
            )

        threads = [threading.Thread(target=send, args=(f"{letter}1",)) for letter in "abcdefgh"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        won = next(answer.json() for answer in answers if answer.status_code == 200)
        assert all(answer.json()["state"] == won for answer in answers if answer.status_code == 409)


def test_resigning_and_taking_it_back(client: Any) -> None:
    game = Seated(client, x="human", o="ring")
    game.post("resign")
    assert game.state["outcome"] == {"winner": "O", "line": None, "ending": "resignation"}
    assert client.get(f"{API}/games/{game.state['id']}/record/json").json()["ending"] == "X resigned"
    game.post("undo")
    assert game.state["outcome"] is None


def test_an_opening_stays(client: Any) -> None:
    game = Seated(client, x="human", o="ring", moves=["a1", "b2"])
    assert (game.state["opening"], game.cells, game.state["may"]["undo"]) == (2, ["a1", "b2"], [])
    bad = client.post(f"{API}/games", json={"moves": ["a1", "a1"]})
    assert problem(bad) == (422, "illegal-move")
    assert bad.json()["detail"] == "move 2, 'a1': a1 is taken by X"


def test_a_host_paces_two_strategies(client: Any) -> None:
    game = Seated(client, x="ring", o="paths")
    assert (set(game.tokens), game.cells, game.state["thinking"]) == ({"host"}, [], False)
    while game.state["outcome"] is None:
        before = game.cells
        assert game.post("step", "host").status_code == 200
        assert game.cells[:-1] == before
    assert game.state["outcome"]["winner"] is None
    assert problem(game.post("step", "host")) == (409, "conflict")
    game.post("undo", "host")
    assert len(game.cells) == 8
    stale = game.post("step", "host", version=0)
    assert (stale.status_code, len(game.cells)) == (200, 8)
    assert problem(game.post("step", "elsewhere")) == (403, "wrong-token")


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


def test_a_list_in_pages(client: Any) -> None:
    made = [Seated(client, x="human", o="ring").state["id"] for _ in range(5)]
    first = client.get(f"{API}/games", params={"limit": 3}).json()
    rest = client.get(f"{API}/games", params={"limit": 3, "before": first["next"]}).json()
    assert [game["id"] for game in (*first["games"], *rest["games"])] == made[::-1]
    assert rest["next"] is None
    assert problem(client.get(f"{API}/games", params={"before": "yesterday"})) == (422, "invalid-request")


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


def test_a_stream_begins_with_the_state(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, x="human", o="perfect")
        hub = client.app.state.services.games.hub  # type: ignore[attr-defined]
        told: list[str] = []

        def follow() -> None:
            with client.stream("GET", f"{API}/games/{game.state['id']}/events") as stream:
                assert stream.headers["content-type"].startswith("text/event-stream")
                told.extend(line for line in stream.iter_lines() if line)

        # The test's transport hands a stream over when it has ended: it ends with the hub.
        follower = threading.Thread(target=follow)
        follower.start()
        while not hub.listeners(game.state["id"]):
            follower.join(0.01)
            assert follower.is_alive()
        client.portal.call(hub.close)  # type: ignore[union-attr]
        follower.join()
        assert [line for line in told if line.startswith(("id:", "event:"))] == ["event: state", "id: 0"]


async def test_everybody_who_follows_a_game_is_sent_every_change(tmp_path: Path) -> None:
    store, pool = Store(sqlite(tmp_path)), Pool(WORKER, 1)
    games = GameService(store, Application(), pool)
    created = await games.create(Game(3, 3, 3), ("human", "friend"), (), "owner")
    name, tokens = created.game.id, created.tokens
    streams = [games.follow(name) for _ in range(2)]

    async def versions() -> list[int]:
        return [(await asyncio.wait_for(anext(stream), 30)).version for stream in streams]

    assert await versions() == [0, 0]
    await games.change("move", name, tokens["X"], 0, None, "b2")
    assert await versions() == [1, 1]
    await games.change("move", name, tokens["O"], 1, None, "a1")
    await games.change("resign", name, tokens["X"], 2, None)
    assert await versions() == [3, 3]
    await games.rematch(name, tokens["X"])
    assert {(await asyncio.wait_for(anext(stream), 30)).rematch for stream in streams} != {None}
    games.hub.close()
    assert [[state async for state in stream] for stream in streams] == [[], []]
    await games.close()
    await pool.close()
    store.close()


def test_a_game_outlives_its_server(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, x="human", o="paths")
        game.move("b2")
    with serving(sqlite(tmp_path)) as client:
        assert client.get(f"{API}/games/{game.state['id']}").json() == game.state
        game.client = client
        assert game.move("c3").status_code == 200


def test_a_reply_that_was_not_made_is_made_after_a_restart(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path)) as client:
        game = Seated(client, game="4,3,3", x="human", o="perfect")
        game.move("b2")  # the server stops before the strategy has answered
    with serving(sqlite(tmp_path)) as client:
        state = until(client, game, lambda state: state["waits_for"] == "person")
        assert len(state["moves"]) == 2
