"""Questions that may take long, over the API: queued, followed, and given up by the last client who follows."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.app.questions import TABLE, open_position
from noughts.app.requests import NewProof, OfMoves, OfPosition
from noughts.errors import LimitExceeded
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.results.values import exact_values
from noughts.web.ask.answers import Answers, AskedQuestion
from noughts.web.ask.queue import WorkerQueue
from noughts.web.http.clientlimits import ClientLimits
from tests.web.serving import API, problem, serving, sqlite

SMALL = {"game": "3,3,3", "position": "X../.../..."}
LONG = {"strategy": "tactical", "game": "4,4,4", "seat": "first"}


class Scripted:
    """A pool whose jobs begin, report and end as a test says."""

    def __init__(self) -> None:
        self.report: Callable[[JSON], None] = lambda progress: None
        self.begin, self.answer = asyncio.Event(), asyncio.get_running_loop().create_future()
        self.runs, self.ended = 0, 0
        self.queue = WorkerQueue(0)  # in which every job waits

    async def run(self, job: str, asked: JSON, seconds: float, progress: Any, ticket: Any, started: Any) -> JSON:
        self.runs += 1
        self.report = progress
        try:
            await self.begin.wait()
            started()
            answer: JSON = await asyncio.shield(self.answer)
            return answer
        finally:
            self.ended += 1
            self.queue.leave(ticket)


def answers_of(pool: Scripted) -> Answers:
    return Answers(Application(), pool)  # type: ignore[arg-type]


def a_proof(answers: Answers) -> AskedQuestion:
    return answers.question(TABLE["proof"], NewProof(**LONG))  # type: ignore[arg-type]


def events(client: Any, address: str, **query: str) -> list[tuple[str, Any]]:
    """Follow a stream to its end."""
    with client.stream("GET", f"{API}{address}", params=query) as stream:
        assert stream.status_code == 200, stream.read()
        lines = [line for line in stream.iter_lines() if line and not line.startswith(":")]
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    return list(zip(names, (json.loads(line[6:]) for line in lines if line.startswith("data: ")), strict=True))


def proved(client: Any, **query: str) -> Any:
    """Return the last state of a proof, which has ended."""
    *before, (name, last) = events(client, "/analysis/proof/events", **query)
    assert {each for each, _ in before} <= {"progress"}
    assert name == "done"
    return last


# Proofs.


def test_a_proof_as_the_command_prints_it(client: Any) -> None:
    asked = {"strategy": "paths:override=off", "seat": "second"}
    proof = proved(client, **asked)
    assert (proof["status"], proof["result"]["schema"]) == ("done", "noughts/proof/1")
    assert proof["result"]["seats"]["second"]["games"] == {"win": 342, "draw": 111, "loss": 4}
    assert proof["result"]["seats"]["second"]["losing_line"][-1] == "b3"
    assert client.get(f"{API}/analysis/proof", params=asked).json() == proof["result"]  # it is remembered


def test_a_proof_that_comes_with_the_program(client: Any) -> None:
    [(name, told)] = events(client, "/analysis/proof/events", strategy="weights", game="4,4,4", seat="first")
    assert (name, told["status"], list(told["result"]["seats"])) == ("done", "done", ["first"])
    assert told["result"]["seats"]["first"]["positions"] == 4_422_887


def test_what_cannot_be_proved_is_measured(client: Any) -> None:
    proof = proved(client, strategy="paths:level=easy")
    assert proof["result"]["schema"] == "noughts/measurement/1"
    assert sum(proof["result"]["seats"]["first"]["games"].values()) == 1000


def test_a_proof_beyond_the_limit_fails_in_words(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def limited(*asked: object, **more: object) -> Any:
        raise LimitExceeded("no verdict: the limit is reached")

    monkeypatch.setattr(server.app.state.services.answers.pool, "run", limited)  # type: ignore[attr-defined]
    proof = proved(server, strategy="first", game="5,5,5")
    assert (proof["status"], proof["problem"]["type"]) == ("failed", "urn:noughts:problem:not-provable")
    assert proof["problem"]["detail"] == "no verdict: the limit is reached"


@pytest.mark.parametrize(
    "wrong",
    [
        {"strategy": "nobody"},
        {"strategy": "ring", "game": "4,4,4"},
        {"strategy": "file.py:Class"},
    ],
)
def test_a_proof_that_is_asked_wrongly(client: Any, wrong: dict[str, str]) -> None:
    for address in ("/analysis/proof", "/analysis/proof/events"):
        assert problem(client.get(f"{API}{address}", params=wrong)) == (422, "invalid-request")


# All of them.


def test_a_question_that_takes_long_says_how_far_it_is(client: Any) -> None:
    moves = "b2,a2,a1,c3,c1"
    told = events(client, "/analysis/review/events", moves=moves)
    name, last = told[-1]
    assert (name, last["status"]) == ("done", "done")
    assert last["result"] == client.get(f"{API}/analysis/review", params={"moves": moves}).json()
    [(_, again)] = events(client, "/analysis/review/events", moves=moves)  # it is remembered
    assert again["result"] == last["result"]
    [(_, quick)] = events(client, "/analysis/decision/events", position="XX./.../O..", strategy="weights")
    assert quick["result"]["moves"] == ["c1"]
    hint = events(client, "/analysis/hint/events", position="XX./OO./...")[-1][1]
    assert hint["result"]["moves"] == ["c1"]


@pytest.mark.parametrize(
    ("question", "query", "kind"),
    [
        ("values", {}, "invalid-request"),
        ("review", {"moves": "a1,a1"}, "illegal-move"),
        ("guess", {"position": "X../.../..."}, "invalid-request"),
    ],
)
def test_a_question_that_is_asked_wrongly(client: Any, question: str, query: dict[str, str], kind: str) -> None:
    assert problem(client.get(f"{API}/analysis/{question}/events", params=query)) == (422, kind)


async def test_a_question_ends_with_the_last_client_who_waits() -> None:
    pool = Scripted()
    answers = answers_of(pool)
    asked = answers.question(TABLE["review"], OfMoves(moves="b2,a1"))
    one, other = answers.follow(asked), answers.follow(asked)
    pool.begin.set()
    assert [(await anext(each)).status for each in (one, other, other)] == ["queued", "queued", "running"]
    pool.report({"judged": 1, "of": 2})
    assert ((await anext(other)).progress or {})["judged"] == 1
    await one.aclose()
    await asyncio.sleep(0)
    assert (pool.runs, pool.ended) == (1, 0)
    answer: JSON = {"moves": [], "mistakes": []}
    pool.answer.set_result(answer)
    assert (await anext(other)).result == answer
    await other.aclose()
    assert await answers.ask(TABLE["review"], OfMoves(moves="b2,a1")) == answer  # without another run
    third = answers.follow(answers.question(TABLE["review"], OfMoves(moves="b2")))
    await anext(third)
    await asyncio.sleep(0)
    await third.aclose()
    while pool.ended < 2:
        await asyncio.sleep(0)
    assert not answers._jobs
    await answers.close()


async def test_what_is_finished_is_told_and_what_is_given_up_says_nothing_to_the_next() -> None:
    pool = Scripted()
    answers = answers_of(pool)
    pool.begin.set()
    one, other = answers.follow(a_proof(answers)), answers.follow(a_proof(answers))
    states = one
    assert [(await anext(states)).status, (await anext(states)).status] == ["queued", "running"]
    so_far = {"schema": "noughts/proof/1", "seats": {}}
    late = pool.report
    late({"positions": 3, "result": so_far})
    state = await anext(states)
    assert (state.result, (state.progress or {})["positions"]) == (so_far, 3)
    await one.aclose()
    assert (await anext(other)).status == "queued"
    late({"positions": 4})
    state = await anext(other)
    assert (state.status, state.progress) == ("running", None)
    await answers.close()


def test_a_client_has_so_many_questions_at_once(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), limits=ClientLimits(questions=0)) as client:
        refused = client.get(f"{API}/analysis/values/events", params=SMALL)
        assert problem(refused) == (429, "too-many-requests")
        services = client.app.state.services  # type: ignore[attr-defined]
        assert not services.open.questions + services.open.streams
        assert not services.answers._jobs


async def test_a_fault_of_ours_ends_a_job_too() -> None:
    pool = Scripted()
    answers = answers_of(pool)
    pool.begin.set()
    pool.answer.set_exception(RuntimeError("what no client should read"))
    *_, state = [state async for state in answers.follow(a_proof(answers))]
    assert (state.status, (state.problem or {})["type"]) == ("failed", "urn:noughts:problem:failed")
    assert (state.problem or {})["detail"] == "the proof failed: RuntimeError"
    await answers.close()


async def test_values_beyond_the_limit_are_an_answer() -> None:
    pool = Scripted()
    answers = answers_of(pool)
    pool.begin.set()
    pool.answer.set_exception(LimitExceeded("out of reach"))
    values, hint = (answers.follow(answers.question(TABLE[name], OfPosition(**SMALL))) for name in ("values", "hint"))
    *_, last = [state async for state in values]
    unknown = exact_values(open_position(OfPosition(**SMALL)), {}, "out of reach")
    assert (last.status, last.result) == ("done", encode(unknown))
    *_, last = [state async for state in hint]
    assert (last.status, (last.problem or {})["detail"]) == ("failed", "out of reach")
    await answers.close()
