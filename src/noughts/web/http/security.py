"""Checks on every request: host name, origin of a write, size, rate. Security headers on every response."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.web import problems
from noughts.web.ask.queue import client_now
from noughts.web.ask.timespent import TimeSpent, counted, time_spent
from noughts.web.http.clientlimits import ClientLimits
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
_NETWORK = 64  # bits of an IPv6 address that tell networks apart


class Guard:
    """ASGI middleware that checks requests and adds headers. `hosts` are the accepted host names (None: any).

    Host names prevent DNS rebinding: a page of another site cannot reach a server on loopback by a name of that site.
    """

    def __init__(self, app: ASGIApp, limits: ClientLimits, hosts: tuple[str, ...] | None) -> None:
        self.app = app
        self.hosts = hosts
        self._limiter = MovingWindowRateLimiter(MemoryStorage())
        self._rates = {
            name: None if (text := getattr(limits, name)) is None else parse(text) for name in ("creations", "changes")
        }
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

        client_now.set(client_at(scope["client"][0]) if scope.get("client") else "")
        refusal = self._refusal(scope)
        if refusal is None:
            time_spent.set(self._spent)
            await counted(self.app(scope, _bounded(receive), send_with_headers))
        else:
            await problems.response(*refusal)(scope, receive, send_with_headers)

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
        name = "creations" if scope["path"].rstrip("/").endswith(_CREATING) else "changes"
        rate = self._rates[name]
        if write and rate is not None and not self._limiter.hit(rate, name, client_now.get()):
            values = {"count": rate.amount, "many": rate.multiples, "unit": Said(f"unit.{rate.GRANULARITY.name}")}
            return "too-many-requests", Said("error.too-often", values)
        return None


@lru_cache(4096)
def client_at(address: str) -> str:
    """Return who a client is, by its address: with IPv6 a network, as everybody has a whole one.

    >>> client_at("203.0.113.7"), client_at("2001:db8::7"), client_at("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8::/64', '203.0.113.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), _NETWORK), strict=False))
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
