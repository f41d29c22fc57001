"""The address of a client behind reverse proxies: `Forwarded` (RFC 7239) or `X-Forwarded-For`.

Each proxy appends the address that it was reached from, so the list is read from its end, for as long as the addresses
are those of proxies that the operator has named. What stands before is a claim of the client and proves nothing.
"""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.datastructures import Headers

Network = IPv4Network | IPv6Network
_ADDRESS = re.compile(r"\[(?P<v6>[0-9A-Fa-f:.]+)\](:\d+)?|(?P<v4>[0-9.]+)(:\d+)?|(?P<bare>[0-9A-Fa-f:.]+)")
_FOR = re.compile(r'(?:^|;)\s*for\s*=\s*(?:"([^"\\]*)"|([^";\s]+))\s*(?:;|$)', re.IGNORECASE)


def client_of(peer: str, headers: Headers, proxies: Sequence[Network]) -> str:
    """Return the address of the client of a request that came from `peer`.

    The headers are believed only where `peer` is one of the proxies. Where both are there and disagree, the proxy
    passed one on as the client sent it: then neither is believed.

    >>> from ipaddress import ip_network
    >>> headers = Headers({"X-Forwarded-For": "6.6.6.6, 203.0.113.7, 10.0.0.2"})
    >>> client_of("10.0.0.1", headers, [ip_network("10.0.0.0/8")])
    '203.0.113.7'
    >>> client_of("203.0.113.9", headers, [ip_network("10.0.0.0/8")])
    '203.0.113.9'
    """
    if not is_proxy(peer, proxies):
        return peer
    lists = [
        [_in_forwarded(one) for one in _elements(headers, "forwarded")],
        [_parsed(one) for one in _elements(headers, "x-forwarded-for")],
    ]
    found = {_last_outside(peer, one, proxies) for one in lists if one}
    return found.pop() if len(found) == 1 else peer


def is_proxy(peer: str, proxies: Sequence[Network]) -> bool:
    """Return whether an address is that of a proxy."""
    return bool(proxies) and _is_one_of(_parsed(peer), proxies)


def _last_outside(peer: str, addresses: Sequence[IPv4Address | IPv6Address | None], proxies: Sequence[Network]) -> str:
    """Return the last address that is not a proxy's; the last proxy where none is, or where there is no address."""
    known = peer
    for address in reversed(addresses):
        if address is None:
            break
        known = str(address)
        if not _is_one_of(address, proxies):
            break
    return known


def _elements(headers: Headers, name: str) -> list[str]:
    """Return the elements of a header that is a list, in one line or in several."""
    return [element.strip() for line in headers.getlist(name) for element in line.split(",")]


def _in_forwarded(element: str) -> IPv4Address | IPv6Address | None:
    """Return the address of an element of `Forwarded`: `for=192.0.2.1;proto=https`."""
    match = _FOR.search(element)
    return _parsed(match[1] or match[2] or "") if match else None


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address in a text, which may have a port; None for any other text."""
    match = _ADDRESS.fullmatch(text)
    try:
        address = ip_address(match["v6"] or match["v4"] or match["bare"]) if match else None
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _is_one_of(address: IPv4Address | IPv6Address | None, proxies: Sequence[Network]) -> bool:
    return address is not None and any(address in network for network in proxies)
