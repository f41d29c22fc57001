"""The two hosts of the application: a server with a database and workers, and a browser with documents."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from noughts.app.application import Application
from noughts.app.questions import Jobs
from noughts.app.visitor_program import VISITORS_QUESTIONS
from noughts.results.codec import encode
from noughts.web.browser.host import BrowserHost
from tests.web.serving import API, Seated, serving, sqlite

HOSTS = ("server", "browser")


@dataclass(frozen=True)
class Response:
    """A response of the host in a browser, as a test reads that of a server."""

    status_code: int
    headers: dict[str, str]
    text: str

    @property
    def content(self) -> bytes:
        """The body."""
        return self.text.encode()

    def json(self) -> Any:
        """Return the body as JSON."""
        return json.loads(self.text)

    def iter_lines(self) -> list[str]:
        """Return the lines of a stream."""
        return self.text.splitlines()

    def read(self) -> str:
        """Return the body."""
        return self.text


class _Cookies(dict[str, str]):
    """The cookies of a page that needs none: without them it has no games."""

    def __init__(self, games: dict[str, Any]) -> None:
        super().__init__()
        self._games = games

    def clear(self) -> None:
        """Forget the games."""
        self._games.clear()


class BrowserClient:
    """A page without a server: it keeps the games, and sends along those that a request is about."""

    def __init__(self, host: BrowserHost) -> None:
        self.host = host
        self.games: dict[str, Any] = {}
        self.reports: list[Any] = []  # of the last request
        self.cookies = _Cookies(self.games)

    def get(self, path: str, **more: Any) -> Response:
        """Read."""
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> Response:
        """Write."""
        return self.request("POST", path, **more)

    def delete(self, path: str) -> Response:
        """Delete."""
        return self.request("DELETE", path)

    @contextmanager
    def stream(self, method: str, path: str, **more: Any) -> Iterator[Response]:
        """Follow a stream, which has ended when it is there."""
        yield self.request(method, path, **more)

    def request(
        self,
        method: str,
        path: str,
        params: Any = None,
        json: Any = None,
        headers: Any = None,
    ) -> Response:
        """Send a request; everything goes through JSON, as between the page and its worker."""
        place = path.removeprefix(API)
        asked: dict[str, Any] = {"method": method, "headers": dict(headers or {}), "games": self._games(place)}
        asked["path"] = f"{place}?{urlencode(params)}" if params else place
        if json is not None:
            asked |= {"headers": {"Content-Type": "application/json", **asked["headers"]}, "body": _text(json)}
        self.reports = []
        answer = _copied(asyncio.run(self.host.answer(_copied(asked), self.reports.append)))
        self.games |= answer["games"]
        return Response(answer["status"], answer["headers"], answer["body"])

    def _games(self, place: str) -> dict[str, Any]:
        parts = place.partition("?")[0].split("/")
        wanted = parts[2:3] or list(self.games) if parts[1] == "games" else []
        wanted += [self.games[one]["rematch"] for one in parts[2:3] if one in self.games]
        return {game_id: self.games[game_id] for game_id in wanted if game_id in self.games}


def _text(document: Any) -> str:
    return json.dumps(document)


def _copied(document: Any) -> Any:
    return json.loads(json.dumps(document))


@contextmanager
def hosted(name: str, folder: Path) -> Iterator[Any]:
    """Return a client of a host."""
    if name == "server":
        with serving(sqlite(folder)) as client:
            yield client
    else:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)  # a visitor's program is a file there
            yield BrowserClient(BrowserHost(Jobs(Application(), VISITORS_QUESTIONS)))


def until(client: Any, game: Seated, holds: Any) -> Any:
    """Return the state of a game once something holds of it, as the page waits for it."""
    address = f"{API}/games/{game.state['id']}"
    if isinstance(client, BrowserClient):
        events = [line for line in client.get(f"{address}/events").text.splitlines() if line.startswith("data: ")]
        state = json.loads(events[-1].removeprefix("data: "))
        assert holds(state), state
        return state

    async def followed() -> Any:
        async for followed in client.app.state.services.games.follow(game.state["id"]):
            if holds(state := encode(followed)):
                return state
        raise AssertionError(state)

    return client.portal.call(followed)
