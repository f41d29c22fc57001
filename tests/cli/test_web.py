"""`noughts web`, as a process of its own."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from resource import RLIMIT_NOFILE, prlimit

import pytest

from noughts.cli.web import _listen
from noughts.processes.child import Child
from noughts.processes.workers import ask
from tests.processes.test_child import children


@contextmanager
def started(
    tmp_path: Path, *arguments: str, temporary: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Return the process and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "web", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={
            **os.environ,
            "XDG_DATA_HOME": str(tmp_path),
            "PYTHONUNBUFFERED": "1",
            "TMPDIR": str(temporary or tmp_path),
        },
    )
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+", process.stdout.readline())
        assert match is not None
        yield process, match[0]
    finally:
        process.kill()
        process.communicate()


def test_the_address_on_the_network_is_shown(tmp_path: Path) -> None:
    """Where every address is listened at, a link must name one that reaches this machine from another one."""
    with started(tmp_path, "--host", "0.0.0.0") as (_, url):
        host = url.removeprefix("http://").partition(":")[0]
        assert host != "127.0.0.1"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
            except OSError:
                assert host == "0.0.0.0"
            else:
                assert host == probe.getsockname()[0]
        with urllib.request.urlopen(url, timeout=10) as page:
            assert b"<!doctype html>" in page.read().lower()


def test_the_page_is_served_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    with started(tmp_path) as (process, url):
        with urllib.request.urlopen(url, timeout=10) as page:
            assert b"<!doctype html>" in page.read().lower()
        request = urllib.request.Request(
            f"{url}/api/v1/games", json.dumps({}).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10) as created:
            game_id = json.load(created)["game"]["id"]
        with urllib.request.urlopen(f"{url}/api/v1/games/{game_id}/events", timeout=10) as stream:
            assert stream.readline() == b"event: state\n"
            process.send_signal(signal.SIGINT)  # with a stream open
            assert process.wait(timeout=10) in {0, 130}
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
        assert (tmp_path / "noughts" / "games.sqlite").is_file()


@pytest.mark.parametrize(("options", "secure"), [((), False), (("--proxy", "127.0.0.1"), True)])
def test_only_a_named_proxy_says_that_it_was_asked_over_tls(
    tmp_path: Path, options: tuple[str, ...], secure: bool
) -> None:
    with started(tmp_path, *options) as (_, url):
        headers = {"Content-Type": "application/json", "X-Forwarded-Proto": "https"}
        with urllib.request.urlopen(urllib.request.Request(f"{url}/api/v1/games", b"{}", headers), timeout=10) as made:
            assert ("; secure" in made.headers["set-cookie"].lower()) is secure


def test_each_client_behind_a_proxy_has_the_limits_that_the_operator_chose(tmp_path: Path) -> None:
    """Clients of one IPv6 network are one client."""
    with started(tmp_path, "--proxy", "127.0.0.1", "--limit", "creations=2/hour") as (_, url):

        def create(client: str) -> int:
            headers = {"Content-Type": "application/json", "X-Forwarded-For": f"6.6.6.6, {client}"}
            request = urllib.request.Request(f"{url}/api/v1/games", b"{}", headers)
            try:
                with urllib.request.urlopen(request, timeout=10) as made:
                    return int(made.status)
            except urllib.error.HTTPError as refused:
                return refused.code

        assert [create("203.0.113.7") for _ in range(3)] == [201, 201, 429]
        assert create("203.0.113.8") == 201
        assert [create(f"2001:db8::{number}") for number in range(3)] == [201, 201, 429]


HOST = b"Host: localhost\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        b"\x16\x03\x01\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        b"POST /api/v1/games HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"POST /api/v1/games HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"x" * 100_000 + b"\r\n\r\n",
    ],
)
def test_a_malformed_request_is_not_in_the_log(quiet: int, request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", quiet), timeout=10) as client:
        client.sendall(request_)
        assert client.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 431")


def test_connections_beyond_the_limit_on_open_files_are_not_in_the_log(tmp_path: Path) -> None:
    with started(tmp_path) as (process, url):
        urllib.request.urlopen(url, timeout=30).close()  # it serves
        prlimit(process.pid, RLIMIT_NOFILE, (40, 40))
        with ExitStack() as clients:
            for _ in range(60):
                clients.enter_context(socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))))
            while len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 40:
                pass
        urllib.request.urlopen(url, timeout=30).close()
        process.terminate()
        assert process.stderr is not None
        assert not process.stderr.read()


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that has nothing to say, up to its end."""
    with started(tmp_path_factory.mktemp("quiet")) as (process, url):
        yield int(url.rpartition(":")[2])
        process.terminate()
        assert process.stderr is not None
        assert not process.stderr.read()


def test_a_server_that_is_terminated_leaves_no_worker_and_no_folder(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with started(tmp_path, temporary=temporary) as (process, url):
        body = json.dumps({"strategy": "tactical", "game": "5,5,5"}).encode()
        request = urllib.request.Request(f"{url}/api/v1/proofs", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as begun:
            proof = json.load(begun)["id"]
        while urllib.request.urlopen(f"{url}/api/v1/proofs/{proof}", timeout=10).read().find(b'"running"') < 0:
            pass
        while not (workers := children(process.pid)):
            pass
        process.terminate()
        process.wait(timeout=30)
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
        assert not list(temporary.iterdir())


def test_an_address_for_others_says_what_that_means(tmp_path: Path) -> None:
    with started(tmp_path, "--host", "0.0.0.0") as (process, _):
        assert process.stderr is not None
        assert "Anyone who can reach 0.0.0.0" in process.stderr.readline()


def test_the_page_is_opened_where_there_is_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with started(tmp_path, "--open") as (_, url):
        deadline = time.monotonic() + 10
        while not seen.exists() or not seen.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert seen.read_text().strip() == url


def refused(tmp_path: Path, *arguments: str) -> str:
    """Return the one line that a command is refused with."""
    ran = subprocess.run(
        [sys.executable, "-m", "noughts", "web", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        check=False,
        timeout=30,
    )
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        told = refused(tmp_path, "--port", str(taken.getsockname()[1]))
    assert "cannot listen at '127.0.0.1:" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--host", "no.such.host.example"), "no.such.host.example"),
        (("--port", "0", "--database", "nonsense"), "'nonsense'"),
        (("--port", "0", "--database", "sqlite:////no/such/folder/x.sqlite"), "/no/such/folder"),
        (("--port", "0", "--player", "nobody"), "'nobody'"),
        (("--port", "0", "--proxy", "10.0.0.1/8"), "10.0.0.1/8 has host bits set"),
        (("--port", "0", "--limit", "writes=many"), "'writes=many': expected a rate such as 40/second, or none"),
    ],
)
def test_what_cannot_be_served(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in refused(tmp_path, *arguments)


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
