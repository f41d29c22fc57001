"""What every request passes, where it ends, and what every answer carries."""

from collections.abc import Iterator
from pathlib import Path

import h11
import pytest
from starlette.testclient import TestClient

from noughts.web.ask.timespent import TimeSpent
from noughts.web.http import page, security
from noughts.web.http.clientlimits import ClientLimits
from noughts.web.http.framing import StrictConnection
from tests.web.serving import API, Seated, problem, serving, sqlite


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(sqlite(tmp_path)) as client:
        yield client


@pytest.mark.parametrize("address", [*page.VIEWS, "/embed/x", "/docs", "/static/main.js", f"{API}/games", "/nowhere"])
def test_every_answer_has_a_policy_and_one_view_is_shown_in_a_frame(client: TestClient, address: str) -> None:
    headers = client.get(address.replace("{rest:path}", "any/thing")).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert ("frame-ancestors 'none'" in policy) == (address != "/embed")
    assert (headers.get("x-frame-options") == "DENY") == (address != "/embed")


def test_the_policy_of_the_small_board(client: TestClient) -> None:
    """In all else its policy is that of every page."""
    framed, usual = client.get("/embed").headers, client.get("/").headers
    policy = framed.pop("content-security-policy").replace("frame-ancestors *", "frame-ancestors 'none'")
    assert policy == usual.pop("content-security-policy")
    assert usual.pop("x-frame-options") == "DENY"
    assert "set-cookie" not in framed
    assert {name: text for name, text in framed.items() if name != "content-length"} == {
        name: text for name, text in usual.items() if name != "content-length"
    }


def test_the_documentation_needs_no_other_machine(client: TestClient) -> None:
    page = client.get("/docs")
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "<script" not in page.text
    assert "POST /api/v1/games" in page.text
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert all(path.startswith("/api/v1/") for path in paths)


