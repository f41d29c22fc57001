"""The server believes what a proxy reports of its client's address if the operator has named the proxy, else not."""

from ipaddress import ip_network

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from noughts.web.http.proxies import client_of
from noughts.web.http.security import Guard, Rates
from tests.web.serving import problem

PROXIES = [ip_network("10.0.0.0/8"), ip_network("::1")]
FORGED = "6.6.6.6"


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ([], "10.0.0.1"),
        ([("X-Forwarded-For", "203.0.113.7")], "203.0.113.7"),
        ([("X-Forwarded-For", "203.0.113.7:4711")], "203.0.113.7"),
        ([("X-Forwarded-For", "2001:db8::7")], "2001:db8::7"),
        ([("X-Forwarded-For", "::ffff:203.0.113.7")], "203.0.113.7"),
        ([("X-Forwarded-For", f"{FORGED}, 203.0.113.7")], "203.0.113.7"),
        ([("X-Forwarded-For", f"{FORGED}, 203.0.113.7, 10.9.9.9")], "203.0.113.7"),
        ([("X-Forwarded-For", FORGED), ("X-Forwarded-For", "203.0.113.7")], "203.0.113.7"),
        ([("X-Forwarded-For", f"{FORGED}, unknown")], "10.0.0.1"),
        ([("X-Forwarded-For", f"{FORGED}, nonsense, 10.9.9.9")], "10.9.9.9"),
        ([("X-Forwarded-For", f"{FORGED}, 1.2.3.4.5")], "10.0.0.1"),
        ([("X-Forwarded-For", "")], "10.0.0.1"),
        ([("X-Forwarded-For", "10.0.0.7, 10.0.0.8")], "10.0.0.7"),
        ([("Forwarded", "for=203.0.113.7;proto=https;by=10.0.0.1")], "203.0.113.7"),
        ([("Forwarded", 'proto=https;FOR="203.0.113.7:80"')], "203.0.113.7"),
        ([("Forwarded", 'for="[2001:db8::7]:4711"')], "2001:db8::7"),
        ([("Forwarded", f"for={FORGED}, for=203.0.113.7")], "203.0.113.7"),
        ([("Forwarded", f"for={FORGED}, for=_hidden")], "10.0.0.1"),
        ([("Forwarded", f"for={FORGED}, proto=https")], "10.0.0.1"),
        ([("Forwarded", f'for="{FORGED}')], "10.0.0.1"),
        ([("Forwarded", "for=203.0.113.7"), ("X-Forwarded-For", "203.0.113.7")], "203.0.113.7"),
        ([("Forwarded", f"for={FORGED}"), ("X-Forwarded-For", "203.0.113.7")], "10.0.0.1"),
        ([("Forwarded", "for=203.0.113.7"), ("X-Forwarded-For", FORGED)], "10.0.0.1"),
    ],
)
def test_the_client_behind_a_proxy(headers: list[tuple[str, str]], client: str) -> None:
    raw = Headers(raw=[(name.lower().encode(), value.encode()) for name, value in headers])
    assert client_of("10.0.0.1", raw, PROXIES) == client
    for peer in ("203.0.113.9", "::2", "testclient"):
        assert client_of(peer, raw, PROXIES) == peer
    assert client_of("10.0.0.1", raw, []) == "10.0.0.1"


def at(peer: str) -> TestClient:
    """Return a client at an address, of a guarded application that says the client's address."""
    app = FastAPI()

    @app.get("/")
    async def who(request: Request) -> str:
        return request.client.host if request.client else ""

    return TestClient(Guard(app, Rates("2/minute", None, None), None, PROXIES), client=(peer, 50000))


def test_clients_behind_a_proxy_have_their_own_rates() -> None:
    client = at("::1")
    for _ in range(2):
        for address in ("203.0.113.7", "203.0.113.8"):
            assert client.get("/", headers={"X-Forwarded-For": f"{FORGED}, {address}"}).json() == address
    for forged in ("7.7.7.7", "8.8.8.8"):
        refused = client.get("/", headers={"X-Forwarded-For": f"{forged}, 203.0.113.7"})
        assert problem(refused) == (429, "too-many-requests")


def test_a_client_cannot_call_itself_another() -> None:
    client = at("203.0.113.9")
    for number in range(3):
        answer = client.get("/", headers={"X-Forwarded-For": f"7.7.7.{number}", "Forwarded": f"for=7.7.7.{number}"})
        assert answer.status_code == (429 if number == 2 else 200)
        assert number == 2 or answer.json() == "203.0.113.9"
