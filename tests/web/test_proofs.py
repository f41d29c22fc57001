"""Proofs over the API: started, followed, cancelled, kept."""

import asyncio
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.app.questions import TABLE
from noughts.app.requests import NewProof
from noughts.errors import LimitExceeded
from noughts.web import problems
from noughts.web.ask import longjobs, queue
from noughts.web.ask.answers import Answers
from noughts.web.ask.jobkinds import JobQuestion, NoSuchJob
from noughts.web.ask.longjobs import LongJobs
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Busy, WorkerQueue
from tests.web.serving import API, problem

LONG = {"strategy": "tactical", "game": "4,4,4", "seat": "first"}
SHIPPED = {"strategy": "ring", "game": "3,3,3", "seat": "first"}


def question(asked: dict[str, str]) -> JobQuestion:
    pool = Pool((), 1)
    return Answers(Application(), pool).question(TABLE["proof"], NewProof(**asked))  # type: ignore[arg-type]


def finished(client: Any, started: Any) -> Any:
    """Return the state of a proof that has ended."""
    with client.stream("GET", f"{API}/proofs/{started['id']}/events") as stream:
        assert stream.status_code == 200
        for _ in stream.iter_lines():
            pass
    return client.get(f"{API}/proofs/{started['id']}").json()


def running(client: Any, started: Any) -> Any:
    """Return the state of a proof that a worker has begun."""

    async def begun() -> None:
        async for state in client.app.state.services.jobs.follow("proof", started["id"]):
            if state.status != "queued":
                return

    client.portal.call(begun)
    state = client.get(f"{API}/proofs/{started['id']}").json()
    assert state["status"] == "running"
    return state


def test_a_proof_as_the_command_prints_it(client: Any) -> None:
    started = client.post(f"{API}/proofs", json={"strategy": "paths:override=off", "seat": "second"})
    assert started.headers["location"] == f"/api/v1/proofs/{started.json()['id']}"
    proof = finished(client, started.json())
    assert (proof["status"], proof["result"]["schema"]) == ("done", "noughts/proof/1")
    assert proof["result"]["seats"]["second"]["games"] == {"win": 342, "draw": 111, "loss": 4}
    assert proof["result"]["seats"]["second"]["losing_line"][-1] == "b3"
    again = client.post(f"{API}/proofs", json={"strategy": "paths:override=off", "seat": "second"})
    assert (again.status_code, again.json()["id"]) == (200, proof["id"])


def test_a_proof_that_comes_with_the_program(client: Any) -> None:
    started = client.post(f"{API}/proofs", json={"strategy": "weights", "game": "4,4,4", "seat": "first"})
    assert (started.status_code, started.json()["status"]) == (200, "done")
    assert list(started.json()["result"]["seats"]) == ["first"]
    assert started.json()["result"]["seats"]["first"]["positions"] == 4_422_887


def test_what_cannot_be_proved_is_measured(client: Any) -> None:
    proof = finished(client, client.post(f"{API}/proofs", json={"strategy": "paths:level=easy"}).json())
    assert proof["result"]["schema"] == "noughts/measurement/1"
    assert sum(proof["result"]["seats"]["first"]["games"].values()) == 1000


def test_a_proof_is_followed_to_its_end(client: Any) -> None:
    started = client.post(f"{API}/proofs", json={"strategy": "tactical", "game": "4,3,3", "seat": "first"}).json()
    with client.stream("GET", f"{API}/proofs/{started['id']}/events") as stream:
        lines = [line for line in stream.iter_lines() if line]
    events = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    assert set(events[:-1]) <= {"progress"}
    assert events[-1] == "done"
    last = json.loads(lines[-1].removeprefix("data: "))
    assert (last["status"], last["result"]["seats"]["first"]["verdict"]) == ("done", "can lose")


def test_a_proof_is_cancelled(server: TestClient) -> None:
    started = running(server, server.post(f"{API}/proofs", json=LONG).json())
    address = f"{API}/proofs/{started['id']}"
    assert server.delete(address).status_code == 204
    assert server.get(address).json()["status"] == "cancelled"
    assert server.delete(address).status_code == 204
    again = server.post(f"{API}/proofs", json=LONG).json()
    assert again["id"] != started["id"]
    server.delete(f"{API}/proofs/{again['id']}")


def test_nobody_cancels_another_s_proof(server: TestClient) -> None:
    one, other = (running(server, server.post(f"{API}/proofs", json=LONG).json()) for _ in range(2))
    assert one["id"] != other["id"]
    assert server.delete(f"{API}/proofs/{other['id']}").status_code == 204
    assert server.get(f"{API}/proofs/{other['id']}").json()["status"] == "cancelled"
    assert server.get(f"{API}/proofs/{one['id']}").json()["status"] == "running"
    third = server.post(f"{API}/proofs", json=LONG).json()
    assert third["status"] == "running"  # it joins the computation of the first
    for proof in (one, third):
        server.delete(f"{API}/proofs/{proof['id']}")
    (computation,) = {
        request.computation
        for request in server.app.state.services.jobs._requests.values()  # type: ignore[attr-defined]
        if request.id in (one["id"], other["id"], third["id"])
    }
    assert computation.status == "cancelled"


