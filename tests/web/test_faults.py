"""The server is killed in the middle of its work, again and again: what it has acknowledged is there afterwards, and
what it has not acknowledged was done once or not at all, and is done once when it is asked for again.
"""

import http.client
import json
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.web.process import server
from tests.web.serving import API, sqlite

pytestmark = pytest.mark.timing  # each starts servers, and keeps them busy

CLIENTS = 8
KILLS = 2  # how often a server is killed
LOAD = (80, 300)  # changes that are acknowledged before each disaster
PATIENCE = 120.0  # seconds for them


class Down(Exception):
    """No answer: the request may have been done, or not."""


class Link:
    """A connection to the server, opened when it is needed."""

    def __init__(self, port: int) -> None:
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Return the status and the document of an answer. Raises Down."""
        try:
            self.http.request(method, API + path, None if body is None else json.dumps(body), headers)
            with self.http.getresponse() as answer:
                status, document = answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException) as error:
            self.http.close()
            raise Down from error
        if status == 503:
            raise Down(document["detail"])
        return status, document


@dataclass
class Request:
    """A change to a game, with the key that makes it the same when it is sent again."""

    what: str
    seat: str
    key: str
    body: dict[str, Any]


@dataclass
class Played:
    """A game as its client knows it: what was acknowledged last, and what was sent since."""

    state: dict[str, Any]
    tokens: dict[str, str]
    sent: Request | None = None

    @property
    def cells(self) -> list[str]:
        return cells_of(self.state)

    def send(self, link: Link, request: Request) -> None:
        """Send a change, and note what is acknowledged."""
        self.sent = request
        held = {"Authorization": f"Bearer {self.tokens[request.seat]}", "Idempotency-Key": request.key}
        status, answer = link.ask(
            "POST",
            f"/games/{self.state['id']}/{request.what}",
            request.body,
            **{"Content-Type": "application/json"},
            **held,
        )
        assert status == 200, answer
        assert_done_once(self.state, request, answer)
        self.state, self.sent = answer, None


@dataclass
class Client:
    """Somebody who plays one game after the other, until the server is gone."""

    number: int
    rng: random.Random
    games: list[Played] = field(default_factory=list)
    faults: list[BaseException] = field(default_factory=list)

    def play(self, port: int) -> None:
        """Play until there is no answer."""
        link = Link(port)
        try:
            while True:
                if not self.games or self.games[-1].state["outcome"] is not None:
                    self.games.append(self.begin(link))
                game = self.games[-1]
                game.send(link, self.choose(game))
        except Down:
            pass
        except BaseException as fault:
            self.faults.append(fault)
        finally:
            link.http.close()

    def begin(self, link: Link) -> Played:
        """Create a game: against a strategy, or for two people on one computer."""
        new = {"game": "4,4,3", "x": "human", "o": self.rng.choice(["paths", "human"])}
        status, answer = link.ask("POST", "/games", new, **{"Content-Type": "application/json"})
        assert status == 201, answer
        return Played(answer["game"], answer["tokens"])

    def choose(self, game: Played) -> Request:
        """Return what to do next: mostly a move."""
        state, key = game.state, f"{self.rng.getrandbits(64)}"
        version = {"version": state["version"]}
        if state["may"]["undo"] and self.rng.random() < 0.2:
            return Request("undo", state["may"]["undo"][0], key, version)
        free = [name for name in names() if name not in game.cells]
        return Request("moves", state["to_move"], key, {"cell": self.rng.choice(free), **version})


def names() -> list[str]:
    """Return the cells of the board that is played on."""
    return [f"{column}{row}" for row in range(1, 5) for column in "abcd"]


def cells_of(state: dict[str, Any]) -> list[str]:
    """Return the cells played in a game."""
    return [move["cell"] for move in state["moves"]]


def assert_done_once(before: dict[str, Any], request: Request, after: dict[str, Any]) -> None:
    """Assert that a game is what one change, and the reply to it, makes of it."""
    old, new = cells_of(before), cells_of(after)
    if request.what == "undo":
        assert (after["version"], new) == (before["version"] + 1, old[: len(new)])
        assert len(old) - len(new) in (1, 2)
        return
    assert new[: len(old) + 1] == [*old, request.body["cell"]]
    replied = before["players"]["O"] == "paths" and len(new) > len(old) + 1
    assert (after["version"] - before["version"], len(new) - len(old)) == (1 + replied, 1 + replied)
    assert replied or after["outcome"] is not None or before["players"]["O"] == "human"


def assert_kept(clients: list[Client], port: int) -> None:
    """Assert that every game is as it was acknowledged, or one change further; and that this change can be asked for
    again, and then has been done once."""
    link = Link(port)
    for game in (game for client in clients for game in client.games):
        status, found = link.ask("GET", f"/games/{game.state['id']}")
        assert status == 200
        if game.sent is None or found["version"] == game.state["version"]:
            assert found == game.state
        if game.sent is not None:
            game.send(link, game.sent)
    link.http.close()


def acknowledged(clients: list[Client]) -> int:
    """Return how many changes the server has acknowledged."""
    return sum(game.state["version"] for client in clients for game in list(client.games))


def under_load(clients: list[Client], port: int, disaster: Callable[[], object]) -> None:
    """Let the clients play until a disaster, after a number of changes drawn at random, ends it."""
    threads = [threading.Thread(target=client.play, args=(port,)) for client in clients]
    enough, deadline = acknowledged(clients) + clients[0].rng.randint(*LOAD), time.monotonic() + PATIENCE
    for thread in threads:
        thread.start()
    while acknowledged(clients) < enough and any(thread.is_alive() for thread in threads):
        assert time.monotonic() < deadline, f"{acknowledged(clients)} of {enough} changes were acknowledged"
        time.sleep(0.005)
    disaster()
    for thread in threads:
        thread.join(60)
    assert [fault for client in clients for fault in client.faults] == []


SHIM = """
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

