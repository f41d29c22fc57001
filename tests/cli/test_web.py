"""`noughts web`, as a process of its own."""

import json
import os
import re
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from resource import RLIMIT_NOFILE, prlimit

import pytest

from noughts.cli.web import _listen
from noughts.processes.child import Child
from noughts.processes.workers import ask
from tests.cli.conftest import Run
from tests.processes.test_child import children
from tests.web.process import Server

pytestmark = pytest.mark.gate

LIMIT = 60.0  # seconds for an answer of a server


def started(tmp_path: Path, *arguments: str, temporary: Path | None = None) -> Server:
    """Return a server that keeps all it writes in a folder."""
    environment = {"XDG_DATA_HOME": str(tmp_path), "TMPDIR": str(temporary or tmp_path)}
    return Server(tmp_path / "errors.txt", *arguments, environment=environment)


def test_an_address_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where every address is listened at, a link must name one that reaches this machine from another one.

    It is opened in a browser where there is a screen, and what it means for others is said.
    """
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    os.mkfifo(opened)
    monkeypatch.setenv("BROWSER", str(browser))
    with started(tmp_path, "--host", "0.0.0.0", "--open") as server:
        host = server.url.removeprefix("http://").partition(":")[0]
        assert host != "127.0.0.1"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
            except OSError:
                assert host == "0.0.0.0"
            else:
                assert host == probe.getsockname()[0]
        assert opened.read_text() == f"{server.url}\n"
        with urllib.request.urlopen(server.url, timeout=LIMIT) as page:
            assert b"<!doctype html>" in page.read().lower()
        assert "Anyone who can reach 0.0.0.0" in server.log.read_text()


def test_the_page_is_served_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        with urllib.request.urlopen(server.url, timeout=LIMIT) as page:
            assert b"<!doctype html>" in page.read().lower()
        request = urllib.request.Request(
            f"{server.url}/api/v1/games", json.dumps({}).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=LIMIT) as created:
            game_id = json.load(created)["game"]["id"]
        with urllib.request.urlopen(f"{server.url}/api/v1/games/{game_id}/events", timeout=LIMIT) as stream:
            assert stream.readline() == b"event: state\n"
            server.process.send_signal(signal.SIGINT)  # with a stream open
            assert server.process.wait(timeout=LIMIT) in {0, 130}
        assert "Traceback" not in server.log.read_text()
        assert (tmp_path / "noughts" / "games.sqlite").is_file()


def created(url: str, **headers: str) -> tuple[int, bool]:
    """Create a game; return the status, and whether its cookie is for TLS alone."""
    sent = {"Content-Type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        made = urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/games", b"{}", sent), timeout=LIMIT)
    except urllib.error.HTTPError as refused:
        made = refused
    with made:
        return made.status, "; secure" in made.headers.get("set-cookie", "").lower()


@pytest.mark.gate
def test_a_named_proxy_says_who_asks_and_how(tmp_path: Path) -> None:
    """Each client has the limits that the operator chose; clients of one IPv6 network are one client."""
    with started(tmp_path, "--proxy", "127.0.0.1", "--limit", "creations=2/hour") as server:

        def create(client: str) -> int:
            return created(server.url, X_Forwarded_For=f"6.6.6.6, {client}")[0]

        assert [create("203.0.113.7") for _ in range(3)] == [201, 201, 429]
        assert create("203.0.113.8") == 201
        assert [create(f"2001:db8::{number}") for number in range(3)] == [201, 201, 429]
        assert created(server.url, X_Forwarded_Proto="https") == (201, True)


@pytest.mark.slow
def test_no_proxy_is_believed_that_is_not_named(quiet: Server) -> None:
    assert created(quiet.url, X_Forwarded_Proto="https") == (201, False)


HOST = b"Host: localhost\r\n"


CHUNKED, LENGTH = b"Transfer-Encoding: chunked\r\n", b"Content-Length: 5\r\n"
NEXT = b"0\r\n\r\nGET /nowhere HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "head",
    [
        b"POST /api/v1/games HTTP/1.1\r\n" + HOST + LENGTH + CHUNKED,
        b"POST /api/v1/games HTTP/1.1\r\n" + HOST + CHUNKED + LENGTH,
        b"POST /api/v1/games HTTP/1.0\r\n" + HOST + CHUNKED,
        b"GET / HTTP/9.9\r\n" + HOST,
        b"GET / HTTP/1.1\r\n" + HOST + b"X: a\r\n b\r\n",
        b"GET / HTTP/1.1\n" + HOST,
        b"GET / HTTP/1.1\r\n" + HOST + HOST,
    ],
)
def test_a_request_whose_end_is_not_sure_is_the_last_one(quiet: Server, head: bytes) -> None:
    """The next request, as one of two servers in a row might see it, is not answered."""
    with socket.create_connection(("127.0.0.1", quiet.port), timeout=LIMIT) as client:
        client.sendall(head + b"\r\n" + NEXT)
        told = b"".join(iter(lambda: client.recv(4096), b""))
    assert re.findall(rb"HTTP/1.1 \d+", told) == [b"HTTP/1.1 400"]
    assert b"\r\nconnection: close\r\n" in told.lower()


@pytest.mark.slow
def test_too_many_chunks_of_a_request_that_is_refused_already(quiet: Server) -> None:
    """They are answered once, and the log says nothing of it."""
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: elsewhere.example\r\n" + CHUNKED + b"\r\n"
    with socket.create_connection(("127.0.0.1", quiet.port), timeout=LIMIT) as client:
        client.sendall(head + 2000 * b"1\r\nx\r\n")
        assert client.recv(4096).startswith(b"HTTP/1.1 4")


@pytest.mark.timing
def test_connections_beyond_the_limit_on_open_files_are_not_in_the_log(tmp_path: Path) -> None:
    with started(tmp_path) as server:
        urllib.request.urlopen(server.url, timeout=LIMIT).close()  # it serves
        prlimit(server.process.pid, RLIMIT_NOFILE, (40, 40))
        with ExitStack() as clients:
            for _ in range(60):
                clients.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            while len(list(Path(f"/proc/{server.process.pid}/fd").iterdir())) < 40:
                time.sleep(0.01)
        urllib.request.urlopen(server.url, timeout=LIMIT).close()
        server.stop()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has nothing to say, up to its end."""
    with started(tmp_path_factory.mktemp("quiet")) as server:
        yield server
        server.stop()


