"""How many streams of events may be open, and how many of them may make the server compute: limits for one client."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import Depends, Request

from noughts.web.kinds import Problem

STREAMS, STREAMS_OF_ONE = 2000, 100  # of all clients, of one
QUESTIONS, QUESTIONS_OF_ONE = 100, 30  # of those streams: questions, each of which may keep a worker


@contextmanager
def _counted(open_now: Counter[str], request: Request, most: int, of_one: int, what: str) -> Iterator[None]:
    """Count one more within the context. Raises Problem where too many are open."""
    client = request.client.host if request.client else "?"
    if open_now[client] >= of_one or open_now.total() >= most:
        raise Problem("too-many-requests", f"too many {what} are open: close a page")
    open_now[client] += 1
    try:
        yield
    finally:
        open_now[client] -= 1
        if not open_now[client]:
            del open_now[client]


async def _stream(request: Request) -> AsyncIterator[None]:
    """Count a stream of events until its response ends."""
    with _counted(request.app.state.streams, request, STREAMS, STREAMS_OF_ONE, "streams of events"):
        yield


async def _question(request: Request) -> AsyncIterator[None]:
    """Count a question until its response ends."""
    with _counted(request.app.state.questions, request, QUESTIONS, QUESTIONS_OF_ONE, "questions"):
        yield


Stream = Annotated[None, Depends(_stream)]
QuestionStream = Annotated[None, Depends(_question)]
