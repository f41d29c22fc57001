"""The pool of worker processes: what runs there, how it ends, and that clients take turns for it."""

import asyncio
import json
import os
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from noughts.errors import LimitExceeded, NoughtsError, WorkersError
from noughts.web.ask import queue as queues
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket, WorkerQueue, client_now
from tests.processes.test_child import children
from tests.refusals import refused
from tests.web.process import server
from tests.web.serving import API, sqlite

# A worker of the tests' own: does as it is asked, once it may start.
SCRIPT = """
import json, os, sys, time

while sys.argv[1:] and not os.path.exists(sys.argv[1]):
    time.sleep(0.01)
for line in sys.stdin:
    request = json.loads(line) or {"job": "ping", "asked": {}}
    job, asked = request["job"], request["asked"]
    if "until" in asked:
        print(json.dumps({"progress": {"pid": os.getpid()}}), flush=True)
        while not os.path.exists(asked["until"]):
            time.sleep(0.01)
    if job == "die":
        os._exit(1)
    if job == "rubbish":
        print("no JSON")
    for number in range(asked.get("progress", 0)):
        print(json.dumps({"progress": {"number": number}}))
    answer = {"error": asked["error"]} if job == "fail" else {"answer": {"pid": os.getpid()}}
    print(json.dumps(answer), flush=True)
"""


@pytest_asyncio.fixture
async def pool(tmp_path: Path) -> AsyncIterator[Pool]:
    path = tmp_path / "worker.py"
    path.write_text(SCRIPT)
    pool = Pool([sys.executable, str(path)], size=2)
    yield pool
    await pool.close()


async def begun(pool: Pool, end: Path) -> asyncio.Task[Any]:
    """Return a job that a worker does until a file is there."""
    told = asyncio.Event()
    task = asyncio.create_task(pool.run("wait", {"until": str(end)}, 60, lambda _: told.set()))
    await told.wait()
    return task


async def test_what_a_job_raises_comes_back(pool: Pool) -> None:
    with pytest.raises(LimitExceeded, match="too much"):
        await pool.run("fail", {"error": ["LimitExceeded", "too much"]}, 60)
    with pytest.raises(NoughtsError, match="unheard of"):
        await pool.run("fail", {"error": ["Unheard", "unheard of"]}, 60)


async def test_a_job_that_takes_too_long_is_killed(pool: Pool, tmp_path: Path) -> None:
    before = await pool.run("pid", {}, 60)
    with refused("error.timed-out", seconds=0.2):
        await pool.run("wait", {"until": str(tmp_path / "never")}, 0.2)
    assert await pool.run("pid", {}, 60) != before


async def test_a_job_that_is_cancelled_is_killed(pool: Pool, tmp_path: Path) -> None:
    worker = (await pool.run("pid", {}, 60))["pid"]
    task = await begun(pool, tmp_path / "never")
    others = set(children(os.getpid()))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    left = set(children(os.getpid()))
    assert worker not in left
    (replacement,) = left - others
    assert (await pool.run("pid", {}, 60))["pid"] == replacement


@pytest.mark.parametrize("before", ["nothing", "a cancelled job"])
async def test_nobody_is_refused_while_a_worker_starts(tmp_path: Path, before: str) -> None:
    """However long that takes: the patience of a job does not count until then."""
    script, may_start = tmp_path / "worker.py", tmp_path / "start"
    script.write_text(SCRIPT)
    pool = Pool([sys.executable, str(script), str(may_start)], size=1)
    if before != "nothing":
        may_start.touch()
        task = await begun(pool, tmp_path / "never")
        may_start.unlink()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    one, other = (asyncio.create_task(pool.run("pid", {}, 60, patience=0.0)) for _ in range(2))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not one.done()
    assert not other.done()
    other.cancel()
    may_start.touch()
    assert "pid" in await one
    await pool.close()


@pytest.mark.parametrize("job", ["die", "rubbish"])
async def test_a_worker_that_breaks_is_replaced(pool: Pool, job: str) -> None:
    with pytest.raises(WorkersError):
        await pool.run(job, {}, 60)
    assert "pid" in await pool.run("pid", {}, 60)


async def test_a_question_does_not_wait_for_ever(pool: Pool, tmp_path: Path) -> None:
    busy = [asyncio.create_task(pool.run("wait", {"until": str(tmp_path / "end")}, 60)) for _ in range(2)]
    await asyncio.sleep(0)
    with refused("error.busy"):
        await pool.run("pid", {}, 60, patience=0.1)
    (tmp_path / "end").touch()
    await asyncio.gather(*busy)
    assert "pid" in await pool.run("pid", {}, 60, patience=60)


async def test_a_closed_pool_leaves_no_process(pool: Pool) -> None:
    worker = (await pool.run("pid", {}, 60))["pid"]
    assert worker in children(os.getpid())
    await pool.close()
    assert worker not in children(os.getpid())


async def test_a_worker_that_cannot_be_started() -> None:
    pool = Pool(("/nowhere/python",), 1)
    for _ in range(2):  # the place in the pool is free again
        with refused("error.no-worker", reason="No such file or directory"):
            await pool.run("echo", {}, 1.0)