def test_a_proof_waits_its_turn(server: TestClient) -> None:
    """With two workers one proof runs at a time; the others are queued, and say how many are before them."""
    games = ("4,4,4", "5,4,4", "6,4,4")
    asked = [server.post(f"{API}/proofs", json=LONG | {"game": game}) for game in games]
    assert [answer.status_code for answer in asked] == [202, 202, 202]
    first, second, third = (answer.json()["id"] for answer in asked)
    running(server, asked[0].json())
    states = [server.get(f"{API}/proofs/{proof}").json() for proof in (second, third)]
    assert [(state["status"], state["ahead"]) for state in states] == [("queued", 0), ("queued", 1)]
    with server.stream("GET", f"{API}/proofs/{third}/events") as stream:
        server.delete(f"{API}/proofs/{second}")
        told = (json.loads(line.removeprefix("data: ")) for line in stream.iter_lines() if line.startswith("data: "))
        assert next(state["ahead"] for state in told if state["ahead"] != 1) == 0
    server.delete(f"{API}/proofs/{first}")
    running(server, server.get(f"{API}/proofs/{third}").json())
    server.delete(f"{API}/proofs/{third}")


async def test_a_queue_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "_WAITING", 1)
    jobs = LongJobs(Endless(), problems.of_job)  # type: ignore[arg-type]
    assert (await jobs.start(question(LONG))).status == "queued"
    assert (await jobs.start(question(LONG))).ahead == 0  # the same proof takes no second place
    with pytest.raises(Busy, match="1 jobs of yours are waiting already"):
        await jobs.start(question(LONG | {"seat": "second"}))
    await jobs.close()


async def test_a_cancelled_request_is_given_to_nobody() -> None:
    """Of two clients one cancels; the proof ends for the other, and for a third who asks later."""

    class Waiting:
        finish = asyncio.Event()
        queue = WorkerQueue(0)

        async def run(self, *asked: object, **more: object) -> dict[str, object]:
            await self.finish.wait()
            return {"schema": "noughts/proof/1", "strategy": "tactical", "game": [4, 4, 4], "seats": {}}

    jobs = LongJobs(Waiting(), problems.of_job)  # type: ignore[arg-type]
    one, other = await jobs.start(question(LONG)), await jobs.start(question(LONG))
    await jobs.cancel("proof", one.id)
    Waiting.finish.set()
    async for state in jobs.follow("proof", other.id):
        last = state
    assert (last.status, jobs.state("proof", one.id).status) == ("done", "cancelled")
    third = await jobs.start(question(LONG))
    assert (third.id, third.status) == (other.id, "done")
    await jobs.close()


class Endless:
    """A pool that never answers."""

    def __init__(self) -> None:
        self.queue = WorkerQueue(0)

    async def run(self, *asked: object, **more: object) -> None:
        await asyncio.Event().wait()


async def test_a_proof_that_nobody_follows_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longjobs, "_PATIENCE", 0.0)
    jobs = LongJobs(Endless(), problems.of_job)  # type: ignore[arg-type]
    started = await jobs.start(question(LONG))
    assert started.status == "queued"
    (request,) = jobs._requests.values()
    assert request.computation.task is not None
    done, _ = await asyncio.wait({request.computation.task}, timeout=60)
    assert done
    assert jobs.state("proof", started.id).status == "cancelled"


def test_a_proof_beyond_the_limit_fails_in_words(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def limited(*asked: object, **more: object) -> Any:
        raise LimitExceeded("no verdict: the limit is reached")

    monkeypatch.setattr(server.app.state.services.jobs.pool, "run", limited)  # type: ignore[attr-defined]
    proof = finished(server, server.post(f"{API}/proofs", json={"strategy": "first", "game": "5,5,5"}).json())
    assert (proof["status"], proof["problem"]["type"]) == ("failed", "urn:noughts:problem:not-provable")
    assert proof["problem"]["detail"] == "no verdict: the limit is reached"


@pytest.mark.parametrize(
    "wrong",
    [
        {"strategy": "nobody"},
        {"strategy": "ring", "game": "4,4,4"},
        {"strategy": "ring", "seat": "third"},
        {"strategy": "file.py:Class"},
        {},
    ],
)
def test_what_is_asked_wrongly(client: Any, wrong: dict[str, str]) -> None:
    assert problem(client.post(f"{API}/proofs", json=wrong)) == (422, "invalid-request")


def test_a_proof_that_is_not_there(client: Any) -> None:
    for address in ("nothing", "nothing/events"):
        assert problem(client.get(f"{API}/proofs/{address}")) == (404, "no-such-proof")
    assert problem(client.delete(f"{API}/proofs/nothing")) == (404, "no-such-proof")


async def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(longjobs, "_KEPT", 3)
    jobs = LongJobs(Endless(), problems.of_job)  # type: ignore[arg-type]
    made = [
        await jobs.start(question(SHIPPED | {"strategy": name})) for name in ("ring", "paths", "weights", "potential")
    ]
    with pytest.raises(NoSuchJob):
        jobs.state("proof", made[0].id)
    assert jobs.state("proof", made[-1].id).status == "done"
    await jobs.close()
    await asyncio.sleep(0)
