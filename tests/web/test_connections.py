"""Limits on connections, with real sockets."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn

from noughts.web.http.connections import Connection, Gate

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def says_ok(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Running:
    """A running server and the connections to it."""

    def __init__(self, server: uvicorn.Server) -> None:
        self.server = server
        self.pairs: list[Pair] = []

    async def connect(self, count: int = 1, address: str = "127.0.0.1") -> list[Pair]:
        port = self.server.servers[0].sockets[0].getsockname()[1]
        pairs = [await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0)) for _ in range(count)]
        self.pairs += pairs
        return pairs

    def pass_time(self, gate: Gate, seconds: float) -> None:
        """End what is late if so much time has passed."""
        gate.end_late(self.server.server_state.connections, asyncio.get_running_loop().time() + seconds)


@asynccontextmanager
async def serving(gate: Gate) -> AsyncIterator[Running]:
    """Run a server with a gate on a free port."""
    config = uvicorn.Config(
        says_ok,
        http=partial(Connection, gate),  # type: ignore[arg-type]
        port=0,
        lifespan="off",
        log_level="error",
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    running = Running(server)
    try:
        yield running
    finally:
        for _, writer in running.pairs:
            writer.close()
        await asyncio.gather(*(writer.wait_closed() for _, writer in running.pairs), return_exceptions=True)
        server.should_exit = True
        await task


async def status(pair: Pair, sent: bytes = WHOLE) -> str:
    """Return the status of the answer to what is sent, or "closed"."""
    reader, writer = pair
    try:
        writer.write(sent)
        await writer.drain()
        async with asyncio.timeout(20):
            line = await reader.readline()
    except ConnectionError:
        return "closed"
    return line.split()[1].decode() if line else "closed"


async def test_a_client_has_so_many_connections() -> None:
    gate = Gate(per_client=3)
    async with serving(gate) as running:
        pairs = await running.connect(4)
        assert [await status(pair) for pair in pairs] == ["200", "200", "200", "closed"]
        pairs[0][1].close()
        while gate.clients.total() == 3:
            await asyncio.sleep(0.01)
        assert await status((await running.connect())[0]) == "200"
    assert not gate.clients


@pytest.mark.parametrize(
    ("gate", "answers"),
    [
        (Gate(total=1, per_client=None), ["200", "closed"]),
        (Gate(per_client=1, proxies=[ip_network("127.0.0.0/8")]), ["200", "200"]),
        (Gate(per_client=None), ["200", "200"]),
    ],
)
async def test_other_limits(gate: Gate, answers: Sequence[str]) -> None:
    async with serving(gate) as running:
        assert [await status(pair) for pair in await running.connect(2)] == answers


@pytest.mark.parametrize(
    ("sent", "seconds", "answer"),
    [
        (b"", 11, "408"),
        (b"GET / HT", 11, "408"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", 11, "408"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf", 11, None),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf", 31, "408"),
        (WHOLE, 3600, "200"),
    ],
)
async def test_half_a_request_ends(sent: bytes, seconds: float, answer: str | None) -> None:
    """The clock is the test's: `seconds` are said to have passed since the request began."""
    gate = Gate()
    async with serving(gate) as running:
        ((reader, writer),) = await running.connect()
        writer.write(sent)
        await asyncio.sleep(0.05)
        while not gate.clients:
            await asyncio.sleep(0.01)
        running.pass_time(gate, seconds)
        if answer is None:
            writer.write(b" done")
        line = await reader.readline()
        assert line.split()[1].decode() == (answer or "200")


async def test_a_head_has_an_end() -> None:
    async with serving(Gate()) as running:
        (pair,) = await running.connect()
        assert await status(pair, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 400_000) in ("431", "closed")


async def test_one_client_does_not_lock_out_another() -> None:
    """300 half requests from one address, against a limit of 100 connections in all."""
    gate = Gate(total=100, per_client=50)
    async with serving(gate) as running:
        for _ in range(300):
            ((_, writer),) = await running.connect()
            writer.write(b"GET / HT")
        (other,) = await running.connect(address="127.0.0.2")
        assert await status(other) == "200"
        assert gate.clients["127.0.0.1"] == 50
        running.pass_time(gate, 11)
        while gate.clients["127.0.0.1"]:
            await asyncio.sleep(0.01)
        assert await status((await running.connect())[0]) == "200"


def test_a_proxy_is_known_as_it_is_elsewhere() -> None:
    """An IPv4 address in IPv6 form too; a peer without an address is none."""
    gate = Gate(per_client=1, proxies=[ip_network("127.0.0.0/8")])
    gate.clients.update({"::ffff:127.0.0.1": 5, "203.0.113.7": 1, "": 1})
    assert gate.admits("::ffff:127.0.0.1")
    assert not gate.admits("203.0.113.7")
    assert not gate.admits("")