def enter(queue: WorkerQueue, client: str, *, long: bool = False) -> Ticket:
    """Return the ticket of a new job of a client."""

    def entered() -> Ticket:
        client_now.set(client)
        return queue.enter(long=long)

    return copy_context().run(entered)


def join(queue: WorkerQueue, client: str, ticket: Ticket) -> None:
    """Let a client wait for a job too."""

    def joined() -> None:
        client_now.set(client)
        queue.join(ticket)

    copy_context().run(joined)


def are_begun(*tickets: Ticket) -> list[bool]:
    return [ticket.begun.is_set() for ticket in tickets]


def test_clients_take_turns() -> None:
    queue = WorkerQueue(1)
    first, *many = [enter(queue, "greedy", long=True) for _ in range(60)]
    other = enter(queue, "other", long=True)
    assert (queue.ahead(many[0]), queue.ahead(other), queue.ahead(many[1])) == (0, 1, 2)
    queue.leave(first)
    queue.leave(many[0])
    assert are_begun(many[0], other, many[1]) == [True, True, False]
    assert queue.ahead(other) is None


@pytest.mark.parametrize("size", [2, 3, 8])
def test_a_client_s_own_move_does_not_wait_for_its_proofs(size: int) -> None:
    queue = WorkerQueue(size)
    proofs = [enter(queue, "a", long=True) for _ in range(10)]
    move = enter(queue, "a")
    assert are_begun(proofs[0], proofs[-1], move) == [True, False, True]


def test_a_job_that_two_clients_wait_for_has_its_turn_as_either_s() -> None:
    """Else a client with many jobs could put a question that everybody asks behind them."""
    queue = WorkerQueue(1)
    first, *many = [enter(queue, "greedy", long=True) for _ in range(20)]
    join(queue, "other", many[-1])
    join(queue, "other", many[-1])
    assert queue.ahead(many[-1]) == 1
    queue.leave(first)
    queue.leave(many[0])
    assert are_begun(many[-1]) == [True]
    assert many[-1].client == "other"
    queue.leave(many[-1])
    assert are_begun(many[1], many[2]) == [True, False]


def test_a_client_has_so_many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "_WAITING", 2)
    queue = WorkerQueue(0)
    tickets = [enter(queue, "greedy", long=True) for _ in range(2)]
    with refused("error.many-waiting", count=2):
        enter(queue, "greedy", long=True)
    assert queue.ahead(enter(queue, "other", long=True)) == 1
    assert queue.ahead(enter(queue, "greedy")) == 0
    queue.leave(tickets[0])
    assert queue.ahead(enter(queue, "greedy", long=True)) == 2


# With a real server: one client within its limits keeps no other client waiting for long.


OTHER = "203.0.113.2"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server that believes what this machine says of its clients."""
    options = ("--proxy", "127.0.0.1", "--workers", "3")
    with server(sqlite(tmp_path), tmp_path / "errors.txt", *options) as fair:
        yield fair.port


def ask(port: int, client: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """Return the answer to a client's request."""
    headers = {"Content-Type": "application/json", "X-Forwarded-For": client}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{API}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def follow(port: int, number: int, question: str) -> socket.socket:
    """Follow a question from an address of the greedy network."""
    stream = socket.create_connection(("127.0.0.1", port))
    head = f"Host: localhost\r\nX-Forwarded-For: 2001:db8::{number:x}\r\n\r\n"
    stream.sendall(f"GET {API}/analysis/{question} HTTP/1.1\r\n{head}".encode())
    assert b"200 OK" in stream.recv(100)
    return stream


@pytest.mark.timing
def test_one_client_does_not_stop_the_others(port: int) -> None:
    """30 questions and 30 proofs of one network; another client has a lesson, a proof and a game."""
    with ExitStack() as greedy:
        for number in range(30):
            position = "/".join(["." * 15] * 15)
            query = f"game=15,15,5&position={position}&strategy=search:seconds={20 + number}"
            greedy.enter_context(follow(port, number, f"decision/events?{query}"))
            board = f"{4 + number % 6},{4 + number // 6},4"
            greedy.enter_context(follow(port, number, f"proof/events?strategy=tactical&game={board}&seat=first"))
        assert ask(port, OTHER, "/lessons/fork?seed=1")["answer"]
        proof = ask(port, OTHER, "/analysis/proof?strategy=paths:override=off&seat=second")
        assert proof["seats"]["second"]["games"]["loss"] == 4
        made = ask(port, OTHER, "/games", {"game": "4,4,4", "x": "human", "o": "search:plain=on,nodes=200"})
        game, token = made["game"]["id"], made["tokens"]["X"]
        state = ask(port, OTHER, f"/games/{game}/moves", {"cell": "b2", "version": 0}, token)
        while state["thinking"]:
            state = ask(port, OTHER, f"/games/{game}")
        assert (len(state["moves"]), state["failure"]) == (2, None)
