"""The program without a server answers as the server does: the same requests to both, and the same documents."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.web.local.program import LocalProgram
from tests.test_imports import loaded
from tests.web.serving import API, serving, sqlite

JSON = dict[str, Any]
PLAIN = "search:plain=on,nodes=200"  # a slow strategy that needs no compiler


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(sqlite(tmp_path_factory.mktemp("local"))) as client:
        yield client


@pytest.fixture(scope="module")
def program() -> LocalProgram:
    return LocalProgram(Jobs(Application()))


class Both:
    """The server and the program side by side. A game has the same number on both; its ids and tokens differ."""

    def __init__(self, client: TestClient, program: LocalProgram) -> None:
        self.client, self.program = client, program
        client.cookies.clear()
        self.games: dict[str, JSON] = {}  # what the page keeps, through JSON
        self.made: list[tuple[JSON, JSON]] = []  # the answers that began games: the server's, and the program's

    def ask(
        self, method: str, path: str, *, of: int = -1, seat: str = "X", key: str | None = None, **sent: Any
    ) -> JSON:
        """Send a request to both, `{}` in its path being a game's id; return the program's answer."""
        ids, tokens = ("", ""), ("", "")
        if self.made:
            ids = tuple(made["game"]["id"] for made in self.made[of])
            tokens = tuple(made["tokens"].get(seat, "nobody") for made in self.made[of])
        query, body = (sent, {}) if method == "GET" else ({}, sent)
        headers = {"Authorization": f"Bearer {tokens[0]}"} if seat else {}
        headers |= {"Idempotency-Key": key} if key else {}
        theirs = self.client.request(
            method, API + path.format(ids[0]), params=query, json=body or None, headers=headers
        )
        asked = {"method": method, "path": path.format(ids[1]), "query": query, "body": body, "games": self.games}
        ours = self.program.answer({**asked, "token": tokens[1] if seat else None, "key": key}, print)
        ours = json.loads(json.dumps(ours))
        self.games |= ours.get("games", {})
        assert (ours["status"], alike(ours["document"])) == (theirs.status_code, alike(theirs.json()))
        if ours["status"] == 201:
            self.made.append((theirs.json(), ours["document"]))
        document: JSON = ours["document"]
        return document

    def move(self, cell: str, version: int, **more: Any) -> JSON:
        """Make a move."""
        return self.ask("POST", "/games/{}/moves", cell=cell, version=version, **more)


@pytest.fixture
def both(client: TestClient, program: LocalProgram, monkeypatch: pytest.MonkeyPatch) -> Both:
    monkeypatch.setattr(random, "getrandbits", lambda bits: 7)  # a game's seed
    return Both(client, program)


def alike(value: Any, name: str = "") -> Any:
    """Return a document without what must differ: ids, tokens, moments, seconds. Their kinds stay."""
    if isinstance(value, dict):
        return {key: alike(one, key) for key, one in value.items() if key != "ahead"}
    if isinstance(value, list):
        return [alike(one, name) for one in value]
    if isinstance(value, str) and name in ("id", "rematch", "next", "created", "updated", "X", "O", "host"):
        return name if len(value) > 19 else value  # a player's name stays
    return "seconds" if name == "seconds" else value


def test_a_game(both: Both) -> None:
    both.ask("POST", "/games", game="3,3,3", x="human", o="ring", moves=[])
    state = both.move("b2", 0, key="first")
    assert len(state["moves"]) == 2
    assert both.move("b2", 0, key="first")["version"] == 2
    both.move("a1", 0, key="first")  # a key for something else
    both.move("b2", 2)  # taken
    both.move("z9", 2)
    both.move("b1", 1)  # another version
    both.move("b1", 2, seat="nobody")
    both.move("b1", 2, seat="")
    both.ask("POST", "/games/{}/undo", version=2)
    both.ask("POST", "/games/{}/redo", version=3)
    both.ask("POST", "/games/{}/redo", version=4)
    both.ask("POST", "/games/{}/step", version=4)
    both.ask("GET", "/games/{}")
    both.ask("POST", "/games/{}/resign", version=4)
    both.ask("POST", "/games/{}/resign", version=5)
    both.ask("POST", "/games/{}/rematch")
    both.ask("POST", "/games/{}/rematch", of=0)  # the same
    both.made.pop()
    both.ask("POST", "/games/{}/seats", seat="O")
    both.ask("GET", "/games/{}", of=0)
    both.ask("GET", "/games")
    first = both.ask("GET", "/games", limit=1)
    assert len(first["games"]) == 1
    assert first["next"]
    both.ask("GET", "/games", before="nowhere")


def test_games_of_others(both: Both) -> None:
    both.ask("POST", "/games", game="4,3,3", x="friend", o="human", moves=["a1", "b2"])
    both.move("c3", 0, seat="O")  # not their turn
    both.move("c3", 0)
    both.ask("POST", "/games/{}/seats", seat="X")
    both.ask("POST", "/games/{}/undo", version=1, seat="O")
    both.ask("POST", "/games", game="3,3,3", x="first", o="ring")
    both.ask("POST", "/games/{}/step", version=0, seat="host")
    both.ask("POST", "/games/{}/step", version=0, seat="host")
    both.ask("GET", "/games")
    for new in (
        {"o": "nobody"},
        {"game": "9"},
        {"game": "4,4,4", "o": "ring"},
        {"moves": ["a1", "a1"]},
        {"game": "1" * 21},
    ):
        both.ask("POST", "/games", **new)
    refused = both.program.answer({"method": "GET", "path": "/nothing"}, print)
    assert (refused["status"], refused["document"]["detail"]) == (404, "there is nothing at '/nothing'")


def test_a_slow_strategy(both: Both) -> None:
    both.ask("POST", "/games", game="4,4,4", x="human", o=PLAIN)
    assert both.move("b2", 0)["thinking"]
    theirs, ours = both.made[-1]
    asked = {"method": "POST", "path": f"/games/{ours['game']['id']}/thought", "games": both.games}
    thought = both.program.answer(asked, print)
    path = f"{API}/games/{theirs['game']['id']}"
    while (state := both.client.get(path).json())["thinking"]:
        pass
    assert alike(json.loads(json.dumps(thought["document"]))) == alike(state)
    assert len(state["moves"]) == 2


QUESTIONS: list[tuple[str, JSON]] = [
    ("/strategies", {"game": "3,3,3"}),
    ("/strategies", {"game": "15,15,5"}),
    ("/strategies", {"game": "3;3"}),
    ("/gallery", {"game": "4,3,3"}),
    ("/analysis/decision", {"position": "X../.O./...", "strategy": "paths"}),
    ("/analysis/decision", {"position": "X../.O./...", "strategy": "weights"}),
    ("/analysis/decision", {"position": "XXX/OO./...", "strategy": "ring"}),
    ("/analysis/decision", {"position": "X../.O./..."}),
    ("/analysis/hint", {"position": "X../.O./..."}),
    ("/analysis/values", {"position": "X../.O./..."}),
    ("/analysis/values", {"position": "." * 3000}),
    ("/analysis/review", {"moves": "a1,b2,c3"}),
    ("/analysis/review", {"moves": "a1,a1"}),
    ("/games/unknown", {}),
]


@pytest.mark.parametrize(("path", "query"), QUESTIONS)
def test_a_question(both: Both, path: str, query: JSON) -> None:
    both.ask("GET", path, **query)


def test_what_may_take_long_is_not_answered_by_the_quick(program: LocalProgram) -> None:
    large = {"game": "15,15,5", "position": "/".join(["." * 15] * 15)}
    for path, query, status in (
        ("hint", large, 202),
        ("decision", large | {"strategy": "paths"}, 200),
        ("hint", {"position": "X../.O./..."}, 200),
    ):
        asked = {"method": "GET", "path": f"/analysis/{path}", "query": query, "quick": True}
        assert program.answer(asked, print)["status"] == status


@pytest.mark.parametrize(
    "text", ["X../.O./...", "b2 a1 c3", "(;FF[4]GM[4]SZ[15];B[hh];W[hi])", "what", "{}", "x" * 50_001]
)
def test_a_text(both: Both, text: str) -> None:
    both.ask("POST", "/records", text=text)


def test_downloads(both: Both) -> None:
    both.ask("POST", "/games", game="3,3,3", x="human", o="first")
    both.move("b2", 0)
    theirs, ours = both.made[-1]
    for form in ("sgf", "text", "json", "psq"):
        for of_server, of_program, query in (
            (f"/games/{theirs['game']['id']}/record/{form}", f"/games/{ours['game']['id']}/record/{form}", {}),
            (f"/records/{form}", f"/records/{form}", {"moves": "b2,a1", "x": "me"}),
        ):
            file = both.client.get(API + of_server, params=query)
            asked = {"method": "GET", "path": of_program, "query": query, "games": both.games}
            document = both.program.answer(asked, print)["document"]
            assert document["text"] == file.text
            assert file.headers["content-type"].startswith(document["media_type"])
            assert f'"{document["name"]}"' in file.headers["content-disposition"]


@pytest.mark.parametrize("job", ["decision", "hint", "values", "review"])
def test_a_question_that_is_followed(both: Both, job: str) -> None:
    query = {"moves": "c1,b3,a2"} if job == "review" else {"position": "X../.O./..."}
    query |= {"strategy": "ring"} if job == "decision" else {}
    while (followed := both.client.get(f"{API}/analysis/{job}/events", params=query)).status_code == 503:
        pass  # on a busy machine its workers start slowly
    stream = followed.text
    last = [line for line in stream.splitlines() if line.startswith("data:")][-1]
    states = list[JSON]()
    asked = {"method": "GET", "path": f"/analysis/{job}/events", "query": query}
    ours = both.program.answer(asked, states.append)["document"]
    assert both_without_progress(ours) == both_without_progress(json.loads(last.removeprefix("data:")))
    assert all(state["status"] == "running" for state in states)
    if job == "review":
        assert states[-1]["result"] == ours["result"]  # what is judged so far


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/proofs", {"strategy": "weights", "game": "3,3,3", "seat": "second"}),
        ("/proofs", {"strategy": "ring:gap=corner", "game": "3,3,3", "seat": "both"}),
        ("/matches", {"game": "3,3,3", "players": ["first", "ring"], "games": 2, "seed": 1}),
    ],
)
def test_a_long_job(both: Both, path: str, body: JSON) -> None:
    began = both.client.post(API + path, json=body).json()
    while (theirs := both.client.get(f"{API}{path}/{began['id']}").json())["status"] in ("queued", "running"):
        pass
    ours = both.program.answer({"method": "POST", "path": path, "body": body}, print)["document"]
    if ours["status"] == "running":
        follow = {"method": "POST", "path": f"{path}/{ours['id']}/events", "body": body}
        ours = both.program.answer(follow, lambda state: None)["document"]
    assert both_without_progress(ours) == both_without_progress(theirs)


@pytest.mark.parametrize("body", [{"strategy": "nobody"}, {"strategy": "ring", "game": "4,4,4"}])
def test_a_proof_that_is_refused(both: Both, body: JSON) -> None:
    both.ask("POST", "/proofs", **{"game": "3,3,3", "seat": "both", **body})


def both_without_progress(state: JSON) -> JSON:
    """Return the state of a long job without its id and its progress, which depend on the clock."""
    return {
        name: alike(value) for name, value in json.loads(json.dumps(state)).items() if name not in ("id", "progress")
    }


def test_nothing_of_a_server_is_loaded() -> None:
    _, modules, _ = loaded("import noughts.web.local.program")
    assert "noughts" in modules
    assert not modules & {"pydantic", "fastapi", "starlette", "sqlalchemy", "numpy", "click"}
