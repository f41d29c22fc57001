"""Clients that load a web server: each on a connection of its own, at intended times or one request after the other.

A request's time runs from when it was meant to be sent, not from when the connection was free for it: a server that
stalls pays for all who would have come meanwhile.
"""

import asyncio
import gc
import random
import selectors
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")


class Connection(asyncio.Protocol):
    """A connection to a server, for one request at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, port: int) -> "Connection":
        """Return a connection to a server on this machine."""
        _, connection = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return connection

    def close(self) -> None:
        """Hang up."""
        assert self._transport is not None
        self._transport.close()

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body of the answer to a request."""
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        return await self._answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, blank, body = self._buffer.partition(b"\r\n\r\n")
        if not blank:
            return
        length = int(head.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0])
        if len(body) >= length and self._answer is not None:
            self._buffer = body[length:]
            self._answer.set_result((int(head[9:12]), body[:length]))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error or ConnectionError("the server hung up"))


def get(path: str) -> bytes:
    """Return a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def post(path: str, body: bytes, token: str = "") -> bytes:
    """Return a POST request with a JSON body, and a token where there is one."""
    held = f"Authorization: Bearer {token}\r\n" if token else ""
    about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{about}{held}\r\n"
    return head.encode() + body


Work = Callable[[Connection], Awaitable[None]]  # one request, with whatever its client has to do for it


@dataclass(frozen=True)
class Load:
    """What a load has shown: the seconds of each request, of the whole, and how late the requests set out."""

    seconds: Sequence[float]
    total: float
    late: Sequence[float]

    @property
    def rate(self) -> float:
        """Requests per second."""
        return len(self.seconds) / self.total

    def percentile(self, share: float) -> float:
        """Return the time in milliseconds that this share of requests stayed below."""
        return _percentile(self.seconds, share)

    def lateness(self, share: float) -> float:
        """Return how many milliseconds late, at most, this share of requests was sent: the clients' own fault."""
        return _percentile(self.late, share)


def run(load: Coroutine[None, None, T]) -> T:
    """Return what a load has shown, from an event loop whose clock is finer than the usual millisecond of epoll."""
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selectors.SelectSelector())) as runner:
        return runner.run(load)


async def at_a_rate(port: int, works: Sequence[Work], count: int, rate: float) -> Load:
    """Let every client work `count` times, all together `rate` times a second, each at an even pace of its own."""
    period, rng = len(works) / rate, random.Random(0)
    phases = [rng.random() * period for _ in works]
    return await _all(port, works, count, lambda client, number: phases[client] + number * period)


async def one_after_the_other(port: int, works: Sequence[Work], count: int) -> Load:
    """Let every client work `count` times without a pause: the server is never idle."""
    return await _all(port, works, count, None)


async def _all(port: int, works: Sequence[Work], count: int, due: Callable[[int, int], float] | None) -> Load:
    connections = [await Connection.open(port) for _ in works]
    seconds, late = list[float](), list[float]()
    begin = time.perf_counter() + (0 if due is None else 0.1)

    async def client(number: int) -> None:
        for turn in range(count):
            free = time.perf_counter()
            intended = free if due is None else begin + due(number, turn)
            await asyncio.sleep(max(0.0, intended - free))
            late.append(time.perf_counter() - max(intended, free))
            await works[number](connections[number])
            seconds.append(time.perf_counter() - intended)

    gc.disable()
    try:
        await asyncio.gather(*(client(number) for number in range(len(works))))
        total = time.perf_counter() - begin
    finally:
        gc.enable()
        for connection in connections:
            connection.close()
    return Load(seconds, total, late)


def _percentile(seconds: Sequence[float], share: float) -> float:
    ranked = sorted(seconds)
    return round(1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))], 2)
