"""Work for a pool of workers: each item's result once, from any number of workers, whatever becomes of them."""

import multiprocessing
import random
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from noughts.errors import MissingExtraError, WorkersError
from noughts.jobs.dispatch import in_order, results
from noughts.jobs.pool import WorkerPool, cluster, kept, processes
from noughts.jobs.worker import do_some
from tests.jobs.fakes import Squares

SQUARES = {number: number * number for number in range(100)}


@pytest.fixture
def squares(tmp_path: Path) -> Squares:
    return Squares(tmp_path / "ends")


def ends(work: Squares) -> int:
    return work.ends.read_text().count("closed")


class Flaky(Executor):
    """Does at once what is submitted, but loses some of it with its worker."""

    def __init__(self, rng: random.Random, losses: float = 0.0) -> None:
        self.rng, self.losses = rng, losses

    def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.rng.random() < self.losses:
            future.set_exception(BrokenExecutor("lost"))
        else:
            future.set_result(function(*args, 0.0))  # no time: it returns a single result
        return future


def test_without_a_pool_the_results_come_in_order(squares: Squares) -> None:
    assert list(results(squares, range(100))) == list(SQUARES.items())
    assert ends(squares) == 1


@pytest.mark.parametrize(
    "pool", [WorkerPool(lambda: ThreadPoolExecutor(4), lambda: 4), processes(2)], ids=["threads", "processes"]
)
def test_every_item_has_its_result_once(squares: Squares, pool: WorkerPool) -> None:
    ended = list(results(squares, range(100), pool))
    assert len(ended) == 100
    assert dict(ended) == SQUARES


def test_a_lost_worker_loses_no_item(squares: Squares) -> None:
    rng, started = random.Random(1), list[Executor]()

    def start() -> Executor:
        started.append(Flaky(rng, 0.1 if len(started) < 2 else 0))
        return started[-1]

    ended = list(results(squares, range(100), WorkerPool(start, lambda: 2, stop=lambda executor, done: None)))
    assert len(started) == 3
    assert (len(ended), dict(ended)) == (100, SQUARES)


def test_a_worker_that_is_killed_is_replaced(squares: Squares) -> None:
    work = Squares(squares.ends, once=30)
    assert dict(results(work, range(100), processes(2))) == SQUARES
    assert work.ends.with_suffix(".mark").exists()


def test_an_item_that_kills_every_worker_is_blamed_alone(squares: Squares) -> None:
    work = Squares(squares.ends, deadly=frozenset({7}))
    assert dict(results(work, range(20), processes(2))) == {
        number: "its worker died 3 times" if number == 7 else number * number for number in range(20)
    }


def test_a_submission_to_a_broken_pool_is_made_again(squares: Squares) -> None:
    """A worker may die between two batches, when no future can say so."""

    class Breaking(ThreadPoolExecutor):
        def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
            if len(started) < 3:
                raise BrokenExecutor("just now")
            return super().submit(function, *args, **options)

    started: list[Executor] = []

    def start() -> Executor:
        started.append(Breaking(2))
        return started[-1]

    assert dict(results(squares, range(100), WorkerPool(start, lambda: 2))) == SQUARES
    assert len(started) == 3


def test_workers_that_cannot_be_reached_any_more(squares: Squares) -> None:
    class Gone(Flaky):
        def submit(self, function: Any, /, *args: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    pool = WorkerPool(lambda: Gone(random.Random()), lambda: 1, stop=lambda executor, done: None)
    with pytest.raises(WorkersError, match=r"^the workers cannot be reached$"):
        list(results(squares, range(2), pool))


def test_each_worker_releases_its_state(squares: Squares) -> None:
    assert len(list(results(squares, range(100), processes(2)))) == 100
    assert 1 <= ends(squares) <= 2


def test_work_that_is_cut_short_leaves_no_worker(squares: Squares) -> None:
    ended = results(squares, iter(range(100_000)), processes(2))
    assert next(ended)
    ended.close()
    assert multiprocessing.active_children() == []
    assert 1 <= ends(squares) <= 2


def test_a_worker_that_is_told_twice_to_end_releases_its_state(squares: Squares) -> None:
    """Whoever cuts the work short tells all workers, and so does the executor when it sees the first of them end."""
    work, pool = Squares(squares.ends, release=0.3), processes(1)
    executor = pool.start()
    assert executor.submit(do_some, work, (3,)).result() == [9]
    (child,) = multiprocessing.active_children()
    child.terminate()
    while child.is_alive() and not work.ends.with_suffix(".releasing").exists():
        time.sleep(0.01)
    child.terminate()
    child.join()
    pool.stop(executor, True)
    assert ends(work) == 1


def test_no_such_cluster() -> None:
    with pytest.raises(WorkersError, match=r"no Dask cluster at 'tcp://127\.0\.0\.1:9'"):
        cluster("tcp://127.0.0.1:9", patience=1)


def test_a_missing_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.extras.installed", lambda library: False)
    with pytest.raises(MissingExtraError, match=r"pip install 'noughts\[dask\]'"):
        cluster("tcp://127.0.0.1:9")


def test_a_worker_releases_its_state_before_another_work(tmp_path: Path) -> None:
    works = [Squares(tmp_path / name) for name in "ab"]
    pool = WorkerPool(lambda: Flaky(random.Random()), lambda: 1)
    for work in works:
        assert dict(results(work, range(5), pool)) == {number: number * number for number in range(5)}
    assert ends(works[0]) == 1
    assert not works[1].ends.exists()


@pytest.mark.parametrize("pool", [None, WorkerPool(lambda: ThreadPoolExecutor(4), lambda: 4)], ids=["here", "threads"])
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


def test_kept_workers_stay_until_the_end(squares: Squares) -> None:
    log = list[str]()

    def start() -> Executor:
        log.append("start")
        return Flaky(random.Random())

    pool = WorkerPool(
        start,
        lambda: 1,
        stop=lambda executor, done: log.append(f"stop {done}"),
        close=lambda: log.append("close"),
    )
    with kept(pool) as workers:
        for _ in range(2):
            assert dict(results(squares, range(9), workers))[8] == 64
        assert log == ["start"]
        cut = results(squares, range(1000), workers)
        next(cut)
        cut.close()
        assert log == ["start", "stop False"]
        assert dict(results(squares, range(9), workers))[8] == 64
    assert log == ["start", "stop False", "start", "stop True", "close"]
