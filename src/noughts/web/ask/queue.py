"""Who is next: clients take turns for the workers, so that one who asks for much does not keep the others waiting."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from noughts.errors import NoughtsError
from noughts.words import Said

T = TypeVar("T")

client_now: Final[ContextVar[str]] = ContextVar("client_now", default="")  # the client of the request that is answered

_WAITING = 100  # jobs of one client that wait, of each kind


class Busy(NoughtsError):
    """No worker is free for a client. `retry_after`: seconds."""

    retry_after = 5


class Turns(Generic[T]):
    """Jobs that wait, by their clients. Each client's own jobs keep their order; a job may have several clients.

    >>> turns = Turns[int]()
    >>> for client, job in (("a", 1), ("a", 2), ("a", 3), ("b", 4)):
    ...     turns.add(client, job)
    >>> turns.ahead("a", 3), turns.ahead("b", 4)
    (3, 1)
    >>> [turns.take(lambda client: True) for _ in range(5)]
    [('a', 1), ('b', 4), ('a', 2), ('a', 3), None]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[T]] = {}  # the next client first

    def add(self, client: str, job: T) -> None:
        """Let a job wait."""
        self._waiting.setdefault(client, deque()).append(job)

    def remove(self, client: str, job: T) -> None:
        """Take a job out, if it waits."""
        if job in self._of(client):
            self._waiting[client].remove(job)
            if not self._waiting[client]:
                del self._waiting[client]

    def take(self, may: Callable[[str], bool]) -> tuple[str, T] | None:
        """Take out the job whose turn it is, of a client that may have one now. None: there is no such job."""
        client = next(filter(may, self._waiting), None)
        if client is None:
            return None
        jobs = self._waiting.pop(client)
        job = jobs.popleft()
        if jobs:
            self._waiting[client] = jobs  # the last one now
        return client, job

    def ahead(self, client: str, job: T) -> int | None:
        """Return how many jobs have their turn before one, if no others come. None: it does not wait."""
        if job not in self._of(client):
            return None
        index, clients = self._waiting[client].index(job), list(self._waiting)
        return sum(
            min(self.count(each), index + (number < clients.index(client))) for number, each in enumerate(clients)
        )

    def count(self, client: str) -> int:
        """Return how many jobs of a client wait."""
        return len(self._of(client))

    def _of(self, client: str) -> deque[T]:
        return self._waiting.get(client, deque())


@dataclass(eq=False)
class Ticket:
    """A job in the queue for a worker, for one client or for several.

    `client` is the one whose turn it was. `long`: whether the job may take minutes.
    """

    long: bool
    clients: list[str] = field(default_factory=list)
    client: str | None = None
    begun: asyncio.Event = field(default_factory=asyncio.Event)


class WorkerQueue:
    """The queue for a number of workers. Quick jobs go before long ones.

    One worker is left for quick jobs, and one for other clients: a client has at most `size - 2` long jobs and
    `size - 1` jobs of both kinds at work (one, and two, if there are no more workers).
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._quick, self._long = Turns[Ticket](), Turns[Ticket]()
        self._at_work: list[Ticket] = []

    def enter(self, *, long: bool = False) -> Ticket:
        """Return a ticket for a new job in the queue, for `Pool.run`. Raises Busy if its client has too many."""
        ticket = Ticket(long)
        self.join(ticket)
        self._begin()
        return ticket

    def join(self, ticket: Ticket) -> None:
        """Let a job that waits have its turn as the client's too. Raises Busy if the client has too many."""
        client, queue = client_now.get(), self._queue_of(ticket)
        if ticket.begun.is_set() or client in ticket.clients:
            return
        if queue.count(client) >= _WAITING:
            raise Busy(Said("error.many-waiting", {"count": _WAITING}))
        ticket.clients.append(client)
        queue.add(client, ticket)

    def ahead(self, ticket: Ticket) -> int | None:
        """Return how many jobs of its kind have their turn before a job; None if it does not wait."""
        queue = self._queue_of(ticket)
        counts = [queue.ahead(client, ticket) for client in ticket.clients]
        return min((ahead for ahead in counts if ahead is not None), default=None)

    def leave(self, ticket: Ticket) -> None:
        """Take a job out of the queue, or from its worker."""
        self._take_out(ticket)
        if ticket in self._at_work:
            self._at_work.remove(ticket)
            self._begin()

    def _queue_of(self, ticket: Ticket) -> Turns[Ticket]:
        return self._long if ticket.long else self._quick

    def _begin(self) -> None:
        """Let those begin whose turn it is, while there are workers for them."""
        while turn := self._quick.take(self._has_quick) or self._long.take(self._has_long):
            client, ticket = turn
            self._take_out(ticket)
            self._at_work.append(ticket)
            ticket.client = client
            ticket.begun.set()

    def _take_out(self, ticket: Ticket) -> None:
        for client in ticket.clients:
            self._queue_of(ticket).remove(client, ticket)

    def _has_quick(self, client: str) -> bool:
        """Return whether there is a worker for a quick job of a client."""
        own = sum(ticket.client == client for ticket in self._at_work)
        return len(self._at_work) < self._size and own < max(2, self._size - 1)

    def _has_long(self, client: str) -> bool:
        """Return whether there is a worker for a long job of a client."""
        long = [ticket.client for ticket in self._at_work if ticket.long]
        return (
            self._has_quick(client)
            and len(long) < max(1, self._size - 1)
            and long.count(client) < max(1, self._size - 2)
        )
