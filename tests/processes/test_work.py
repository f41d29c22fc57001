"""Work for a pool of workers: each item's result once, from any number of workers, whatever becomes of them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Container, Iterator
from concurrent.futures import Executor, Future
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from noughts.errors import IllegalMoveError, WorkersError
from noughts.processes.child import Child
from noughts.processes.dispatch import in_order, results
from noughts.processes.pool import Borrowed, Processes, WorkerPool, workers_of
from noughts.processes.work import do_some
from noughts.processes.workers import TimedOut, WorkerDied, ask
from tests.processes.fakes import Behind, Squares
from tests.processes.test_child import gone
from tests.refusals import refused

pytestmark = pytest.mark.gate

SQUARES = {number: number * number for number in range(100)}


@pytest.fixture
def squares(tmp_path: Path) -> Squares:
    return Squares(tmp_path / "ends")


def ends(work: Squares) -> int:
    return work.ends.read_text().count("closed")


class Flaky(Executor):
    """Does at once what is submitted, but loses some of it with its worker: the numbers of the submissions."""

    def __init__(self, lost: Container[int] = ()) -> None:
        self.lost, self.number = lost, 0

    def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.number += 1
        if self.number in self.lost:
            future.set_exception(WorkerDied("lost"))
        else:
            future.set_result(function(*args, 0.0))  # no time: it returns a single result
        return future


def test_without_a_pool_the_results_come_in_order(squares: Squares) -> None:
    assert list(results(squares, range(100))) == list(SQUARES.items())
    assert ends(squares) == 1


@pytest.mark.parametrize("pool", [Behind(), Processes(2)], ids=["threads", "processes"])
def test_every_item_has_its_result_once(squares: Squares, pool: WorkerPool) -> None:
    with pool:
        ended = list(results(squares, range(100), pool))
    assert len(ended) == 100
    assert dict(ended) == SQUARES


def test_a_lost_worker_loses_no_item(squares: Squares) -> None:
    ended = list(results(squares, range(100), Behind(2, Flaky({1, 5, 30}))))
    assert (len(ended), dict(ended)) == (100, SQUARES)


def test_a_worker_that_is_killed_is_replaced(squares: Squares) -> None:
    work = Squares(squares.ends, once=30)
    with Processes(2) as pool:
        assert dict(results(work, range(100), pool)) == SQUARES
    assert work.ends.with_suffix(".mark").exists()


def test_an_item_that_kills_every_worker_is_blamed_alone(squares: Squares) -> None:
    work = Squares(squares.ends, deadly=frozenset({7}))
    with Processes(2) as pool:
        assert dict(results(work, range(20), pool)) == {
            number: "its worker died 3 times" if number == 7 else number * number for number in range(20)
        }


def test_each_worker_releases_its_state(squares: Squares) -> None:
    with Processes(2) as pool:
        assert len(list(results(squares, range(100), pool))) == 100
        assert not squares.ends.exists()
    assert 1 <= ends(squares) <= 2


def test_work_that_is_cut_short_leaves_no_worker(squares: Squares) -> None:
    """The pool can be used again."""
    with Processes(2) as pool:
        worker = pool.submit(os.getpid).result()
        ended = results(Squares(squares.ends, seconds=60), range(4), pool)
        assert next(ended) == (0, 0)
        ended.close()  # it does not wait for the others, which take a minute
        assert dict(results(squares, range(3), pool)) == {0: 0, 1: 1, 2: 4}
        last = pool.submit(os.getpid).result()
    assert gone(worker)
    assert gone(last)
    assert 1 <= ends(squares) <= 4  # two workers at once, and those that came after them


def test_a_worker_that_is_told_twice_to_end_releases_its_state(squares: Squares) -> None:
    work = Squares(squares.ends, release=0.3)
    with Processes(1) as pool:
        assert pool.submit(do_some, work, (3,)).result() == [9]
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGTERM)
        while not work.ends.with_suffix(".releasing").exists():
            time.sleep(0.01)
    assert gone(worker)
    assert ends(work) == 1


def test_a_worker_ends_with_its_parent(squares: Squares) -> None:
    """Also where the parent is killed, in the middle of an item."""
    code = (
        "import os, time; from noughts.processes.pool import Processes\n"
        "pool = Processes(1); print(pool.submit(os.getpid).result(), flush=True)\n"
        "pool.submit(time.sleep, 600); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        parent.kill()
    assert gone(worker)


def test_what_a_call_raises_comes_back() -> None:
    """An exception that cannot be sent comes in words."""
    with Processes(1) as pool:
        with pytest.raises(ZeroDivisionError) as caught:
            pool.submit(divmod, 1, 0).result()
        assert "ZeroDivisionError" in "".join(caught.value.__notes__)
        with pytest.raises(WorkersError, match=r"^a worker raised IllegalMoveError: no$"):
            pool.submit(refuse).result()
        assert pool.submit(print, "not an answer").result() is None
        assert pool.submit(len, "x" * 10_000_000).result() == 10_000_000


def refuse() -> None:
    raise IllegalMoveError(0, "no")


def test_a_seed_of_the_hashes() -> None:
    with Processes(1, "1") as one, Processes(1, "2") as two:
        assert one.submit(hash, "a").result() != two.submit(hash, "a").result()


def test_a_worker_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with Processes(1) as pool, refused("error.no-worker"):
        pool.submit(os.getpid).result()


@pytest.mark.parametrize("source", ["nowhere_at_all:threads", "tests.processes.fakes:nobody", "tests.processes.fakes"])
def test_no_such_executor(source: str) -> None:
    with pytest.raises(WorkersError, match=f"no executor '{source}'"):
        Borrowed(source, 2)


def test_the_workers_of_an_executor(tmp_path: Path) -> None:
    with workers_of(2, "tests.processes.fakes:threads") as pool:
        assert pool is not None
        found = dict(results(Squares(tmp_path / "ends"), range(40), pool))
        assert found == {number: number * number for number in range(40)}
    with pytest.raises(WorkersError, match="takes no more games"):
        pool.submit(os.getpid)


def test_a_worker_releases_its_state_before_another_work(tmp_path: Path) -> None:
    works = [Squares(tmp_path / name) for name in "ab"]
    pool = Behind(1, Flaky())
    for work in works:
        assert dict(results(work, range(5), pool)) == {number: number * number for number in range(5)}
    assert ends(works[0]) == 1
    assert not works[1].ends.exists()


@pytest.mark.parametrize("pool", [None, Behind()], ids=["here", "threads"])
def test_results_in_order_of_items_that_come_as_they_are_needed(squares: Squares, pool: WorkerPool | None) -> None:
    taken = list[int]()

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    ended = in_order(squares, items(), pool)
    assert [next(ended) for _ in range(10)] == list(SQUARES.items())[:10]
    assert len(taken) < 100
    assert [item for item, _ in ended] == list(range(10, 1000))


COMPILING, ANSWER = {"progress": {"compiling": True}}, {"answer": {"x": 1}}


class Scripted:
    """A child with some lines; each look at the clock takes a second."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.lines = [json.dumps(message).encode() for message in messages]

    def send(self, data: bytes, seconds: float) -> None:
        assert data == b'{"job": "none"}\n'

    def read(self, seconds: float, when: str) -> bytes:
        return self.lines.pop(0)

    def message(self, line: bytes) -> Any:
        return json.loads(line)


