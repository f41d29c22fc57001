"""The short way of a move answers exactly what the documented operation answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from noughts.web.http import moves
from tests.web.serving import API, Seated, serving, sqlite


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(sqlite(tmp_path)) as client:
        yield client


def answers(client: TestClient, monkeypatch: pytest.MonkeyPatch, short: bool, **request: Any) -> list[Any]:
    """Return the answers to a request after the first move of a game of two people, and to the same once more."""
    with monkeypatch.context() as patch:
        if not short:
            patch.setattr(moves, "_plain_headers", lambda scope: None)
        game = Seated(client, x="human", o="human")
        assert game.move("b2").status_code == 200
        found = []
        for _ in range(2):
            headers = {"Authorization": f"Bearer {game.tokens['O']}"} | request.get("headers", {})
            headers = {name: value for name, value in headers.items() if value}
            given = {"json": {"cell": "a1", "version": 1}} | request.get("given", {})
            address = f"{API}/games/{request.get('game', game.state['id'])}/moves"
            response = client.post(address, headers=headers, **given)
            kept = {name: value for name, value in response.headers.items() if name != "date"}
            text = response.text.replace(game.state["id"], "ID")
            if response.status_code == 200:
                text = str({**response.json(), "id": "", "created": "", "updated": ""})
            elif "state" in response.json():
                state = {**response.json()["state"], "id": "", "created": "", "updated": ""}
                text = str({**response.json(), "state": state})
            found.append((response.status_code, kept, text))
        return found


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"headers": {"Idempotency-Key": "one"}},
        {"headers": {"Idempotency-Key": "k" * 101}},
        {"headers": {"Authorization": None}},
        {"headers": {"Authorization": "Basic b2s="}},
        {"headers": {"Authorization": "Bearer "}},
        {"headers": {"Authorization": "Bearer another"}},
        {"given": {"json": {"cell": "b2", "version": 1}}},
        {"given": {"json": {"cell": "d9", "version": 1}}},
        {"given": {"json": {"cell": "a1", "version": 0}}},
        {"given": {"json": {"cell": "a1", "version": "1"}}},
        {"given": {"json": {"cell": "a1", "version": 1, "more": 1}}},
        {"given": {"json": ["a1", 1]}},
        {"given": {"content": b"{"}, "headers": {"Content-Type": "application/json"}},
        {"given": {"content": b'{"cell": "a1", "version": 1}'}, "headers": {"Content-Type": "text/plain"}},
        {"given": {"content": b'{"cell": "a1", "version": 1}'}, "headers": {"Content-Type": "application/json; a=b"}},
        {"given": {"json": {"cell": "a1" * 1000, "version": 1}}},
        {"game": "nothing"},
        {"game": "n" * 51},
    ],
    ids=str,
)
def test_both_ways_answer_the_same(client: TestClient, monkeypatch: pytest.MonkeyPatch, request_: Any) -> None:
    assert answers(client, monkeypatch, True, **request_) == answers(client, monkeypatch, False, **request_)


def test_the_short_way_is_taken(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Seated(client)
    client.app.router.routes.clear()  # type: ignore[attr-defined]
    assert game.move("b2").status_code == 200
