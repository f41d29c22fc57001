"""Each request is answered in its client's language: what its cookie names, else its header Accept-Language."""

import re
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from noughts.words import catalogue, speaking

_COOKIE: Final = re.compile(r"(?:^|; ?)noughts_language=([a-z]+)")


class Speaking:
    """Sets the language while a request is answered; what the API answers says that it depends on it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        in_language = scope["path"].startswith("/api/")

        async def send_with_language(message: Message) -> None:
            if in_language and message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"vary", b"Accept-Language, Cookie")]
            await send(message)

        with speaking(_language_of(Headers(scope=scope))):
            await self.app(scope, receive, send_with_language)


def _language_of(headers: Headers) -> str:
    chosen = _COOKIE.search(headers.get("cookie", ""))
    return catalogue.of_header(chosen[1] if chosen else headers.get("accept-language", ""))