def asked(*messages: dict[str, Any], compiles: bool) -> dict[str, Any]:
    return ask(cast("Child", Scripted(*messages)), {"job": "none"}, 5.0, compiles=compiles)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count()
    monkeypatch.setattr("noughts.processes.workers.monotonic", lambda: float(next(times)))


@pytest.mark.usefixtures("clock")
def test_the_time_of_a_compilation_does_not_count() -> None:
    assert asked(*[COMPILING] * 20, ANSWER, compiles=True) == ANSWER
    with refused("error.timed-out", seconds=5):
        asked(*[COMPILING] * 20, ANSWER, compiles=False)


@pytest.mark.usefixtures("clock")
def test_after_a_compilation_the_time_counts() -> None:
    with pytest.raises(TimedOut):
        asked(COMPILING, *[{"progress": {"at": 1}}] * 20, ANSWER, compiles=True)


ECHO = "from noughts.processes.channel import serve; serve(lambda request, report: request)"


def test_a_process_whose_parent_reads_no_more_ends_without_a_word() -> None:
    """As where a server is killed while its worker computes; the worker's input may be open a little longer."""
    with subprocess.Popen(
        [sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"asked": 1}\n')
        process.stdin.flush()
        assert process.stdout.readline() == b'{"asked": 1}\n'
        process.stdout.close()
        process.stdin.write(b'{"asked": 2}\n')
        process.stdin.flush()
        assert process.wait(timeout=60) == 1
        assert process.stderr.read() == b""
