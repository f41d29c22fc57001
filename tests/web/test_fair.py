"""One client within its limits keeps no other client waiting for long, with a real server and real workers."""

import json
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.web.process import server
from tests.web.serving import API, sqlite

OTHER = "203.0.113.2"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server that believes what this machine says of its clients."""
    options = ("--proxy", "127.0.0.1", "--workers", "3")
    with server(sqlite(tmp_path), tmp_path / "errors.txt", *options) as fair:
        yield fair.port


def ask(port: int, client: str, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
    """Return the answer to a client's request."""
    headers = {"Content-Type": "application/json", "X-Forwarded-For": client}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{API}{path}", data, headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def follow(port: int, number: int, question: str) -> socket.socket:
    """Follow a question from an address of the greedy network."""
    stream = socket.create_connection(("127.0.0.1", port))
    head = f"Host: localhost\r\nX-Forwarded-For: 2001:db8::{number:x}\r\n\r\n"
    stream.sendall(f"GET {API}/analysis/{question} HTTP/1.1\r\n{head}".encode())
    assert b"200 OK" in stream.recv(100)
    return stream


@pytest.mark.timing
def test_one_client_does_not_stop_the_others(port: int) -> None:
    """30 questions and 30 proofs of one network; another client has a lesson, a proof and a game."""
    with ExitStack() as greedy:
        for number in range(30):
            position = "/".join(["." * 15] * 15)
            query = f"game=15,15,5&position={position}&strategy=search:seconds={20 + number}"
            greedy.enter_context(follow(port, number, f"decision/events?{query}"))
            board = f"{4 + number % 6},{4 + number // 6},4"
            greedy.enter_context(follow(port, number, f"proof/events?strategy=tactical&game={board}&seat=first"))
        assert ask(port, OTHER, "/lessons/fork?seed=1")["answer"]
        proof = ask(port, OTHER, "/analysis/proof?strategy=paths:override=off&seat=second")
        assert proof["seats"]["second"]["games"]["loss"] == 4
        made = ask(port, OTHER, "/games", {"game": "4,4,4", "x": "human", "o": "search:plain=on,nodes=200"})
        game, token = made["game"]["id"], made["tokens"]["X"]
        state = ask(port, OTHER, f"/games/{game}/moves", {"cell": "b2", "version": 0}, token)
        while state["thinking"]:
            state = ask(port, OTHER, f"/games/{game}")
        assert (len(state["moves"]), state["failure"]) == (2, None)
