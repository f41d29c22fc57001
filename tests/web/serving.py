"""The application as the tests run it: in this process, with the real services and real workers."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from noughts.app.application import Application
from noughts.web.http.app import create_app
from noughts.web.http.clientlimits import ClientLimits
from noughts.web.play.store import Store

WORKER = [sys.executable, "-m", "noughts.cli.web_worker"]
UNLIMITED = ClientLimits.given(["none"])
API = "/api/v1"


@contextmanager
def serving(url: str, limits: ClientLimits = UNLIMITED, players: tuple[str, ...] = ()) -> Iterator[TestClient]:
    """Return a client of the application on a database."""
    app = create_app(Application(players), Store(url), [*WORKER, *players], 2, limits)
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def sqlite(folder: Path) -> str:
    """Return the URL of a database in a folder."""
    return f"sqlite:///{folder}/games.sqlite"


class Seated:
    """A game that a test plays: the state as it last came, and the tokens."""

    def __init__(self, client: Any, **new: Any) -> None:
        self.client = client
        created = client.post(f"{API}/games", json=new)
        assert created.status_code == 201, created.text
        self.state: dict[str, Any] = created.json()["game"]
        self.tokens: dict[str, str] = created.json()["tokens"]

    def post(self, what: str, seat: str | None = "X", key: str | None = None, **body: Any) -> Any:
        """Send a request of a seat, on the version that was last seen unless the body says another."""
        headers = {} if seat is None else {"Authorization": f"Bearer {self.tokens.get(seat, seat)}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        body.setdefault("version", self.state["version"])
        response = self.client.post(f"{API}/games/{self.state['id']}/{what}", json=body, headers=headers)
        if response.status_code == 200 and "moves" in response.json():
            self.state = response.json()
        return response

    def move(self, cell: str, seat: str | None = "X", **more: Any) -> Any:
        """Make a move."""
        return self.post("moves", seat, cell=cell, **more)

    @property
    def cells(self) -> list[str]:
        """The cells played so far."""
        return [move["cell"] for move in self.state["moves"]]


def problem(response: Any) -> tuple[int, str]:
    """Return the status and the kind of a problem, whose shape is checked."""
    told = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail"} <= told.keys()
    assert told["status"] == response.status_code
    return response.status_code, told["type"].removeprefix("urn:noughts:problem:")
