"""The application in a browser: what it refuses to do at once, what it reports, and what it loads."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noughts.web.browser import worker
from tests.test_imports import loaded
from tests.web.hosts import BrowserClient, hosted
from tests.web.serving import API, Seated

LARGE = {"game": "15,15,5", "position": "/".join(["." * 15] * 15)}
SMALL = {"position": "X../.O./..."}
PROOF = {"strategy": "paths:override=off", "game": "3,3,3", "seat": "both"}
LATER = {"Prefer": "respond-async"}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[BrowserClient]:
    """A page without a server."""
    with hosted("browser", tmp_path) as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("GET", "/analysis/hint", LARGE, 202),
        ("GET", "/analysis/decision", LARGE | {"strategy": "paths"}, 200),
        ("GET", "/analysis/hint", SMALL, 200),
        ("GET", "/analysis/values", SMALL, 200),
        ("GET", "/lessons/fork", {"seed": 1}, 202),
        ("GET", "/analysis/lessons", {"moves": "a1,b1,b2,c3", "seat": "second"}, 202),
        ("GET", "/gallery/poster", {"strategy": "ring", "seat": "first"}, 202),
        ("GET", "/analysis/proof", PROOF, 202),
        ("GET", "/analysis/proof", {"strategy": "ring"}, 200),  # it comes with the program
        ("POST", "/records", {"text": "b2 a1"}, 200),
    ],
)
def test_what_may_take_long_is_put_off(page: BrowserClient, method: str, path: str, sent: Any, status: int) -> None:
    """With `Prefer: respond-async`; without it the answer comes."""
    how = {"params": sent} if method == "GET" else {"json": sent}
    answer = page.request(method, API + path, headers=LATER, **how)
    assert (answer.status_code, bool(answer.text)) == (status, status == 200)
    assert page.request(method, API + path, **how).status_code == 200


def test_a_slow_strategy_thinks_where_its_events_are_followed(page: BrowserClient) -> None:
    game = Seated(page, game="4,4,4", x="human", o="search:plain=on,nodes=200")
    address = f"{API}/games/{game.state['id']}"
    headers = {"Authorization": f"Bearer {game.tokens['X']}", **LATER}
    moved = page.post(f"{address}/moves", json={"cell": "b2", "version": 0}, headers=headers).json()
    assert (moved["thinking"], len(moved["moves"])) == (True, 1)
    assert page.get(address, headers=LATER).json() == moved
    assert [one["thinking"] for one in page.get(f"{API}/games", headers=LATER).json()["games"]] == [True]
    events = page.get(f"{address}/events").text
    assert events.count("event: state") == 2
    answered = page.get(address).json()
    assert (answered["thinking"], len(answered["moves"])) == (False, 2)


def test_a_long_job_says_how_far_it_is(page: BrowserClient) -> None:
    answer = page.get(f"{API}/analysis/proof/events", params=PROOF)
    assert answer.text.endswith('"problem":null}\n\n')
    assert page.reports
    assert {state["status"] for state in page.reports} == {"running"}


def test_a_worker_answers_requests_and_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def ask(job: str, asked: Any) -> Any:
        return json.loads(asyncio.run(worker.answer(json.dumps({"job": job, "asked": asked}), print)))

    answer = ask("request", {"method": "GET", "path": "/lessons"})["answer"]
    assert (answer["status"], answer["games"]) == (200, {})
    assert json.loads(answer["body"])["grades"]
    assert ask("values", SMALL | {"game": "3,3,3"})["answer"]["value"] == "draw"
    assert ask("values", SMALL | {"game": "3"})["error"][0] == "GameError"


def test_nothing_of_a_server_is_loaded() -> None:
    _, modules, _ = loaded("import noughts.web.browser.host")
    assert "starlette" in modules
    assert not modules & {"uvicorn", "sqlalchemy", "numpy", "click"}
    without = "import time; del time.thread_time"  # as in a browser, which has one thread
    _, modules, _ = loaded(f"{without}; import noughts.web.browser.worker")  # which a visitor's program waits for
    assert not modules & {"starlette", "fastjsonschema"}
