"""Server-sent events; and how many streams may be open, and how many of them may make a server compute."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.types import Receive, Scope, Send

from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import counted
from noughts.web.problems import Problem
from noughts.words import Said

T = TypeVar("T")

STREAMS = 2000  # of all clients
_PING = 15.0  # seconds without an event, after which a comment keeps the connection open
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True)
class StreamEvent:
    """An event: its name, its document, and its number where it has one."""

    name: str
    document: Any
    number: int | None = None


class EventStream:
    """The response of a stream, as lines of text; the stream is closed when the client disconnects."""

    def __init__(self, events: AsyncGenerator[bytes, None]) -> None:
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        try:
            written = await until_disconnected(self._write(send), receive)
            if written is not None:
                written.result()
        finally:
            await self._events.aclose()

    async def _write(self, send: Send) -> None:
        following = asyncio.ensure_future(anext(self._events, None))
        try:
            while True:
                done, _ = await asyncio.wait((following,), timeout=_PING)
                text = following.result() if done else b": ping\n\n"
                more = text is not None
                await send({"type": "http.response.body", "body": text or b"", "more_body": more})
                if not more:
                    return
                if done:
                    following = asyncio.ensure_future(anext(self._events, None))
        finally:
            await _ended(following)


async def until_disconnected(work: Awaitable[T], receive: Receive) -> "asyncio.Future[T] | None":
    """Return the ended work; None where the client disconnected first: then the work is cancelled."""
    task, gone = asyncio.ensure_future(counted(work)), asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        return task if task.done() else None
    finally:
        await _ended(task, gone)


async def _disconnected(receive: Receive) -> None:
    """Return when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _ended(*tasks: "asyncio.Future[Any]") -> None:
    """Cancel what still runs of some tasks, and wait for it."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@dataclass
class OpenStreams:
    """The open streams, and those of them that are questions, by their clients. None: no limit for one client."""

    of_one: int | None = None
    questions_of_one: int | None = None
    streams: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Count a stream within the context. Raises Problem where too many are open."""
        with _counted(self.streams, self.of_one, "error.many-streams"):
            yield

    @contextmanager
    def question(self) -> Iterator[None]:
        """Count a stream that is a question within the context. Raises Problem where too many are open."""
        with self.stream(), _counted(self.questions, self.questions_of_one, "error.many-questions"):
            yield


@contextmanager
def _counted(open_now: Counter[str], of_one: int | None, kind: str) -> Iterator[None]:
    client = client_now.get()
    if open_now.total() >= STREAMS or (of_one is not None and open_now[client] >= of_one):
        raise Problem("too-many-requests", Said(kind))
    open_now[client] += 1
    try:
        yield
    finally:
        open_now[client] -= 1
        if not open_now[client]:
            del open_now[client]