static int sync_of(int file) {
    const char *broken = getenv("BROKEN_DISK");
    if (broken && access(broken, F_OK) == 0) { errno = EIO; return -1; }
    (void) file;
    return 0;
}
int fsync(int file) { return sync_of(file); }
int fdatasync(int file) { return sync_of(file); }
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A file: while it is there, the disk of a server with the environment `with_disk` keeps nothing."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("no C compiler here, or no LD_PRELOAD")
    (tmp_path / "disk.c").write_text(SHIM)
    command = [compiler, "-shared", "-fPIC", "-o", str(tmp_path / "disk.so"), str(tmp_path / "disk.c")]
    subprocess.run(command, check=True)
    return tmp_path / "broken"


def with_disk(broken: Path) -> dict[str, str]:
    return {"LD_PRELOAD": str(broken.parent / "disk.so"), "BROKEN_DISK": str(broken)}


def test_no_move_is_acknowledged_that_the_disk_does_not_keep(tmp_path: Path, broken: Path) -> None:
    """The server says so once, reads on, and refuses every later move, also when the disk is whole again: which pages
    have been lost is not known. What it has acknowledged is there after a kill."""
    clients, errors = [Client(number, random.Random(number)) for number in range(CLIENTS)], tmp_path / "errors"
    with server(sqlite(tmp_path), errors, environment=with_disk(broken)) as running:
        under_load(clients, running.port, broken.touch)
        assert_refused(clients, running.port)
        broken.unlink()
        assert_refused(clients, running.port)
        running.process.kill()
        running.process.wait(30)
    with server(sqlite(tmp_path), errors) as running:
        assert_kept(clients, running.port)
    (line,) = (line for line in errors.read_text().splitlines() if "games.sqlite" in line)
    assert "a fault of the disk (disk I/O error): nothing more is kept until the server is started again" in line


def assert_refused(clients: list[Client], port: int) -> None:
    """Assert that each game stands as it was acknowledged, and takes no move; nor is there a new one."""
    link = Link(port)
    for client in clients:
        game = client.games[-1]
        assert link.ask("GET", f"/games/{game.state['id']}") == (200, game.state)
        request = game.sent or client.choose(game)
        if request.seat is None:  # the game is over
            continue
        with pytest.raises(Down, match="neither read nor kept"):
            game.send(link, request)
    with pytest.raises(Down, match="neither read nor kept"):
        clients[0].begin(link)
    link.http.close()


@pytest.mark.timing
def test_nothing_acknowledged_is_lost(url: str, tmp_path: Path) -> None:
    clients, errors = [Client(number, random.Random(number)) for number in range(CLIENTS)], tmp_path / "errors"
    for kill in range(KILLS + 1):
        with server(url, errors) as running:
            assert_kept(clients, running.port)
            if kill < KILLS:
                under_load(clients, running.port, lambda: running.process.send_signal(signal.SIGKILL))
                assert running.process.wait(30) == -signal.SIGKILL
    assert acknowledged(clients) >= KILLS * LOAD[0]
    assert errors.read_text() == ""


def test_nothing_acknowledged_is_lost_with_the_write_ahead_log(tmp_path: Path) -> None:
    clients, errors = [Client(number, random.Random(number)) for number in range(CLIENTS)], tmp_path / "errors"
    with server(sqlite(tmp_path), errors) as running:
        under_load(clients, running.port, (tmp_path / "games.sqlite-wal").unlink)
        running.process.kill()
    with server(sqlite(tmp_path), errors) as running:
        assert_kept(clients, running.port)
    assert errors.read_text().count("games.sqlite-wal") == 1
