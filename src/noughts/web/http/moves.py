"""The short way of a move: the most frequent request by far, and the one for which a person waits.

A well-formed move goes from the middleware to the game service at once. Every other request, and every move that is not
well formed, goes the usual way: `api.make_move` is the documented operation, and answers the same.
"""

import re

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.errors import NoughtsError
from noughts.web.http import problems
from noughts.web.http.models import NewMove
from noughts.web.play.games import GameService

_PATH = re.compile(r"/api/v1/games/([^/]{1,50})/moves")
_BODY_LIMIT = 1000  # bytes: a move has about fifty
_MOVE = TypeAdapter(NewMove)


class Moves:
    """ASGI middleware that answers well-formed moves."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        headers = _plain_headers(scope) if path else None
        if path is None or headers is None:
            await self.app(scope, receive, send)
            return
        message = await receive()
        try:
            move = _MOVE.validate_json(message.get("body", b""))
        except ValidationError:
            move = None
        if move is None or message.get("more_body"):
            await self.app(scope, _replayed(message, receive), send)
            return
        token, key = headers
        games: GameService = scope["app"].state.games
        try:
            state = await games.move(path[1], token, move.cell, move.version, key)
        except NoughtsError as error:
            await (await problems.of_change(error, games, path[1]))(scope, receive, send)
        else:
            await Response(to_json(state), media_type="application/json")(scope, receive, send)


def _plain_headers(scope: Scope) -> tuple[str, str | None] | None:
    """Return the token and the idempotency key of a request, or None where the usual way has to look at its headers."""
    found: dict[bytes, bytes] = dict(scope["headers"])
    scheme, _, token = found.get(b"authorization", b"").partition(b" ")
    key = found.get(b"idempotency-key")
    length = found.get(b"content-length", b"")
    if (
        len(found) != len(scope["headers"])  # a header that is repeated
        or scheme.lower() != b"bearer"
        or not token
        or found.get(b"content-type") != b"application/json"
        or not (length.isdigit() and int(length) <= _BODY_LIMIT)
        or not (key is None or 1 <= len(key) <= 100)
    ):
        return None
    return token.decode("latin-1"), None if key is None else key.decode("latin-1")


def _replayed(first: Message, receive: Receive) -> Receive:
    """Return `receive` with a message before its others."""
    messages = [first]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed
