"""The processor time that each client has had in the event loop, where others wait meanwhile.

`counted` adds the time of each step of a task to the client whose request it answers; a host that has no `time_spent`,
as the page's own worker in a browser, counts nothing.
"""

import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from noughts.web.ask.queue import client_now

T = TypeVar("T")

SHARE: Final = 0.1  # of the time here, for one client
_AT_ONCE = 5.0  # seconds over which a client may have its share in advance for what a worker could answer, too
_AT_ALL = 30.0  # and for whatever it asks
_SLOWED = 10.0  # after which a request waits for one second, after twice as many for four
_LEAST = 1.0  # up to which it does not wait
_CLIENTS = 1000  # more are looked through for those whose time is forgotten


class TimeSpent:
    """The processor time that each client has had here of late, in seconds: it is forgotten at the rate of a share.

    >>> spent = TimeSpent(clock=lambda: 0.0)
    >>> spent.add("a", 0.3)
    >>> spent.has_more("a"), spent.has_more("b")
    (True, True)
    >>> spent.add("a", 0.3)
    >>> spent.has_more("a"), spent.has_any("a"), spent.has_more("b")
    (False, True, True)
    >>> round(spent.pause("a"), 2), spent.pause("b")
    (0.36, 0.0)
    >>> spent.add("a", 3.0)
    >>> spent.has_any("a"), spent.pause("a")
    (False, 0.0)
    """

    def __init__(self, share: float = SHARE, clock: Callable[[], float] = time.monotonic) -> None:
        self.share = share
        self._clock = clock
        self._until: dict[str, float] = {}  # when all that a client has had is forgotten

    def add(self, client: str, seconds: float) -> None:
        """Count some time of a client."""
        now = self._clock()
        if len(self._until) > _CLIENTS:
            self._until = {other: until for other, until in self._until.items() if until > now}
        self._until[client] = max(self._until.get(client, now), now) + seconds / self.share

    def has_more(self, client: str) -> bool:
        """Return whether a client may be answered here what a worker could answer, too."""
        return self._ahead(client) <= _AT_ONCE

    def has_any(self, client: str) -> bool:
        """Return whether a client may ask anything."""
        return self._ahead(client) <= _AT_ALL

    def pause(self, client: str) -> float:
        """Return the seconds that a client's next request has to wait: none for one who asks little, and none where it
        is refused; the more the more time it has had, so that many connections of one client do not fill the loop."""
        ahead = self._ahead(client)
        return (ahead / _SLOWED) ** 2 if _LEAST < ahead <= _AT_ALL else 0.0

    def _ahead(self, client: str) -> float:
        """Return the seconds after which all that a client has had is forgotten."""
        return max(0.0, self._until.get(client, 0.0) - self._clock())


time_spent: Final[ContextVar[TimeSpent | None]] = ContextVar("time_spent", default=None)


async def counted(work: Awaitable[T]) -> T:
    """Return what some work returns; each of its steps counts for the client of the request."""
    spent = time_spent.get()
    return await (work if spent is None else _Counted(work, spent, client_now.get()))


class _Counted:
    """Some work, whose steps are timed. What it waits for is not."""

    def __init__(self, work: Awaitable[Any], spent: TimeSpent, client: str) -> None:
        self._work, self._spent, self._client = work, spent, client

    def __await__(self) -> Generator[Any, Any, Any]:
        steps = self._work.__await__()
        step: Callable[[Any], Any] = steps.send
        given: Any = None
        while True:
            began = time.thread_time()
            try:
                waits_for = step(given)
            except StopIteration as ended:
                return ended.value
            finally:
                self._spent.add(self._client, time.thread_time() - began)
            try:
                step, given = steps.send, (yield waits_for)
            except BaseException as error:  # a cancelled task's, which the work must see
                step, given = steps.throw, error