def test_pages_of_other_sites_cannot_write(client: TestClient) -> None:
    for headers in (
        {"Origin": "http://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost"},  # the same name, but not this server
        {"Origin": "ftp://localhost"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert problem(client.post(f"{API}/games", json={}, headers=headers)) == (403, "cross-site")
    for own in (
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
        {"Origin": "https://localhost", "Sec-Fetch-Site": "same-origin"},  # behind a proxy with TLS
    ):
        assert client.post(f"{API}/games", json={}, headers=own).status_code == 201


def test_the_cookie_is_for_this_site_alone(client: TestClient) -> None:
    cookie = client.post(f"{API}/games", json={}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_server_on_loopback_answers_to_its_own_name(client: TestClient) -> None:
    guard = security.Guard(client.app, ClientLimits(), ("localhost", "127.0.0.1", "::1"))
    guarded = TestClient(guard, base_url="http://localhost")
    for host in ("localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000"):
        assert guarded.get("/", headers={"Host": host}).status_code == 200
    for host in ("elsewhere.example", "localhost.example:8000", "", "[", "a:b:c"):
        assert problem(guarded.get("/", headers={"Host": host})) == (421, "wrong-host")


def test_a_request_has_one_host(client: TestClient) -> None:
    """Where there are two, a proxy and this server may take different ones."""
    twice = [("Host", "localhost"), ("Host", "elsewhere.example")]
    assert problem(client.get("/", headers=twice)) == (400, "malformed")


def test_headers_have_a_size(client: TestClient) -> None:
    assert client.get("/", headers={"X-Long": "x" * 15_000}).status_code == 200
    assert problem(client.get("/", headers={"X-Long": "x" * 17_000})) == (431, "headers-too-large")


def test_requests_have_a_size(client: TestClient) -> None:
    assert problem(client.post(f"{API}/records", json={"text": "x" * 70_000})) == (413, "too-large")
    assert problem(client.post(f"{API}/games", content=(b"x" * 1000 for _ in range(100)))) == (413, "too-large")
    wrong = client.post(f"{API}/games", content=b"{", headers={"Content-Type": "application/json"})
    assert problem(wrong) == (422, "invalid-request")


def test_rates(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), limits=ClientLimits(creations="2/minute")) as client:
        made = [client.post(f"{API}/games", json={}) for _ in range(3)]
        assert [one.status_code for one in made] == [201, 201, 429]
        assert problem(made[-1]) == (429, "too-many-requests")
        assert made[-1].headers["retry-after"] == "1"
        assert client.get(f"{API}/games").status_code == 200


def test_what_a_game_lets_begin_is_counted_too(tmp_path: Path) -> None:
    """Rematches and seats in a browser's list, of any game."""
    with serving(sqlite(tmp_path), limits=ClientLimits(creations="4/minute")) as client:
        game = Seated(client, x="human", o="friend")
        other = Seated(client, x="human", o="friend")
        assert game.post("seats", "O").status_code == 200
        assert game.post("rematch").status_code == 201
        for refused in (game.post("rematch"), other.post("rematch"), other.post("seats", "O")):
            assert problem(refused) == (429, "too-many-requests")


@pytest.mark.parametrize("what", ["moves", "undo", "redo", "resign", "step"])
def test_changes_have_a_rate(tmp_path: Path, what: str) -> None:
    with serving(sqlite(tmp_path), limits=ClientLimits(changes="2/minute")) as client:
        game = Seated(client)
        answers = [game.post(what, **({"cell": "b2"} if what == "moves" else {})) for _ in range(3)]
        assert [answer.status_code == 429 for answer in answers] == [False, False, True]
        assert client.get(f"{API}/games/{game.state['id']}").status_code == 200


def test_the_time_of_a_client_is_counted(tmp_path: Path) -> None:
    """A millionth of it is used up by one request."""
    with serving(sqlite(tmp_path), limits=ClientLimits(time=0.000001)) as client:
        assert client.get(f"{API}/games").status_code == 200
        refused = client.get(f"{API}/games")
        assert problem(refused) == (429, "too-many-requests")
        assert refused.json()["said"] == {"kind": "error.time-spent", "values": {"share": "0.0001"}}


def test_a_client_who_has_had_much_time_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()

    async def waited(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("noughts.web.http.security.sleep", waited)
    monkeypatch.setattr(TimeSpent, "pause", lambda spent, client: 2.0)
    with serving(sqlite(tmp_path), limits=ClientLimits()) as client:
        assert client.get(f"{API}/games").status_code == 200
    assert waits == [2.0]


def test_streams_are_counted(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path), limits=ClientLimits(streams=0)) as client:
        game = Seated(client)
        assert problem(client.get(f"{API}/games/{game.state['id']}/events")) == (429, "too-many-requests")
        assert not client.app.state.services.open.streams  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moves=3", "no limit 'moves=3': expected time, creations, changes, streams, questions, each with ="),
        ("time=2", "'time=2': expected a share of the time such as 0.1, or none"),
        ("time=nan", "'time=nan': expected a share of the time such as 0.1, or none"),
        ("streams=-1", "'streams=-1': expected a number of at most 9 digits, or none"),
        (f"streams={'9' * 5000}", "expected a number of at most 9 digits, or none"),
    ],
)
def test_a_limit_that_is_none(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ClientLimits.given([text])


def test_what_is_not_there(client: TestClient) -> None:
    page = client.get("/nowhere", headers={"Accept": "text/html,*/*"})
    assert (page.status_code, page.text) == (404, client.get("/games").text)
    assert problem(client.get(f"{API}/nowhere", headers={"Accept": "text/html"})) == (404, "not-found")
    assert problem(client.get("/nowhere")) == (404, "not-found")
    assert problem(client.put(f"{API}/games", json={})) == (405, "method-not-allowed")


def test_a_request_says_all_that_is_wrong(client: TestClient) -> None:
    told = client.post(f"{API}/games", json={"game": 3, "x": "", "more": 1}).json()
    assert {fault["where"] for fault in told["errors"]} == {"body.game", "body.x", "body.more"}
    assert all(fault["where"] in told["detail"] for fault in told["errors"])


WHOLE = b"POST / HTTP/1.1\r\nHost: localhost\r\nX: a \tb\r\nContent-Length: 6\r\n\r\n"
BODY = b"{\n \n}\n"


@pytest.fixture
def connection() -> StrictConnection:
    return StrictConnection(h11.SERVER)


def events(connection: StrictConnection) -> list[str]:
    """Return the names of the events up to the need of more."""
    found = []
    while not isinstance(event := connection.next_event(), type):
        found.append(type(event).__name__)
    return found


@pytest.mark.parametrize("pieces", [1, len(WHOLE)], ids=["bytes", "whole"])
def test_a_request_is_read(connection: StrictConnection, pieces: int) -> None:
    """Line feeds of its body are its own."""
    found = []
    for start in range(0, len(WHOLE), pieces):
        connection.receive_data(WHOLE[start : start + pieces])
        found += events(connection)
    connection.receive_data(BODY)
    assert found + events(connection) == ["Request", "Data", "EndOfMessage"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"1.1\r\n", b"1.1\n"),
        (b"localhost\r\n", b"localhost\n"),
        (b"\r\n\r\n", b"\r\n\n"),
        (b"\r\n", b"\n"),
        (b"X: a", b"X: \r\n a"),
        (b"X: a", b"X:\r\n\ta"),
    ],
)
@pytest.mark.parametrize("before", [b"", b"the first request"])
def test_lines_end_in_one_way(connection: StrictConnection, old: bytes, new: bytes, before: bytes) -> None:
    """Of the second request of a connection as of the first."""
    request = WHOLE.replace(old, new) + BODY
    connection.receive_data((WHOLE + BODY if before else b"") + request)
    if before:
        assert events(connection) == ["Request", "Data", "EndOfMessage"]
        connection.send(h11.Response(status_code=204, headers=[]))
        connection.send(h11.EndOfMessage())
        connection.start_next_cycle()
    with pytest.raises(h11.RemoteProtocolError):
        connection.next_event()
    connection.send(h11.Response(status_code=400, headers=[]))


def chunked(connection: StrictConnection, chunks: list[bytes]) -> None:
    """Read a request with a body in chunks, and answer it."""
    connection.receive_data(WHOLE.replace(b"Content-Length: 6", b"Transfer-Encoding: chunked"))
    connection.receive_data(b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n")
    events(connection)
    connection.send(h11.Response(status_code=204, headers=[]))
    connection.send(h11.EndOfMessage())
    connection.start_next_cycle()


@pytest.mark.parametrize("chunks", [[b"x"] * 101, [b"x" * 64] * 1001], ids=["small", "many"])
def test_a_body_has_few_or_large_chunks(connection: StrictConnection, chunks: list[bytes]) -> None:
    with pytest.raises(h11.RemoteProtocolError, match="too many chunks"):
        chunked(connection, chunks)


def test_chunks_are_counted_over_all_requests_of_a_connection(connection: StrictConnection) -> None:
    for _ in range(20):
        chunked(connection, [b"x" * 64] * 1000)
    for _ in range(200):
        chunked(connection, [b'{"version":12}'])
    small = StrictConnection(h11.SERVER)
    for _ in range(50):
        chunked(small, [b"x"] * 2)
    with pytest.raises(h11.RemoteProtocolError, match="too many chunks"):
        chunked(small, [b"x"] * 2)
