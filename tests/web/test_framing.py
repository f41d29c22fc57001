"""Where a request ends: what a proxy and this server might read in two ways is refused."""

import h11
import pytest

from noughts.web.http.framing import StrictConnection

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
