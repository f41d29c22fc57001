"""The application in a browser: the page's worker hands it requests, each with the stored games that it needs.

A host keeps nothing but answers that depend on nothing else: the games that a request changes go back with its answer.
There is no second process, so a job runs at once, in the same one.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from noughts.app.questions import QUICK, Jobs
from noughts.processes.channel import JSON, Report
from noughts.results.codec import decode, encode
from noughts.web.api import api
from noughts.web.ask.answers import Answers
from noughts.web.ask.pool import Pool
from noughts.web.ask.queue import Ticket
from noughts.web.operations import ROOT, Services
from noughts.web.play.documents import DocumentStore
from noughts.web.play.games import GameService
from noughts.web.streams import OpenStreams

_PREFER: Final = ("Prefer", "respond-async")  # RFC 7240: 202 in place of an answer that may take long


class Later(Exception):
    """A job that may take long, for a client that prefers not to wait for it here."""


class InlinePool(Pool):
    """Runs every job at once. With `quick_only` it raises Later for one that may take long."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__((), 1)
        self._jobs = jobs
        self._quick_only = False

    def quick_only(self, only: bool) -> None:
        """Set whether jobs that may take long are refused."""
        self._quick_only = only

    async def run(
        self,
        job: str,
        request: JSON,
        seconds: float,
        progress: Report = lambda document: None,
        ticket: Ticket | None = None,
        started: Callable[[], None] = lambda: None,
        patience: float | None = None,
        long: bool = False,
    ) -> JSON:
        """Return the answer to a job. Raises Later, and the NoughtsErrors of the job itself."""
        if self._quick_only and not self._is_quick(job, request):
            raise Later
        started()
        try:
            return self._jobs.run(job, request, progress)
        finally:
            if ticket is not None:
                self.queue.leave(ticket)

    def _is_quick(self, job: str, request: JSON) -> bool:
        question = self._jobs.table[job]
        return question.costs(self._jobs.application, decode(question.request, request)) <= QUICK


class BrowserHost:
    """The application with a store of documents, and without processes."""

    def __init__(self, jobs: Jobs) -> None:
        self._pool = InlinePool(jobs)
        games, answers = self._games(DocumentStore({}), jobs), Answers(jobs.application, self._pool)
        self._services = Services(jobs.application, games, answers, OpenStreams())
        self._jobs = jobs
        self._app = api()
        self._app.state.services = self._services
        self._app.add_exception_handler(Later, _accepted)

    async def answer(self, request: JSON, report: Report) -> JSON:
        """Return the `status`, `headers` and `body` of a request, and the `games` that are new or have changed.

        A request has a `method` and a `path`, and may have `headers`, a `body` and `games`, by their ids. `report`
        receives the states of a long job while it runs.
        """
        headers, store = request.get("headers", {}), DocumentStore(request.get("games", {}))
        self._pool.quick_only(headers.get(_PREFER[0]) == _PREFER[1])
        self._services.games = self._games(store, self._jobs)
        self._services.answers.report = lambda state: None if state.ended else report(encode(state))
        exchange = _Exchange(request["method"], request["path"], headers, request.get("body") or "")
        await self._app(exchange.scope, exchange.receive, exchange.send)
        await self._services.games.close()
        return {**exchange.answer(), "games": store.changed}

    def _games(self, store: DocumentStore, jobs: Jobs) -> GameService:
        return GameService(store, jobs.application, self._pool, alone=True)


async def _accepted(request: Request, error: Exception) -> Response:
    return Response(status_code=202)


class _Exchange:
    """One request and its response, as ASGI has them."""

    def __init__(self, method: str, path: str, headers: JSON, body: str) -> None:
        name, _, query = path.partition("?")
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": ROOT + unquote(name),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(key.lower().encode(), str(value).encode()) for key, value in headers.items()],
            "client": None,
            "server": ("page", 80),
        }
        self._body: bytes | None = body.encode()
        self._sent: list[Message] = []

    async def receive(self) -> Message:
        """Return the body; after it, nothing comes: a client disconnects with its worker."""
        if self._body is None:
            await asyncio.Event().wait()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Message) -> None:
        """Keep a part of the response."""
        self._sent.append(message)

    def answer(self) -> JSON:
        """Return the response."""
        start, *parts = self._sent
        return {
            "status": start["status"],
            "headers": {name.decode(): value.decode() for name, value in start["headers"]},
            "body": b"".join(part.get("body", b"") for part in parts).decode(),
        }
