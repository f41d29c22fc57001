"""The reverse proxy of docs/web.md, as it stands there but for its address and shorter times."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from resource import RLIMIT_NOFILE, prlimit

import pytest

from tests.web.process import server
from tests.web.serving import API, sqlite

pytestmark = pytest.mark.timing

PAGE = Path(__file__).parents[2] / "docs" / "web.md"
TRUSTED = ssl._create_unverified_context()  # Caddy's own certificate
FILES = (128, 128)  # that the proxy and the server may have open
OPTIONS = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n"
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
BODY = f"POST {API}/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{{".encode()


def documented(port: int, behind: int) -> str:
    """Return the documented configuration, at a port of this machine, before a server at another port."""
    (text,) = re.findall(r"```caddy\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for old, new in (
        ("{\n", OPTIONS),
        ("games.example.org", f"https://localhost:{port}"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ("read_header 10s", "read_header 1s"),
        ("read_body 10s", "read_body 1s"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    return str(text)


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of the proxy before a server, both of which may have few files open."""
    folder = tmp_path_factory.mktemp("proxy")
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("Caddy is not installed (on Debian: apt install caddy)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with server(sqlite(folder), folder / "errors.txt", "--proxy", "127.0.0.1") as behind:
        prlimit(behind.process.pid, RLIMIT_NOFILE, FILES)
        file = folder / "Caddyfile"
        file.write_text(documented(port, behind.port))
        with running(caddy, file, port):
            yield port
    assert not (folder / "errors.txt").read_text()


@contextmanager
def running(caddy: str, file: Path, port: int) -> Iterator[None]:
    """Run Caddy, and see to it that it ends."""
    folder = str(file.parent)
    with (
        (file.parent / "caddy.txt").open("w") as log,
        subprocess.Popen(
            [caddy, "run", "--config", str(file), "--adapter", "caddyfile"],
            stderr=log,
            env={**os.environ, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder},
        ) as process,
    ):
        try:
            while answer(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")[:12] != b"HTTP/1.1 200":
                assert process.poll() is None, (file.parent / "caddy.txt").read_text()
            prlimit(process.pid, RLIMIT_NOFILE, FILES)
            yield
        finally:
            process.kill()


def answer(port: int, request: bytes) -> bytes:
    """Return the beginning of the answer to a request; nothing where there is none."""
    try:
        with TRUSTED.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost") as client:
            client.settimeout(5)
            client.sendall(request)
            return client.recv(4096)
    except OSError:
        return b""


@pytest.mark.parametrize("half", [b"", HEAD, BODY], ids=["nothing", "half a head", "half a body"])
def test_half_sent_requests_lock_no_client_out(port: int, half: bytes) -> None:
    """They are more than the proxy and the server may have files open. Another client is answered while they last."""
    with ExitStack() as clients:
        for _ in range(150):
            client = clients.enter_context(socket.create_connection(("127.0.0.1", port)))
            if half:
                client.settimeout(5)
                try:
                    client = clients.enter_context(TRUSTED.wrap_socket(client, server_hostname="localhost"))
                    client.sendall(half)
                except OSError:
                    break  # the proxy has no files left
        while not answer(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP/1.1 200"):
            pass


@pytest.mark.gate
def test_the_server_knows_what_the_proxy_was_asked(port: int) -> None:
    """The proxy was asked over TLS, by a client whose own header says nothing."""
    body = json.dumps({"o": "human"}).encode()
    headers = "Origin: https://localhost\r\nX-Forwarded-Proto: http\r\nContent-Type: application/json\r\n"
    head = f"POST {API}/games HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    told = answer(port, head.encode() + body)
    assert told.startswith(b"HTTP/1.1 201")
    assert b"; secure" in told.lower()


@pytest.mark.parametrize("size", [1 << 17, 1 << 21])
def test_a_request_that_is_too_large_is_the_fault_of_its_client(port: int, size: int) -> None:
    head = f"POST {API}/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    whole = f"{head}Content-Length: {size}\r\n\r\n".encode() + b"x" * size
    chunks = f"{head}Transfer-Encoding: chunked\r\n\r\n{size:x}\r\n".encode() + b"x" * size + b"\r\n0\r\n\r\n"
    assert answer(port, whole).startswith(b"HTTP/1.1 413")
    assert answer(port, chunks).startswith(b"HTTP/1.1 413")
