"""Clients take turns for the workers."""

from contextvars import copy_context

import pytest

from noughts.web.ask import queue as queues
from noughts.web.ask.queue import Busy, Ticket, WorkerQueue, client_now


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


def begun(*tickets: Ticket) -> list[bool]:
    return [ticket.begun.is_set() for ticket in tickets]


@pytest.mark.parametrize("long", [False, True])
def test_one_client_leaves_workers_for_others(long: bool) -> None:
    queue = WorkerQueue(3)
    many = [enter(queue, "greedy", long=long) for _ in range(30)]
    other = enter(queue, "other", long=long)
    assert begun(many[0], many[2], other) == [True, False, True]


def test_clients_take_turns() -> None:
    queue = WorkerQueue(1)
    first, *many = [enter(queue, "greedy", long=True) for _ in range(60)]
    other = enter(queue, "other", long=True)
    assert (queue.ahead(many[0]), queue.ahead(other), queue.ahead(many[1])) == (0, 1, 2)
    queue.leave(first)
    queue.leave(many[0])
    assert begun(many[0], other, many[1]) == [True, True, False]
    assert queue.ahead(other) is None


def test_quick_jobs_pass_long_ones() -> None:
    queue = WorkerQueue(1)
    first, second, quick = (enter(queue, "a", long=long) for long in (True, True, False))
    queue.leave(first)
    assert begun(second, quick) == [False, True]


@pytest.mark.parametrize("size", [2, 3, 8])
def test_a_client_s_own_move_does_not_wait_for_its_proofs(size: int) -> None:
    queue = WorkerQueue(size)
    proofs = [enter(queue, "a", long=True) for _ in range(10)]
    move = enter(queue, "a")
    assert begun(proofs[0], proofs[-1], move) == [True, False, True]


def test_a_question_does_not_wait_for_its_own_client_s_proof() -> None:
    queue = WorkerQueue(3)
    proof, question = enter(queue, "a", long=True), enter(queue, "a")
    assert begun(proof, question) == [True, True]


def test_a_job_that_two_clients_wait_for_has_its_turn_as_either_s() -> None:
    queue = WorkerQueue(1)
    first, *many = [enter(queue, "greedy", long=True) for _ in range(20)]
    join(queue, "other", many[-1])
    join(queue, "other", many[-1])
    assert queue.ahead(many[-1]) == 1
    queue.leave(first)
    queue.leave(many[0])
    assert begun(many[-1]) == [True]
    assert many[-1].client == "other"
    queue.leave(many[-1])
    assert begun(many[1], many[2]) == [True, False]


def test_a_client_has_so_many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "_WAITING", 2)
    queue = WorkerQueue(0)
    tickets = [enter(queue, "greedy", long=True) for _ in range(2)]
    with pytest.raises(Busy, match="2 jobs of yours are waiting already"):
        enter(queue, "greedy", long=True)
    assert queue.ahead(enter(queue, "other", long=True)) == 1
    assert queue.ahead(enter(queue, "greedy")) == 0
    queue.leave(tickets[0])
    assert queue.ahead(enter(queue, "greedy", long=True)) == 2
