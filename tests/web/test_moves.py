"""The short way of a move answers exactly what the documented operation answers."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from noughts.web.http import moves
from noughts.web.play.appender import Appender
from noughts.web.play.store import Store
from noughts.web.play.stored import Addition, KeyReused, Repeated, Stale
from tests.web.serving import API, Seated, serving, sqlite
from tests.web.storing import create, new_header


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


async def test_requests_of_one_turn_of_the_loop_are_judged_each_for_itself(url: str) -> None:
    store = Store(url)
    games = [create(store, new_header(number)) for number in range(4)]
    appender = Appender(store, 4)

    def addition(number: int, version: int = 1, key: str | None = None, fingerprint: str = "") -> Addition:
        event = games[number].move("X", 4)
        return Addition(games[number].header.id, version, (event,), key, fingerprint)

    async def together(*additions: Addition) -> list[object]:
        outcomes = await asyncio.gather(*map(appender.append, additions))
        return [outcome and type(outcome) for outcome in outcomes]

    assert await together(addition(0), addition(1, key="k", fingerprint="a")) == [None, None]
    judged = await together(
        addition(0), addition(1, 2, "k", "a"), addition(1, 2, "k", "b"), addition(2), addition(3, 7)
    )
    assert judged == [Stale, Repeated, KeyReused, None, Stale]
    assert [len(store.load(game.header.id).events) for game in games] == [1, 1, 1, 0]
    cancelled = asyncio.ensure_future(appender.append(addition(3)))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    assert cancelled.cancelled()
    await appender.close()
    store.close()


async def test_requests_on_their_way_go_to_disk_together_but_none_waits_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.sqlite")
    games = [create(store, new_header(number)) for number in range(40)]
    appender = Appender(store, 4)
    written, append_now = list[int](), store.append_now

    def noted(additions: Sequence[Addition]) -> list[Exception | None] | None:
        written.append(len(additions))
        return append_now(additions)

    async def after(turns: int, number: int) -> Exception | None:
        for _ in range(turns):
            await asyncio.sleep(0)
        return await appender.append(Addition(games[number].header.id, 1, (games[number].move("X", 4),)))

    monkeypatch.setattr(store, "append_now", noted)
    assert await asyncio.gather(*(after(turns, turns) for turns in range(2))) == [None] * 2
    assert written == [2]
    assert await asyncio.gather(*(after(turns, 2 + turns) for turns in range(38))) == [None] * 38
    assert 8 <= written[1] <= 12
    await appender.close()
    store.close()
