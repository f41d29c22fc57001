"""Slow questions over the API: queued, followed, cancelled by the last client."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts.app.application import Application
from noughts.app.questions import TABLE
from noughts.app.requests import NewProof, OfMoves, OfPosition
from noughts.core.position import Side
from noughts.errors import LimitExceeded
from noughts.processes.channel import JSON
from noughts.results.codec import encode
from noughts.results.values import ExactValues
from noughts.web import problems
from noughts.web.ask.answers import Answers
from noughts.web.ask.jobkinds import JobQuestion
from noughts.web.ask.longjobs import LongJobs
from noughts.web.ask.queue import WorkerQueue
from noughts.web.http.clientlimits import ClientLimits
from tests.web.serving import API, problem, serving, sqlite

ASKED = {"game": "4,4,4", "strategy": "tactical", "seat": "first"}
SMALL = {"game": "3,3,3", "position": "X../.../..."}


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


def jobs_of(pool: Scripted) -> LongJobs:
    return LongJobs(pool, problems.of_job)  # type: ignore[arg-type]


def a_proof(pool: Scripted) -> JobQuestion:
    return Answers(Application(), pool).question(TABLE["proof"], NewProof(**ASKED))  # type: ignore[arg-type]


def events(client: Any, address: str, **query: str) -> list[tuple[str, Any]]:
    """Follow a stream to its end."""
    with client.stream("GET", f"{API}{address}", params=query) as stream:
        assert stream.status_code == 200, stream.read()
        lines = [line for line in stream.iter_lines() if line and not line.startswith(":")]
    names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
    return list(zip(names, (json.loads(line[6:]) for line in lines if line.startswith("data: ")), strict=True))


async def test_a_stopped_proof_keeps_what_is_finished_and_ends_with_its_last_client() -> None:
    pool = Scripted()
    jobs, question = jobs_of(pool), a_proof(pool)
    one, other = await jobs.start(question), await jobs.start(question)
    assert (one.status, one.ahead, pool.runs) == ("queued", 0, 1)
    pool.begin.set()
    follower = jobs.follow("proof", other.id)
    assert [(await anext(follower)).status, (await anext(follower)).status] == ["queued", "running"]
    so_far = {"schema": "noughts/proof/1", "strategy": "tactical", "game": [4, 4, 4], "seats": {}}
    pool.report({"pairs": 1, "of": 3, "result": so_far})
    state = await anext(follower)
    assert state.progress is not None
    assert {name: state.progress[name] for name in ("pairs", "of")} == {"pairs": 1, "of": 3}
    await jobs.cancel("proof", one.id)
    assert (jobs.state("proof", one.id).status, jobs.state("proof", other.id).status) == ("cancelled", "running")
    assert pool.ended == 0
    await jobs.cancel("proof", other.id)
    stopped = await anext(follower)
    assert (stopped.status, stopped.result, pool.ended) == ("cancelled", so_far, 1)
    assert (await jobs.start(question)).id not in (one.id, other.id)
    assert pool.runs == 2
    await jobs.close()


async def test_quick_questions_do_not_wait_for_proofs() -> None:
    pool, services = Scripted(), Application()
    jobs, answers = jobs_of(pool), Answers(services, pool)  # type: ignore[arg-type]
    proof = await jobs.start(
        answers.question(TABLE["proof"], NewProof(strategy="tactical", game="4,4,4", seat="first"))
    )
    other = await jobs.start(
        answers.question(TABLE["proof"], NewProof(strategy="tactical", game="5,4,4", seat="first"))
    )
    question = jobs.ask(answers.question(TABLE["values"], OfPosition(**SMALL)))
    state = await anext(question.states())
    assert (proof.ahead, other.ahead, state.ahead) == (0, 1, 0)
    await jobs.close()


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
        ("decision", {"position": "X../.../..."}, "invalid-request"),
        ("values", {"position": "XXX/OO./..."}, "invalid-request"),
        ("review", {"moves": "a1,a1"}, "illegal-move"),
        ("guess", {"position": "X../.../..."}, "invalid-request"),
    ],
)
def test_a_question_that_is_asked_wrongly(client: Any, question: str, query: dict[str, str], kind: str) -> None:
    assert problem(client.get(f"{API}/analysis/{question}/events", params=query)) == (422, kind)


async def test_a_question_ends_with_the_last_client_who_waits() -> None:
    pool = Scripted()
    jobs, answers = jobs_of(pool), Answers(Application(), pool)  # type: ignore[arg-type]
    question = answers.question(TABLE["review"], OfMoves(moves="b2,a1"))
    one, other = jobs.ask(question), jobs.ask(question)
    pool.begin.set()
    states = other.states()
    assert (await anext(states)).status == "queued"
    assert (await anext(states)).status == "running"
    pool.report({"judged": 1, "of": 2})
    assert ((await anext(states)).progress or {})["judged"] == 1
    one.leave()
    await asyncio.sleep(0)
    assert (pool.runs, pool.ended) == (1, 0)
    answer: JSON = {"moves": [], "mistakes": []}
    pool.answer.set_result(answer)
    assert (await anext(states)).result == answer
    other.leave()
    assert await answers.ask(TABLE["review"], OfMoves(moves="b2,a1")) == answer  # without another run
    third = jobs.ask(answers.question(TABLE["review"], OfMoves(moves="b2")))
    await asyncio.sleep(0)
    third.leave()
    while pool.ended < 2:
        await asyncio.sleep(0)
    assert not jobs._requests
    assert not jobs._computations
    await jobs.close()


async def test_a_question_that_is_left_before_it_begins_takes_no_place_in_the_queue() -> None:
    pool = Scripted()
    jobs, answers = jobs_of(pool), Answers(Application(), pool)  # type: ignore[arg-type]
    jobs.ask(answers.question(TABLE["values"], OfPosition(**SMALL))).leave()
    await asyncio.sleep(0)
    assert (pool.runs, jobs._requests, jobs._computations) == (0, {}, {})
    state = await anext(jobs.ask(answers.question(TABLE["values"], OfPosition(**SMALL))).states())
    assert (state.status, state.ahead) == ("queued", 0)
    await jobs.close()


def test_a_client_has_so_many_questions_at_once(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), limits=ClientLimits(questions=0)) as client:
        refused = client.get(f"{API}/analysis/values/events", params=SMALL)
        assert problem(refused) == (429, "too-many-requests")
        services = client.app.state.services  # type: ignore[attr-defined]
        assert not services.open.questions + services.open.streams
        assert not services.jobs._requests


async def test_a_fault_of_ours_ends_a_job_too() -> None:
    pool = Scripted()
    jobs = jobs_of(pool)
    pool.begin.set()
    pool.answer.set_exception(RuntimeError("what no client should read"))
    state = await jobs.start(a_proof(pool))
    assert (state.status, (state.problem or {})["type"]) == ("failed", "urn:noughts:problem:failed")
    assert (state.problem or {})["detail"] == "the proof failed: RuntimeError"
    await jobs.close()


async def test_values_beyond_the_limit_are_an_answer() -> None:
    pool = Scripted()
    jobs, answers = jobs_of(pool), Answers(Application(), pool)  # type: ignore[arg-type]
    pool.begin.set()
    pool.answer.set_exception(LimitExceeded("out of reach"))
    values, hint = (jobs.ask(answers.question(TABLE[question], OfPosition(**SMALL))) for question in ("values", "hint"))
    *_, last = [state async for state in values.states()]
    assert (last.status, last.result) == ("done", encode(ExactValues(False, Side.O, reason="out of reach")))
    *_, last = [state async for state in hint.states()]
    assert (last.status, (last.problem or {})["detail"]) == ("failed", "out of reach")
    await jobs.close()
