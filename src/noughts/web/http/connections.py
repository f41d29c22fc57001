"""Limits on connections, before a request reaches the application: their number, the size of a head, a request's time.

uvicorn limits the number of all connections, and the time of idle ones. A client that opens many connections and sends
half a request on each could block all other clients.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from noughts.web.http.proxies import Network, is_proxy

_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


@dataclass
class Gate:
    """The limits, and the number of connections of each client. None: no limit.

    `head_seconds` and `request_seconds` are the times for the head and for the whole of a request, from its first
    byte; a new connection must begin its request within the first. `head_bytes` ends a head without an end: it may
    count what came before the head in the same packet, so the application's own limit is lower. Proxies have as many
    connections as they need.
    """

    total: int | None = None
    per_client: int | None = 256
    head_seconds: float = 10.0
    request_seconds: float = 30.0
    head_bytes: int = 1 << 17
    proxies: Sequence[Network] = ()
    clients: Counter[str] = field(default_factory=Counter)

    def admits(self, client: str) -> bool:
        """Return whether a client may open one more connection."""
        if self.total is not None and self.clients.total() >= self.total:
            return False
        if self.per_client is None or self.clients[client] < self.per_client:
            return True
        return is_proxy(client, self.proxies)

    def end_late(self, connections: Iterable[object], now: float) -> None:
        """End the connections whose requests take too long; `now` is the event loop's time."""
        for connection in list(connections):
            if isinstance(connection, Connection) and connection.is_late(now):
                connection.refuse(_TIMEOUT)


class Connection(HttpToolsProtocol):
    """An HTTP connection that keeps the limits of a gate."""

    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._counted: str | None = None  # the client, once it is counted
        self._since: float | None = None  # when the request began that is being read
        self._in_head = True
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        client = self.client[0] if self.client else ""
        if not self._gate.admits(client):
            transport.abort()
            return
        self._counted, self._since = client, self.loop.time()
        self._gate.clients[client] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted is not None:
            self._gate.clients[self._counted] -= 1
            if not self._gate.clients[self._counted]:
                del self._gate.clients[self._counted]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > self._gate.head_bytes:
                self.refuse(_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._since, self._in_head, self._head_bytes = self.loop.time(), True, 0

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._since = None
        super().on_message_complete()

    def is_late(self, now: float) -> bool:
        """Return whether the request that is being read takes too long."""
        limit = self._gate.head_seconds if self._in_head else self._gate.request_seconds
        return self._since is not None and now - self._since > limit

    def refuse(self, response: bytes) -> None:
        """Send a response and close the connection."""
        self._since = None
        if not self.transport.is_closing():
            self.transport.write(response)
            self.transport.close()
