"""Checks on every request: host name, origin of a write, size, rate. Security headers on every response."""

from asyncio import sleep
from collections import defaultdict, deque
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web import problems
from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import TimeSpent, counted, time_spent
from noughts.web.http.clientlimits import SECONDS, ClientLimits, rate
from noughts.words import Said, both

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = [  # lower case, as every server sends them
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # a game's address is its secret, and so is a seat's link
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_FRAMED = [  # of the small board, which asks questions only: it may stand on any page
    (b"content-security-policy", POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode()),
    *(pair for pair in _HEADERS if pair[0] not in (b"content-security-policy", b"x-frame-options")),
]
_SAFE = {"GET", "HEAD", "OPTIONS"}
_CREATING = ("/games", "/rematch", "/seats")  # the ends of addresses
_VERSIONS = ("1.0", "1.1")
_BODY_LIMIT = 1 << 16  # bytes of a request
_HEAD_LIMIT = 1 << 14  # bytes of its headers
_CLIENTS = 1000  # more are looked through for those who may write as often as they like again
_NETWORK = 64  # bits of an IPv6 address that tell networks apart


class Guard:
    """ASGI middleware that checks requests and adds headers. `hosts` are the accepted host names (None: any).

    Host names prevent DNS rebinding: a page of another site cannot reach a server on loopback by a name of that site.
    """

    def __init__(self, app: ASGIApp, limits: ClientLimits, hosts: tuple[str, ...] | None) -> None:
        self.app = app
        self.hosts = hosts
        self._writes = {name: Writes(text) for name in ("creations", "changes") if (text := getattr(limits, name))}
        self._spent = None if limits.time is None else TimeSpent(limits.time)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message["headers"]
                own = {name for name, _ in given}
                usual = _FRAMED if scope["path"] == "/embed" else _HEADERS
                message["headers"] = [*given, *(pair for pair in usual if pair[0] not in own)]
            await send(message)

        client = client_at(scope["client"][0]) if scope.get("client") else ""
        client_now.set(client)
        time_spent.set(self._spent)
        if self._spent is not None and (pause := self._spent.pause(client)):
            await sleep(pause)
        await counted(self._answer(scope, _bounded(receive), send_with_headers))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope)
        await (self.app if refusal is None else problems.response(*refusal))(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[str, Said] | None:
        """Return the problem with a request, its kind and its sentence, or None."""
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > _HEAD_LIMIT:
            return "headers-too-large", Said("error.long-head", {"most": _HEAD_LIMIT})
        if len(headers.getlist("host")) != 1:
            return "malformed", Said("error.one-host")
        if scope["http_version"] not in _VERSIONS:
            return "malformed", Said("error.http-version", {"version": scope["http_version"]})
        if "transfer-encoding" in headers and ("content-length" in headers or scope["http_version"] == "1.0"):
            return "malformed", Said("error.one-length")
        host = headers["host"]
        if self.hosts is not None and _name(host) not in self.hosts:
            return "wrong-host", Said("error.other-host", {"hosts": both(self.hosts), "host": repr(host)})
        write = scope["method"] not in _SAFE
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > _BODY_LIMIT:
            return "too-large", Said("error.long-request", {"most": _BODY_LIMIT})
        if write and _from_elsewhere(headers, scope["scheme"], host):
            return "cross-site", Said("error.other-site")
        if self._spent is not None and not self._spent.has_any(client_now.get()):
            return "too-many-requests", Said("error.time-spent", {"share": f"{100 * self._spent.share:g}"})
        writes = self._writes.get("creations" if scope["path"].rstrip("/").endswith(_CREATING) else "changes")
        if write and writes is not None and not writes.has_one_more(client_now.get()):
            values = {"count": writes.most, "unit": Said(f"unit.{writes.unit}")}
            return "too-many-requests", Said("error.too-often", values)
        return None


class Writes:
    """When each client has written of late: at most `most` times in any second, minute, hour or day.

    >>> writes = Writes("2/minute")
    >>> [writes.has_one_more(client) for client in ("a", "a", "a", "b")]
    [True, True, False, True]
    """

    def __init__(self, text: str) -> None:
        self.most, self.unit = rate(text)
        self._last = defaultdict[str, deque[float]](lambda: deque(maxlen=self.most))  # of each client, the oldest first

    def has_one_more(self, client: str) -> bool:
        """Return whether a client may write once more, and count that."""
        now, since = monotonic(), monotonic() - SECONDS[self.unit]
        if client not in self._last and len(self._last) > _CLIENTS:
            for other in [other for other, times in self._last.items() if times[-1] <= since]:
                del self._last[other]
        times = self._last[client]
        if len(times) == self.most and times[0] > since:
            return False
        times.append(now)
        return True


@lru_cache(4096)
def client_at(address: str) -> str:
    """Return who a client is, by its address: with IPv6 a network, as everybody has a whole one.

    >>> client_at("203.0.113.7"), client_at("2001:db8::7"), client_at("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8::/64', '203.0.113.7')
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or ip_network((int(ip), _NETWORK), strict=False))
    return address


def _bounded(receive: Receive) -> Receive:
    """Return `receive` with a limit on the size, for requests that do not state their length too."""
    got = 0

    async def bounded() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > _BODY_LIMIT:
            raise HTTPException(413)
        return message

    return bounded


@lru_cache(256)
def _name(host: str) -> str | None:
    """Return the name in a Host header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _from_elsewhere(headers: Headers, scheme: str, host: str) -> bool:
    """Return whether a browser reports that another site's page sent this. Other clients report nothing.

    Every browser sends Sec-Fetch-Site with https and to loopback, and no page can change it.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site not in ("same-origin", "none")
    return origin is not None and origin != f"{scheme}://{host}"