@pytest.mark.timing
def test_a_server_that_is_terminated_leaves_no_worker_and_no_folder(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with started(tmp_path, temporary=temporary) as server:
        proof = urllib.request.urlopen(
            f"{server.url}/api/v1/analysis/proof/events?strategy=tactical&game=5,5,5", timeout=LIMIT
        )
        while b'"running"' not in proof.readline():
            pass
        while not (workers := children(server.process.pid)):
            time.sleep(0.01)
        server.process.terminate()
        server.process.wait(timeout=LIMIT)
        proof.close()
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
        assert not list(temporary.iterdir())


@pytest.fixture
def refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return the one line that a command is refused with."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def call(*arguments: str) -> str:
        ran = run("web", *arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
        return ran.err

    return call


def test_a_port_that_is_taken(refused: Callable[..., str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = refused("--port", str(taken.getsockname()[1]))
    assert "cannot listen at '127.0.0.1:" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--host", "no.such.host.example"), "no.such.host.example"),
        (("--port", "0", "--database", "nonsense"), "'nonsense'"),
        (("--port", "0", "--database", "sqlite:///no/such/x.sqlite"), "no/such"),
        (("--port", "0", "--player", "nobody"), "'nobody'"),
        (("--port", "0", "--proxy", "10.0.0.1/8"), "10.0.0.1/8 has host bits set"),
        (("--port", "0", "--limit", "creations=many"), "'creations=many': expected a rate such as 40/minute"),
    ],
)
def test_what_cannot_be_served(refused: Callable[..., str], arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(*arguments)


def test_a_worker() -> None:
    child = Child([sys.executable, "-m", "noughts.cli.web_worker"], "a worker")
    told = ask(child, {"job": "values", "asked": {"game": "3,3,3", "position": "XX./OO./..."}})
    child.close()
    assert (told["answer"]["value"], told["answer"]["distance"]) == ("win", 1)
    assert child.exit_code == 1


def test_answers_are_sent_at_once() -> None:
    """asyncio waits for no further bytes (TCP_NODELAY) where the socket names its protocol: else 40 ms an answer."""
    with _listen("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
